import InboxCore

/// Something that a person can do: what it is called, which keys do it where, when it may not be done, and what it does.
///
/// Keys, hint line, help, palette, manual page and tests are made from the list of them in ``ActionRegistry``.
package struct Action: Sendable {
  /// When it may run: an action that shows identifiers may not run before an audience, and captured responses are only
  /// looked at (MC-14).
  package struct Permission: Sendable {
    enum Audience { case allowed, showsIdentifiers, dividesScreen }
    enum Capture {
      case allowed, marksNothing, hasNoBadge, asksNoBackEnd, hasNoPerson, usesNoNetwork, hasNoSandbox,
        hasNoFaults
    }

    var audience = Audience.allowed
    var capture = Capture.allowed
    /// Its title over captured responses, where it only looks at them.
    var capturedTitle: String?

    static let anywhere = Permission()
    static func anywhere(capturedAs title: String) -> Permission { Permission(capturedTitle: title) }
    static func uncaptured(_ why: Capture) -> Permission { Permission(capture: why) }
    static let withoutAudience = Permission(audience: .showsIdentifiers)
    static func withoutAudience(_ why: Capture) -> Permission {
      Permission(audience: .showsIdentifiers, capture: why)
    }
    /// Not while presenting divides the screen.
    static let undivided = Permission(audience: .dividesScreen)
  }

  /// What it is about, for keys that are pressed before the rows of the list are there.
  package enum Subject: Sendable { case other, row, selection }

  package let binding: KeyBinding
  private let subject: Subject
  /// One word for the hint line; nil keeps it out of there.
  package var hint: String?
  /// The hint where its key does different things at different times.
  let hintNow: @Sendable (AppState) -> String?
  /// The feature that the back end must have for it; nil where every one has it.
  let need: Capabilities.Feature?
  /// Replaces the title where that would be wrong at the moment.
  private let titleNow: @Sendable (AppState) -> String?
  private let permission: Permission
  private let unless: @Sendable (AppState) -> String?
  /// Does it.
  let perform: @Sendable (inout AppState) -> [AppEffect]
  /// Does it for the key of a number, where its keys are numbered.
  let numbered: (@Sendable (inout AppState, Int) -> [AppEffect])?

  init(
    _ id: ActionID, _ title: String, keys: [Key], label: String? = nil,
    numbered: (@Sendable (inout AppState, Int) -> [AppEffect])? = nil, in contexts: Set<ActionContext>,
    about subject: Subject = .other, hint: String? = nil,
    hintNow: @escaping @Sendable (AppState) -> String? = { _ in nil },
    needs need: Capabilities.Feature? = nil,
    titleNow: @escaping @Sendable (AppState) -> String? = { _ in nil },
    allowed permission: Permission, unless: @escaping @Sendable (AppState) -> String? = { _ in nil },
    perform: @escaping @Sendable (inout AppState) -> [AppEffect]
  ) {
    binding = KeyBinding(id: id, title: title, keys: keys, keyLabel: label, contexts: contexts)
    (self.subject, self.hint, self.hintNow) = (subject, hint, hintNow)
    (self.need, self.titleNow) = (need, titleNow)
    (self.permission, self.unless, self.perform, self.numbered) = (permission, unless, perform, numbered)
  }

  /// Why it cannot be done now, as a sentence; nil when it can.
  package func whyDisabled(_ state: AppState) -> String? {
    if let lack = lack(in: state) { return lack }
    if let why = whyHidden(state) { return why }
    return permission.capture.whyNot(state.profile) ?? unless(state)
  }

  /// Why it may not run before the audience that there is, as a sentence; nil where it may.
  func whyHidden(_ state: AppState) -> String? {
    state.presenting == nil ? nil : permission.audience.whyNot(state.keys)
  }

  func title(in state: AppState) -> String {
    if lack(in: state) != nil { return title }
    return (state.profile.capturedFrom == nil ? nil : permission.capturedTitle) ?? titleNow(state) ?? title
  }

  /// The missing feature of the vendor, as a sentence; nil where nothing is missing.
  func lack(in state: AppState) -> String? {
    need.flatMap { state.profile.capabilities.lack(of: $0) }
  }

  /// Whether it is about the rows of the list.
  var needsList: Bool { subject != .other }

  /// Whether it moves the selection by rows.
  var moves: Bool { subject == .selection }

  package var id: ActionID { binding.id }
  package var title: String { binding.title }
  package var keys: [Key] { binding.keys }
  package var contexts: Set<ActionContext> { binding.contexts }
  /// Whether it changes what an audience looks at, and nothing else.
  var isAboutLooks: Bool { contexts.count == 1 && contexts.contains(.looks) }
  package var isFixed: Bool { binding.isFixed }

  /// Whether a key can do it there.
  func applies(in context: ActionContext) -> Bool {
    contexts.contains(context) || context.fallback.map(contexts.contains) == true
  }
}

