extension String {
  /// The text with the letters A to Z made small, as SQLite's `lower` does it.
  package var lowercasedASCII: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { ("A"..."Z").contains($0) ? Unicode.Scalar($0.value + 32) ?? $0 : $0 }))
  }
}
