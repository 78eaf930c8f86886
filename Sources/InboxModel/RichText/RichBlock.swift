/// One block of a rich text, as tall as its words need at the width it is shown in.
///
/// A line feed inside a span is a line break the sender asked for (`<br>`); spans hold no other line
/// breaks and, outside `preformatted`, no runs of white space.
public enum RichBlock: Equatable, Sendable, Codable {
  /// A heading; level 1 is the largest, 6 the smallest.
  case heading(level: Int, [RichSpan])
  /// Words to be wrapped.
  case paragraph([RichSpan])
  /// One item of a list: `depth` is 0 for the outermost list, `marker` is "•" or "3.".
  ///
  /// The marker is empty for what follows the first paragraph of the same item.
  case listItem(depth: Int, marker: String, [RichSpan])
  /// What someone else said, to be set off from the rest.
  case quote([RichBlock])
  /// Lines to be shown as they are, separated by line feeds; only one that is wider than the pane goes on below.
  case preformatted(String)
  /// A line across.
  case rule
  /// One row of a table of data: its cells, each a run of spans. Rows of one table follow one another; between two
  /// tables in a row stands an empty paragraph.
  case tableRow([[RichSpan]])

  /// The words alone, without marker or emphasis.
  public var words: String {
    switch self {
    case .heading(_, let spans), .paragraph(let spans), .listItem(_, _, let spans): Self.words(of: spans)
    case .quote(let blocks): blocks.map(\.words).filter { !$0.isEmpty }.joined(separator: "\n")
    case .preformatted(let text): text
    case .rule: ""
    case .tableRow(let cells): cells.map(Self.words(of:)).joined(separator: " ")
    }
  }

  /// Whether a blank line stands between it and the block above: the items of a list and the rows of a table stay
  /// together.
  public func standsApart(from above: RichBlock) -> Bool {
    switch (above, self) {
    case (.listItem, .listItem), (.tableRow, .tableRow): false
    default: true
    }
  }

  private static func words(of spans: [RichSpan]) -> String {
    spans.map(\.text).joined()
  }
}
