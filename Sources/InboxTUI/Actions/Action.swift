/// Something that a person can do: what it is called, which keys do it where, when it may not be done, and what it does.
///
/// Keys, hint line, help, palette, manual page and tests are made from the list of them in ``ActionRegistry``.
package struct Action: Sendable {
  /// Whether it may run before an audience.
  package enum Audience: Sendable { case allowed, showsIdentifiers, dividesScreen }

  /// What becomes of it over responses that were captured elsewhere (MC-14).
  package enum Capture: Sendable {
    case allowed
    /// It only looks there, which its title says.
    case titled(String)
    case marksNothing, hasNoBadge, asksNoBackEnd, hasNoPerson, usesNoNetwork, hasNoSandbox
  }

  /// What it is about, for keys that come before the rows of the list do.
  package enum Subject: Sendable { case other, row, selection }

  package var id: ActionID
  /// What it does, as the help says it.
  package var title: String
  /// The keys that do it where no key map says otherwise.
  package var keys: [Key]
  /// How the help writes keys that stand for many, such as `1…9`.
  package var keyLabel: String?
  /// Where the keys mean this.
  package var contexts: Set<ActionContext>
  private let subject: Subject
  /// One word for the hint line; nil keeps it out of there.
  package var hint: String?
  /// Another word for it, where its key does one thing after another.
  let hintNow: @Sendable (AppState) -> String?
  private let audience: Audience
  private let captured: Capture
  private let unless: @Sendable (AppState) -> String?
  /// Does it, for a key or without one.
  let perform: @Sendable (inout AppState, Key?) -> [AppEffect]

  init(
    _ id: ActionID, _ title: String, keys: [Key], label: String? = nil, in contexts: Set<ActionContext>,
    about subject: Subject = .other, hint: String? = nil,
    hintNow: @escaping @Sendable (AppState) -> String? = { _ in nil },
    audience: Audience, captured: Capture, unless: @escaping @Sendable (AppState) -> String? = { _ in nil },
    perform: @escaping @Sendable (inout AppState, Key?) -> [AppEffect]
  ) {
    (self.id, self.title, self.keys, self.contexts) = (id, title, keys, contexts)
    (self.subject, self.hint, self.hintNow) = (subject, hint, hintNow)
    (self.audience, self.captured, self.unless, self.perform) = (audience, captured, unless, perform)
    keyLabel = label
  }

  /// Why it cannot be done now, as a sentence; nil when it can.
  package func whyDisabled(_ state: AppState) -> String? {
    if state.presenting != nil, let why = audience.whyNot(state.keys) { return why }
    return (state.profile.capturedFrom == nil ? nil : captured.whyNot) ?? unless(state)
  }

  /// What it does in this inbox.
  func title(in state: AppState) -> String {
    if state.profile.capturedFrom != nil, case .titled(let own) = captured { own } else { title }
  }

  /// Whether it is about the rows of the list.
  var needsList: Bool { subject != .other }

  /// Whether it moves the selection by rows.
  var moves: Bool { subject == .selection }

  /// Whether its keys stay what they are: lines that are typed into end with Enter, whatever a key map says.
  package var isFixed: Bool { contexts.allSatisfy(\.isTextField) && id != .resetBadge }

  /// The title up to its first comma, colon or bracket.
  package var shortTitle: String {
    String(title.prefix { !":,(".contains($0) }.reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension Action.Audience {
  fileprivate func whyNot(_ keys: KeyMap) -> String? {
    switch self {
    case .allowed: nil
    case .showsIdentifiers:
      "Not while presenting: it would show identifiers. \(keys.name(of: .present)) ends presenting."
    case .dividesScreen:
      "While presenting the screen is divided for the three looks. \(keys.name(of: .present)) ends presenting."
    }
  }
}

extension Action.Capture {
  fileprivate var whyNot: String? {
    switch self {
    case .allowed, .titled: nil
    case .marksNothing: "Captured answers are read-only: nothing in them is marked or deleted."
    case .hasNoBadge:
      "Captured answers are read-only: the badge is the server's, it is neither known nor set here."
    case .asksNoBackEnd: "Captured answers are read-only: there is no back end to ask."
    case .hasNoPerson:
      "Captured answers are read-only: whose they are is not said in them, and nobody is logged in."
    case .usesNoNetwork: "Captured answers are only looked at: nothing is asked over the network."
    case .hasNoSandbox: "Captured answers are only looked at: no sandbox belongs to them."
    }
  }
}

/// Why actions of several features cannot be done.
extension Action {
  static func needsMessage(_ state: AppState) -> String? {
    state.target == nil ? "There is no message here." : nil
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
