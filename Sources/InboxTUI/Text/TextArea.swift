/// Where text is laid out: how many columns it has, and the characters that can be drawn there.
///
/// A text is brought into these before it is wrapped, as they may take more columns than its own.
struct TextArea {
  let width: Int
  let repertoire: Repertoire

  init(_ width: Int, _ repertoire: Repertoire) {
    self.width = width
    self.repertoire = repertoire
  }

  func reduced(_ text: String) -> String { DisplayText.reduced(text, to: repertoire) }

  private func reduced(_ runs: [DetailLine.Run]) -> [DetailLine.Run] {
    var runs = runs
    for index in runs.indices { runs[index].text = reduced(runs[index].text) }
    return runs
  }

  func wrap(_ text: String, _ role: ThemeRole) -> [DetailLine] { wrap([.init(text, role)]) }

  func wrap(_ runs: [DetailLine.Run], first: String = "", rest: String = "") -> [DetailLine] {
    RichLayout.wrap(reduced(runs), width, first: reduced(first), rest: rest)
  }

  /// A label of this many columns, or more where it is longer, and its value beside it.
  func field(_ label: String, _ value: String, _ role: ThemeRole = .text, column: Int) -> [DetailLine] {
    let lead = label + String(repeating: " ", count: max(1, column - label.count))
    return wrap([.init(value, role)], first: lead, rest: String(repeating: " ", count: lead.count))
  }

  /// A table of a page; see ``TableLines/init(cells:header:width:)``.
  func table(_ cells: [[[DetailLine.Run]]], header: [String]) -> TableLines {
    TableLines(cells: cells.map { row in row.map { reduced($0) } }, header: header, width: width)
  }
}
