/// What is in a cell, as far as it distinguishes data from layout.
struct CellFacts {
  /// How many characters it shows, counted no further than tables of data go.
  private(set) var length = 0
  /// Whether there is a digit among them.
  private(set) var hasDigit = false
  /// Whether it holds pictures, headings or lists.
  private(set) var isRich = false
  let isHeader: Bool
  /// How many columns it spans, from 1 to 20.
  let columns: Int

  /// How many columns and rows a cell takes.
  struct Span {
    var columns: Int
    var rows: Int
  }

  /// What a cell says that it spans, within reason.
  static func span(of cell: Int, in tree: HTMLTree) -> Span {
    let element = tree.nodes[cell].element
    return Span(
      columns: min(max(element?.integer("colspan") ?? 1, 1), 20),
      rows: min(max(element?.integer("rowspan") ?? 1, 1), 1_000))
  }

  /// Whether it shows nothing.
  var isEmpty: Bool { length == 0 && !isRich }

  init(of cell: Int, in tree: HTMLTree) {
    let element = tree.nodes[cell].element
    isHeader = element?.name == "th"
    columns = Self.span(of: cell, in: tree).columns
    examine(cell, in: tree)
  }

  private mutating func examine(_ node: Int, in tree: HTMLTree) {
    guard length < 1_000 else { return }
    switch tree.nodes[node].content {
    case .text(let text):
      for scalar in text.unicodeScalars where CharacterKind(scalar) == .visible {
        length += 1
        if scalar.properties.numericType == .decimal { hasDigit = true }
      }
    case .element(let element):
      if element.isHidden || (element.name == "img" && element.isTrackingImage) { return }
      if Self.rich.contains(element.name) { isRich = true }
      for child in tree.nodes[node].children { examine(child, in: tree) }
    }
  }

  private static let rich: Set = [
    "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "img", "ol", "pre", "ul",
  ]
}
