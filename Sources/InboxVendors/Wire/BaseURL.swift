/// The address of a server as a profile names it; paths are put behind it.
package enum BaseURL {
  /// The address without the one slash at its end that people write.
  package static func trimmed(_ text: String) -> String {
    text.hasSuffix("/") && !text.hasSuffix("//") ? String(text.dropLast()) : text
  }
}
