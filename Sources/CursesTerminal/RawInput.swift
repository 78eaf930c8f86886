import CCurses

/// One thing that ncurses read.
nonisolated enum RawInput: Hashable {
  case character(Unicode.Scalar)
  case code(Int)

  /// The beginning of a mouse report, whose numbers follow as characters.
  static let mouse = RawInput.code(CC_KEY_MOUSE)
  /// The same in the old form.
  static let oldMouse = RawInput.code(CC_KEY_OLD_MOUSE)
  static let pasteBegin = RawInput.code(CC_KEY_PASTE_BEGIN)
  static let pasteEnd = RawInput.code(CC_KEY_PASTE_END)
  static let up = RawInput.code(CC_KEY_UP)

  /// What has arrived, if anything has.
  static func next() -> RawInput? {
    var value: UInt32 = 0
    switch Int(cc_read(&value)) {
    case CC_READ_CHARACTER: return .character(Unicode.Scalar(value) ?? "\u{FFFD}")
    case CC_READ_KEY: return .code(Int(value))
    default: return nil
    }
  }
}
