extension RichText {
  /// The rich text of a message that came without markup: a newline of any kind is a line break, and one blank line or
  /// several end a paragraph.
  ///
  /// URLs (`scheme://…`, of any scheme) become numbered links; the same URL has the same number throughout.
  public static func plain(_ text: String) -> RichText {
    var rich = RichText()
    var numbers: [String: Int] = [:]
    var paragraph: [RichSpan] = []
    let lines: [Substring] = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for line in lines + [""] {
      if let last = line.lastIndex(where: { !$0.isWhitespace }) {
        if !paragraph.isEmpty { paragraph.append(RichSpan("\n")) }
        paragraph += rich.spans(of: line[...last], numbers: &numbers)
      } else if !paragraph.isEmpty {
        rich.blocks.append(.paragraph(paragraph))
        paragraph = []
      }
    }
    return rich
  }

  private mutating func spans(of line: Substring, numbers: inout [String: Int]) -> [RichSpan] {
    var spans: [RichSpan] = []
    var rest = line
    while let url = URLScanner.firstURL(in: rest) {
      if rest.startIndex < url.lowerBound {
        spans.append(RichSpan(String(rest[..<url.lowerBound])))
      }
      let target = String(rest[url])
      spans.append(RichSpan(target, link: number(of: target, in: &numbers)))
      rest = rest[url.upperBound...]
    }
    if !rest.isEmpty { spans.append(RichSpan(String(rest))) }
    return spans
  }

  private mutating func number(of url: String, in numbers: inout [String: Int]) -> Int {
    if let known = numbers[url] { return known }
    links.append(RichLink(number: links.count + 1, url: url, text: url))
    numbers[url] = links.count
    return links.count
  }
}
