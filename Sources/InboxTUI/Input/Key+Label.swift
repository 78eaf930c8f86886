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
    case .backTab: "Shift-Tab"
    case .backspace: "Backspace"
    case .delete: "Del"
    case .insert: "Ins"
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

  /// The same for a terminal that has ASCII only, where an arrow would be drawn as another key's sign.
  var spelledLabel: String {
    switch self {
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    default: label
    }
  }

  /// Whether a person pressed it: focus and mouse reports are not key presses.
  package var isPress: Bool {
    switch self {
    case .mouse, .focusGained, .focusLost: false
    default: true
    }
  }

  /// The name of a key that does nothing; nil for Esc, which a person may press once more than needed.
  var unboundLabel: String? {
    switch self {
    case .paste: "Pasted text"
    case .escape: nil
    default: label
    }
  }
}
