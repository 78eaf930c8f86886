/// Text in a page that the sandbox makes.
enum HTMLText {
  /// The text without anything that HTML would read.
  static func escaped(_ text: String) -> String {
    text.map { ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"][$0] ?? String($0) }.joined()
  }
}
