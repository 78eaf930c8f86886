/// A key press, or another event that arrives as input.
package enum Key: Hashable, Sendable {
  /// A character typed, the space included.
  case character(Character)
  /// A character typed with Ctrl; letters are lower-case.
  case control(Character)
  /// A character typed with Alt.
  case alt(Character)
  case enter
  case escape
  case tab
  case backTab
  case backspace
  case delete
  case insert
  case up
  case down
  case left
  case right
  case pageUp
  case pageDown
  case home
  case end
  /// F1, F2 and so on.
  case function(Int)
  /// A pasted text, as received: show it only through ``DisplayText``.
  case paste(String)
  case mouse(MouseEvent)
  /// The terminal's window got the keyboard.
  case focusGained
  /// The terminal's window lost the keyboard.
  case focusLost

  /// Whether it may be the rest of a report that the terminal began: Escape and one of these letters begin such a
  /// report (ECMA-48, 5.3.3 and 5.6).
  var mayBeCut: Bool { if case .alt(let letter) = self { "OPX[]^_".contains(letter) } else { false } }

  /// The key that arrives instead, where a terminal sends the same bytes for both; nil for a key that arrives as
  /// itself.
  var arrivesAs: Key? {
    switch self {
    case .control("i"): .tab
    case .control("m"): .enter
    case .control("h"): .backspace
    case .control("["): .escape
    case .control("@"): .control(" ")
    default: nil
    }
  }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  /// Writes a character that is typed as itself.
  package init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }
}

extension Key: Codable {
  private enum CodingKeys: String, CodingKey { case paste, mouse }

  /// Reads a notation such as `<c-r>`, or a paste or mouse event.
  package init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: CodingKeys.self) {
      if let text = try container.decodeIfPresent(String.self, forKey: .paste) {
        self = .paste(text)
      } else {
        self = .mouse(try container.decode(MouseEvent.self, forKey: .mouse))
      }
      return
    }
    let container = try decoder.singleValueContainer()
    let notation = try container.decode(String.self)
    guard let key = Key(notation: notation) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "“\(notation)” is not a key")
    }
    self = key
  }

  /// Writes the notation; a paste with its text, the mouse with what it did.
  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .paste(let text):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(text, forKey: .paste)
    case .mouse(let event):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(event, forKey: .mouse)
    default:
      var container = encoder.singleValueContainer()
      try container.encode(notation)
    }
  }
}
