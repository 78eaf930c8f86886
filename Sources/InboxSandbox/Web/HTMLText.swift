/// Text in a page that the sandbox makes.
enum HTMLText {
  /// The text without anything that HTML would read.
  static func escaped(_ text: String) -> String {
    text.map { ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"][$0] ?? String($0) }.joined()
  }

  /// A page of a title, a text and a link.
  static func page(_ title: String, _ text: String, link: String, named name: String) -> String {
    """
    <html><body><h1>\(escaped(title))</h1><p>\(escaped(text))</p>\
    <p><a href="\(escaped(link))">\(name)</a></p></body></html>
    """
  }
}
