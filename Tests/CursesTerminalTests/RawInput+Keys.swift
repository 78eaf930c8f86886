import CCurses

@testable import CursesTerminal

/// What ncurses reads as one key.
extension RawInput {
  /// The beginning of a mouse report, whose numbers follow as characters.
  static var mouse: RawInput { .code(CC_KEY_MOUSE) }
  /// The same in the old form.
  static var oldMouse: RawInput { .code(CC_KEY_OLD_MOUSE) }
  static var pasteBegin: RawInput { .code(CC_KEY_PASTE_BEGIN) }
  static var pasteEnd: RawInput { .code(CC_KEY_PASTE_END) }
  static var up: RawInput { .code(CC_KEY_UP) }
}
