/// The address of a server as a profile names it; paths are put behind it.
enum BaseURL {
  /// The address without the one slash at its end that people write.
  static func trimmed(_ text: String) -> String {
    text.hasSuffix("/") && !text.hasSuffix("//") ? String(text.dropLast()) : text
  }
}