extension KeyMap {
  /// The keys that the program comes with.
  static let bindings = KeyBindings(ActionRegistry.actions.map(\.binding))

  /// The keys that change what an audience looks at, and nothing else.
  var keysOfLooks: Set<Key> { Set(Self.looks.flatMap { keys(of: $0) }) }
  private static let looks = ActionRegistry.actions.filter(\.isAboutLooks).map(\.id)

  package func action(for key: Key, in context: ActionContext) -> Action? {
    binding(for: key, in: context).map { ActionRegistry[$0.id] }
  }

  /// The keys as the help writes them; empty where there are none.
  package func text(of action: Action) -> String { text(of: action.binding) }

  /// The places where an action works, as a list of all actions says it, and which of its keys is refused in a choice.
  package func places(of action: Action) -> String {
    let names = action.places
    let pickers = ActionContext.allCases.filter { action.contexts.contains($0) && $0.isPicker }
    guard let picker = pickers.first else { return names }
    let able = keys(of: action.binding, in: picker)
    let refused = keys(of: action.id).filter { !able.contains($0) }.map(label)
    guard !refused.isEmpty else { return names }
    let pickerNames = pickers.map(\.title).joined(separator: ", ")
    return "\(names); \(refused.joined(separator: " ")) not in \(pickerNames)"
  }
}

extension Action.Permission.Audience {
  func whyNot(_ keys: KeyMap) -> String? {
    switch self {
    case .allowed: nil
    case .showsIdentifiers:
      "Not while presenting: it would show identifiers. \(keys.name(of: .present)) ends presenting."
    case .dividesScreen:
      "While presenting the screen is divided for the three looks. \(keys.name(of: .present)) ends presenting."
    }
  }
}

extension Action.Permission.Capture {
  /// Why it cannot be done with an inbox that is only looked at, as a sentence; nil where it can.
  fileprivate func whyNot(_ profile: ProfileFacts) -> String? {
    guard profile.capturedFrom != nil else { return nil }
    return profile.isTapped == true
      ? whyNotTapped.map { "An app's messages are read-only here: \($0)." }
      : whyNotCaptured.map { "Captured responses are read-only: \($0)." }
  }

  private var whyNotCaptured: String? {
    switch self {
    case .allowed: nil
    case .marksNothing: "they cannot be marked or deleted"
    case .hasNoBadge: "the badge belongs to the server and is unknown here"
    case .asksNoBackEnd: "there is no back end to fetch from"
    case .hasNoPerson: "they name no person to sign in"
    case .usesNoNetwork: "no network requests are made"
    case .hasNoSandbox, .hasNoFaults: "no sandbox belongs to them"
    }
  }

  private var whyNotTapped: String? {
    switch self {
    case .allowed, .hasNoFaults: nil
    case .marksNothing: "the app marks and deletes them"
    case .hasNoBadge: "the badge belongs to the app; the event pane shows what the app does with it"
    case .asksNoBackEnd: "a tap sends no requests itself; what the app fetches appears automatically"
    case .hasNoPerson: "the app decides who reads"
    case .usesNoNetwork: "a tap sends no requests itself"
    case .hasNoSandbox: "no sandbox belongs to them"
    }
  }
}

/// Why actions of several features cannot be done.
extension Action {
  static func needsSnapshot(_ state: AppState) -> String? {
    state.snapshot == nil ? "The inbox is still starting." : nil
  }

  static func needsMessage(_ state: AppState) -> String? {
    state.target == nil ? "No message is selected." : nil
  }

  /// The faults of a tap change nothing on a server.
  static func needsWriting(_ state: AppState) -> String? {
    state.profile.isReadOnly == true && state.profile.capturedFrom == nil
      ? "Read-only: nothing is changed on a server." : nil
  }

  /// After a text that did not fit, Enter would act on what stood in the line before.
  static func needsFittingText(_ state: AppState) -> String? {
    let line: LineEditor? =
      switch state.layer {
      case .badge(let input, _)?, .user(let input, _)?, .comparing(let input, _)?: input
      case .command(let palette)?: palette.input
      default: nil
      }
    return line?.isRefused == true
      ? "The last text did not fit: change the line first, or clear it with Ctrl-U." : nil
  }
}

extension Set<ActionContext> {
  static let panes: Self = [.list, .detail, .events]
  static let everywhere = Set(ActionContext.allCases)
}

extension [Key] {
  /// `1` to `9`.
  static let digits = (1...9).map { Key.character(Character(String($0))) }
}
