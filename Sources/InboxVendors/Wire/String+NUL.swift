extension String {
  /// The text with the replacement character for each NUL: no text of a message has use for it, and databases end
  /// there.
  var replacingNUL: String {
    guard utf8.contains(0) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
  }

  /// The text as it can be shown; nil for an empty one.
  var shown: String? { isEmpty ? nil : replacingNUL }
}
