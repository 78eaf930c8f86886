/// One line of the action registry: it feeds the keys, the hint line, the help and a test that runs every action
/// in every state.
package struct Action: Sendable {
  package var id: ActionID
  /// What it does, as the help says it.
  package var title: String
  /// The keys that do it where no key map says otherwise.
  package var keys: [Key]
  /// How the help writes keys that stand for many, such as `1…9`.
  package var keyLabel: String?
  /// Where the keys mean this.
  package var contexts: Set<ActionContext>
  /// One word for the hint line; nil keeps it out of there.
  package var hint: String?
  /// Why it cannot be done now; nil when it can.
  package var whyDisabled: @Sendable (AppState) -> String?

  init(
    _ id: ActionID, _ title: String, keys: [Key], label: String? = nil, in contexts: Set<ActionContext>,
    hint: String? = nil, unless whyDisabled: @escaping @Sendable (AppState) -> String? = { _ in nil }
  ) {
    self.id = id
    self.title = title
    self.keys = keys
    keyLabel = label
    self.contexts = contexts
    self.hint = hint
    let whyNot = id.whyNotInCapture
    self.whyDisabled = { state in
      if state.presenting != nil, let why = id.whyNotWhilePresenting(state.keys) { return why }
      return state.profile.capturedFrom == nil ? whyDisabled(state) : whyNot ?? whyDisabled(state)
    }
  }

  /// Whether it is about the rows of the list.
  var needsList: Bool {
    switch id {
    case .open, .toggleRead, .delete, .copyID, .copyJSON, .page, .mark, .range, .markAll, .down, .up,
      .halfPageDown,
      .halfPageUp, .pageDown, .pageUp:
      true
    default: false
    }
  }

  /// Whether it moves the selection by rows.
  var moves: Bool {
    switch id {
    case .down, .up, .halfPageDown, .halfPageUp, .pageDown, .pageUp: true
    default: false
    }
  }

  /// Whether its keys stay what they are: lines that are typed into end with Enter, whatever a key map says.
  package var isFixed: Bool { contexts.allSatisfy(\.isTextField) && id != .resetBadge }

  /// The title up to its first comma, colon or bracket.
  package var shortTitle: String {
    String(title.prefix { !":,(".contains($0) }.reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension Key {
  /// The key as people write it in a help text: `j`, `↓`, `Enter`, `^L`.
  var label: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(let character): "^" + character.uppercased()
    case .enter: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .home: "Home"
    case .end: "End"
    case .function(let number): "F\(number)"
    default: notation
    }
  }
}
