import InboxHTML
import InboxModel
import Testing

@Suite("Random markup")
struct FuzzTests {
  /// SplitMix64: the same seed makes the same mails everywhere.
  private struct Randomness: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  private static let pieces = [
    "<table>", "<table role=presentation width=1>", "</table>", "<tr>", "</tr>", "<td colspan=99999999999>",
    "<td>",
    "</td>", "<th>", "<ul>", "<ol start=-9223372036854775808>", "<li value=999999>", "</li>", "</ul>",
    "</ol>",
    "<a href='https://e.example/?a=1&b=2'>", "<a href=\"x", "</a>", "<p>", "</p>",
    "<div style='display:none'>",
    "<div style='font-size:0;font-weight:900;:;;a'>", "</div>", "<b>", "</b>", "<i>", "</i>", "<pre>",
    "</pre>",
    "<blockquote>", "</blockquote>", "<h1>", "</h6>", "<br>", "<hr/>", "<img alt=pic src=x>", "<img width=1>",
    "<script>", "</script>", "<style>", "</style>", "<!--", "-->", "<![if x]>", "<![CDATA[", "]]>", "<?xml",
    "?>",
    "<!DOCTYPE html>", "<html a=b>", "</html>", "<body c=d>", "</body>", "<head>", "</head>", "<title>",
    "<frameset>",
    "<form action=y>", "<button>", "<input type=submit value=v>", "<area href=z alt=w>", "<q>", "<svg>",
    "<select>",
    "&nbsp;", "&zwnj;", "&", "&#", "&#x", "&#1114112;", "&#27;", "&amp", ";", "<", ">", "</", "/>", "\"", "'",
    "=",
    " ", "\n", "\r\n", "\t", "\u{0}", "\u{1B}", "\u{202E}", "\u{FEFF}", "word", "42 €", "日本語", "👨‍👩‍👧", "ü",
    "\u{300}",
    "\u{FFFF}", "\u{10FFFF}",
  ]

  @Test(
    "FE-2: any sequence of markup gives a well-formed text",
    arguments: [UInt64.random(in: 0...UInt64.max), 1, 2])
  func sequences(seed: UInt64) {
    var randomness = Randomness(state: seed)
    for _ in 0..<400 {
      let count = Int.random(in: 0...120, using: &randomness)
      let html = (0..<count).map { _ in Self.pieces.randomElement(using: &randomness) ?? "" }.joined()
      let text = HTMLReader.read(html)
      expectWellFormed(text, "seed \(seed), \(html.debugDescription)")
      #expect(HTMLReader.read(html) == text)
    }
  }

  @Test("FE-2: any bytes give a well-formed text", arguments: [UInt64.random(in: 0...UInt64.max), 3])
  func bytes(seed: UInt64) {
    var randomness = Randomness(state: seed)
    let common = Array("<>/!-&#;='\" abtdr".utf8)
    for _ in 0..<400 {
      let bytes = (0..<Int.random(in: 0...300, using: &randomness)).map { _ in
        Bool.random(using: &randomness)
          ? UInt8.random(in: 0...255, using: &randomness) : common.randomElement(using: &randomness) ?? 0
      }
      let html = String(decoding: bytes, as: UTF8.self)
      expectWellFormed(HTMLReader.read(html), "seed \(seed), \(html.debugDescription)")
      expectWellFormed(RichText.plain(html), "seed \(seed), \(html.debugDescription)")
    }
  }

  private func expectWellFormed(_ text: RichText, _ comment: Comment) {
    #expect(text.links.map(\.number) == Array(1...(text.links.count + 1)).dropLast(), comment)
    let used = text.blocks.flatMap(numbers)
    #expect(Set(used) == Set(text.links.map(\.number)), comment)
    #expect(text.links.allSatisfy { !$0.url.isEmpty && !$0.text.isEmpty }, comment)
    let wordless: [RichBlock] = [.rule, .paragraph([])]
    #expect(
      text.blocks.allSatisfy { wordless.contains($0) || !$0.words.isEmpty || hasPicture($0) }, comment)
    #expect(!zip(text.blocks, text.blocks.dropFirst()).contains { $0 == .rule && $1 == .rule }, comment)
  }

  private func hasPicture(_ block: RichBlock) -> Bool {
    switch block {
    case .heading(_, let spans), .paragraph(let spans), .listItem(_, _, let spans):
      spans.contains { $0.picture != nil }
    case .quote(let blocks): blocks.contains(where: hasPicture)
    case .tableRow, .preformatted, .rule: false
    }
  }

  private func numbers(_ block: RichBlock) -> [Int] {
    switch block {
    case .heading(_, let spans), .paragraph(let spans), .listItem(_, _, let spans): spans.compactMap(\.link)
    case .quote(let blocks): blocks.flatMap(numbers)
    case .tableRow(let cells): cells.flatMap { $0.compactMap(\.link) }
    case .preformatted, .rule: []
    }
  }
}
