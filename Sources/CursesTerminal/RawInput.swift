import CCurses

/// One thing that ncurses read.
nonisolated enum RawInput: Hashable {
  case character(Unicode.Scalar)
  case code(Int)

  /// Returns what has arrived, without waiting; nil where nothing has.
  static func next() -> RawInput? {
    var value: UInt32 = 0
    switch Int(cc_read(&value)) {
    case CC_READ_CHARACTER: return .character(Unicode.Scalar(value) ?? "\u{FFFD}")
    case CC_READ_KEY: return .code(Int(value))
    default: return nil
    }
  }
}
