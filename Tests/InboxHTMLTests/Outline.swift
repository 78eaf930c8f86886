import InboxModel

/// A rich text as lines to compare: every block is a line, blocks in a quote begin with "> ", links come last.
///
/// A picture without words is not seen here. `**strong**`, `/italic/`, `_underline_`, `~strike~`, "`code`", `{picture}`, `[words](number of link)`, and
/// ⏎ for a line break inside a paragraph.
func outline(_ text: RichText) -> String {
  let links = text.links.map { "(\($0.number)) \($0.url) “\($0.text)”" }
  let blocks = text.blocks.filter { $0 == .rule || !$0.words.isEmpty }
  return (blocks.flatMap(lines) + links + text.notes.map { "! " + $0 }).joined(separator: "\n")
}

private func lines(_ block: RichBlock) -> [String] {
  switch block {
  case .heading(let level, let spans): [String(repeating: "#", count: level) + " " + words(spans)]
  case .paragraph(let spans): [words(spans)]
  case .listItem(let depth, let marker, let spans):
    [String(repeating: "  ", count: depth) + (marker.isEmpty ? "…" : marker) + " " + words(spans)]
  case .quote(let blocks): blocks.flatMap(lines).map { "> " + $0 }
  case .preformatted(let text):
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 }
  case .rule: ["---"]
  case .tableRow(let cells): ["| " + cells.map(words).joined(separator: " | ") + " |"]
  }
}

private func words(_ spans: [RichSpan]) -> String {
  spans.filter { !$0.text.isEmpty }.map { span in
    var text = span.text.replacing("\n", with: "⏎")
    if span.isImage { text = "{\(text)}" }
    if span.emphasis.contains(.code) { text = "`\(text)`" }
    if span.emphasis.contains(.strike) { text = "~\(text)~" }
    if span.emphasis.contains(.underline) { text = "_\(text)_" }
    if span.emphasis.contains(.italic) { text = "/\(text)/" }
    if span.emphasis.contains(.strong) { text = "**\(text)**" }
    return span.link.map { "[\(text)](\($0))" } ?? text
  }.joined()
}
