/// A page for a browser: it needs no script, loads nothing, and shows as text whatever was received.
package struct HTMLPage {
  let title: String
  /// The address of the space's first page, such as `/s/checkout/`; with scheme and host for a page in a file; nil
  /// where the page belongs to no sandbox.
  let root: String?
  private(set) var body = ""

  package init(title: String, root: String? = nil) {
    self.title = title
    self.root = root
  }

  package mutating func heading(_ text: String) { body += "<h2>\(HTMLText.escaped(text))</h2>\n" }

  package mutating func paragraph(_ text: String) { body += "<p>\(HTMLText.escaped(text))</p>\n" }

  /// Rows of a name and a value; a row whose value is nil is left out.
  mutating func facts(_ facts: [(name: String, value: Cell?)]) {
    let rows = facts.compactMap { name, value in
      value.map { "<dt>\(HTMLText.escaped(name))</dt><dd>\(html($0))</dd>" }
    }
    body += "<dl>\n\(rows.joined(separator: "\n"))\n</dl>\n"
  }

  /// A table of a few narrow columns, or of rows that become paragraphs where the screen is narrow.
  ///
  /// - Parameter live: The address from which a script reads the rows that come in.
  package mutating func table(
    _ columns: [String], _ rows: [[Cell]], flows: Bool = true, live: String? = nil
  ) {
    let head = columns.map { "<th scope=\"col\">\(HTMLText.escaped($0))</th>" }.joined()
    let lines = rows.map { row in "<tr>" + row.map { "<td>\(html($0))</td>" }.joined() + "</tr>" }
    let mark = live.map { " id=\"rows\" data-live=\"\(HTMLText.escaped($0))\"" } ?? ""
    if live != nil {
      body +=
        "<p id=\"state\" role=\"status\" hidden>Not connected: what arrives is not shown. Trying again.</p>\n"
    }
    body += "<table\(flows ? " class=\"flows\"" : "")><thead><tr>\(head)</tr></thead>\n"
    body += "<tbody\(mark)>\(lines.joined(separator: "\n"))</tbody></table>\n"
  }

  /// A text as it was received, with its line breaks.
  mutating func source(_ text: String) { body += "<pre>\(HTMLText.escaped(text))</pre>\n" }

  /// What stands in a cell: a text, perhaps with an address.
  package struct Cell: ExpressibleByStringInterpolation {
    let text: String
    /// Below the root of the page; each part is encoded.
    private var path: [String]?
    private var address: String?

    package init(stringLiteral text: String) { self.text = text }
    package init(_ text: String, path: [String]? = nil) { (self.text, self.path) = (text, path) }
    init(_ text: String, address: String) { (self.text, self.address) = (text, address) }
    init(time: String, zone: String = " UTC") { text = HTMLPage.people(time, zone: zone) }

    /// - Parameter root: The root of the page.
    func address(from root: String?) -> String? {
      address ?? root.flatMap { root in path.map { root + $0.map(HTMLText.pathPart).joined(separator: "/") } }
    }
  }

  /// A time as receipts have it, such as `2026-11-21T05:06:07.250Z`, for people.
  static func people(_ time: String, zone: String = " UTC") -> String {
    time.replacing("T", with: " ").replacing("Z", with: zone)
  }

  private func html(_ cell: Cell) -> String {
    let text = HTMLText.escaped(cell.text)
    guard let address = cell.address(from: root) else { return text }
    return "<a href=\"\(HTMLText.escaped(address))\">\(text)</a>"
  }

  /// What browsers hold the page to: it loads nothing, and sends nothing.
  static func policy(live: Bool) -> String {
    "default-src 'none'; img-src data:; style-src '\(PageAssets.cssHash)'; base-uri 'none'; form-action 'none'"
      + (live ? "; script-src '\(PageAssets.scriptHash)'; connect-src 'self'" : "")
  }

  /// Whether a text is a page of a sandbox.
  package static func isSandboxPage(_ text: String) -> Bool {
    text.hasPrefix("<!DOCTYPE html>") && text.contains(">inbox sandbox</a></nav>")
  }

  /// The whole document.
  ///
  /// - Parameters:
  ///   - live: Whether it follows what comes in, where a browser runs scripts.
  ///   - footer: Where the page is from, as its last line.
  package func document(live: Bool = false, footer: Cell? = nil) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(Self.policy(live: live))">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <title>\(HTMLText.escaped(title))</title>
    <link rel="icon" href="data:,">
    <style>\(PageAssets.css)</style>
    </head>
    <body>
    \(root.map { "<nav><a href=\"\(HTMLText.escaped($0))\">inbox sandbox</a></nav>" } ?? "<nav>inbox</nav>")
    <main>
    <h1>\(HTMLText.escaped(title))</h1>
    \(body)</main>
    \(footer.map { "<footer>\(html($0))</footer>" } ?? "")
    \(live ? "<script>\(PageAssets.script)</script>" : "")
    </body>
    </html>

    """
  }
}
