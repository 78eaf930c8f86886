import InboxHTML
import InboxModel
@testable import InboxTUI

/// The HTML of a mail, read and laid out.
nonisolated enum HTMLFuzzer {
  static func run(_ input: FuzzInput) {
    let html = input.text
    let text = HTMLReader.read(html)
    requireSame(text, HTMLReader.read(html), "the same mail")
    shape(text)
    for width in [1, 37] {
      for line in RichLayout.lines(text, width: width, selected: 1) {
        let words = line.runs.map(\.text).joined()
        require(Harmless.isShown(words), "what is shown steers a terminal: \(words.debugDescription)")
      }
    }
    for line in RichLayout.lines(text, width: 40, selected: nil) {
      let words = line.runs.map(\.text).joined()
      if line.runs.contains(where: { $0.role == .detailCode }) { continue }
      require(
        DisplayText.width(of: words.trimmingSuffix(" ")) <= 40 || text.blocks.contains(where: isDeep),
        "wider than the page: \(words.debugDescription)")
    }
    _ = HTMLReader.facts(html)
  }

  /// What leaves no room for words: quotes within quotes.
  private static func isDeep(_ block: RichBlock) -> Bool {
    if case .quote = block { true } else { false }
  }

  private static func shape(_ text: RichText) {
    let numbers = Array(1...(text.links.count + 1)).dropLast()
    requireSame(text.links.map(\.number), Array(numbers), "links")
    requireSame(Set(text.blocks.flatMap(links)), Set(numbers), "links in the text")
    require(text.links.allSatisfy { !$0.url.isEmpty && !$0.text.isEmpty }, "an empty link")
    for block in text.blocks.flatMap(pictures) {
      require(text.pictures.indices.contains(block - 1), "a picture that is not there: \(block)")
    }
    require(
      !zip(text.blocks, text.blocks.dropFirst()).contains { $0 == .rule && $1 == .rule }, "two rules in a row"
    )
  }

  private static func spans(_ block: RichBlock) -> [RichSpan] {
    switch block {
    case .heading(_, let spans), .paragraph(let spans), .listItem(_, _, let spans): spans
    case .quote(let blocks): blocks.flatMap(spans)
    case .tableRow(let cells): cells.flatMap(\.self)
    case .preformatted, .rule: []
    }
  }

  private static func links(_ block: RichBlock) -> [Int] { spans(block).compactMap(\.link) }

  private static func pictures(_ block: RichBlock) -> [Int] { spans(block).compactMap(\.picture) }
}

extension String {
  /// Without the blanks at its end.
  fileprivate nonisolated func trimmingSuffix(_ character: Character) -> String {
    String(reversed().drop { $0 == character }.reversed())
  }
}
