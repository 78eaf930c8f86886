/// A page for a browser: no script is needed, nothing is loaded from elsewhere, and whatever was received is text.
struct HTMLPage {
  let title: String
  /// The address of the space's first page, such as `/s/checkout/`.
  let root: String
  private(set) var body = ""

  init(title: String, root: String) {
    self.title = title
    self.root = root
  }

  mutating func heading(_ text: String) { body += "<h2>\(HTMLText.escaped(text))</h2>\n" }

  mutating func paragraph(_ text: String) { body += "<p>\(HTMLText.escaped(text))</p>\n" }

  /// Names and what they are; what is nil is left out.
  mutating func facts(_ facts: [(name: String, value: Cell?)]) {
    let rows = facts.compactMap { name, value in
      value.map { "<dt>\(HTMLText.escaped(name))</dt><dd>\(html($0))</dd>" }
    }
    body += "<dl>\n\(rows.joined(separator: "\n"))\n</dl>\n"
  }

  /// A table, which scrolls in itself where the screen is narrow.
  mutating func table(id: String? = nil, _ columns: [String], _ rows: [[Cell]]) {
    let head = columns.map { "<th scope=\"col\">\(HTMLText.escaped($0))</th>" }.joined()
    let lines = rows.map { row in "<tr>" + row.map { "<td>\(html($0))</td>" }.joined() + "</tr>" }
    let mark = id.map { " id=\"\(HTMLText.escaped($0))\"" } ?? ""
    body +=
      "<div class=\"wide\"><table><thead><tr>\(head)</tr></thead>\n<tbody\(mark)>\(lines.joined(separator: "\n"))</tbody></table></div>\n"
  }

  /// A text as it was received, with its line ends.
  mutating func source(_ text: String) { body += "<pre tabindex=\"0\">\(HTMLText.escaped(text))</pre>\n" }

  /// What stands in a cell: a text, perhaps with an address of the same space.
  struct Cell: ExpressibleByStringInterpolation {
    var text: String
    /// Behind the root; each of its parts is encoded.
    var path: [String]?

    init(stringLiteral text: String) { self.text = text }
    init(_ text: String, path: [String]? = nil) { (self.text, self.path) = (text, path) }
  }

  private func html(_ cell: Cell) -> String {
    let text = HTMLText.escaped(cell.text)
    guard let path = cell.path else { return text }
    let address = path.map(HTMLText.pathPart).joined(separator: "/")
    return "<a href=\"\(HTMLText.escaped(root + address))\">\(text)</a>"
  }

  /// The whole document.
  ///
  /// - Parameter script: Whether it follows what comes in, where a browser runs scripts.
  func document(script: Bool = false) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <title>\(HTMLText.escaped(title))</title>
    <link rel="stylesheet" href="\(HTMLText.escaped(root))page.css">
    \(script ? "<script src=\"\(HTMLText.escaped(root))page.js\" defer></script>" : "")
    </head>
    <body>
    <nav><a href="\(HTMLText.escaped(root))">inbox sandbox</a></nav>
    <main>
    <h1>\(HTMLText.escaped(title))</h1>
    \(body)</main>
    </body>
    </html>

    """
  }
}
