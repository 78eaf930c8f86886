/// A key, or another thing that arrives where keys do.
public enum Key: Hashable, Sendable {
  /// A character typed, the space included.
  case character(Character)
  /// A character typed with Ctrl; letters are lower-case.
  case control(Character)
  /// A character typed with Alt.
  case alt(Character)
  /// Enter or Return.
  case enter
  /// Escape.
  case escape
  /// Tab.
  case tab
  /// Shift-Tab.
  case backTab
  /// Backspace.
  case backspace
  /// Delete.
  case delete
  /// Insert.
  case insert
  /// Arrow up.
  case up
  /// Arrow down.
  case down
  /// Arrow left.
  case left
  /// Arrow right.
  case right
  /// Page up.
  case pageUp
  /// Page down.
  case pageDown
  /// Home.
  case home
  /// End.
  case end
  /// F1, F2 and so on.
  case function(Int)
  /// A text pasted, as it came: show it only through ``DisplayText``.
  case paste(String)
  /// Something that the mouse did.
  case mouse(MouseEvent)
  /// The terminal's window got the keyboard.
  case focusGained
  /// The terminal's window lost the keyboard.
  case focusLost

  /// Whether it may as well be what is left of something that a terminal began to say of itself: Escape and one of these
  /// letters begin that (ECMA-48, 5.3.3 and 5.6).
  var mayBeCut: Bool { if case .alt(let letter) = self { "OPX[]^_".contains(letter) } else { false } }

  /// The key that arrives instead, where a terminal sends the same for both; nil for what arrives as itself.
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
