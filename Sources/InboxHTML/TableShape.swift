/// The rows and cells of a table, and whether they hold data or only lay out the mail.
struct TableShape {
  /// The cells of every row, top to bottom; rows and cells that are hidden are not among them.
  private(set) var rows: [[Int]] = []
  /// Whether the rows are to be shown as rows.
  private(set) var isData = false

  private let tree: HTMLTree

  init(of table: Int, in tree: HTMLTree) {
    self.tree = tree
    guard !tree.nodes[table].holdsTable, let element = tree.nodes[table].element else { return }
    collectRows(of: table)
    isData = decides(element)
  }

  private mutating func collectRows(of parent: Int) {
    for child in tree.nodes[parent].children {
      guard let element = tree.nodes[child].element, !element.isHidden else { continue }
      switch element.name {
      case "thead", "tbody", "tfoot": collectRows(of: child)
      case "tr":
        rows.append(
          tree.nodes[child].children.filter { cell in
            guard let element = tree.nodes[cell].element else { return false }
            return (element.name == "td" || element.name == "th") && !element.isHidden
          })
      default: continue
      }
    }
  }

  private func decides(_ table: HTMLElement) -> Bool {
    let role = table.attributes["role"]?.lowercased()
    if role == "presentation" || role == "none" { return false }
    let facts = rows.map { $0.map { CellFacts(of: $0, in: tree) } }
      .filter { row in row.contains { !$0.isEmpty } }
    let hasColumns = facts.contains { row in row.count { !$0.isEmpty } > 1 }
    guard facts.count > 1, hasColumns, facts.joined().allSatisfy({ $0.length <= 120 }) else { return false }
    if facts.joined().contains(where: { $0.isHeader && !$0.isEmpty }) || (table.integer("border") ?? 0) > 0 {
      return true
    }
    return isRegular(facts) && (!hasLayoutAttributes(table) || hasColumnOfNumbers(facts))
  }

  /// Whether every row has the same number of columns, filled with nothing but a few words.
  private func isRegular(_ facts: [[CellFacts]]) -> Bool {
    let width = facts[0].reduce(0) { $0 + $1.columns }
    return width > 1
      && facts.allSatisfy { $0.reduce(0) { $0 + $1.columns } == width }
      && facts.joined().allSatisfy { $0.length <= 40 && !$0.isRich }
  }

  /// What mails write on every table that lays something out, and so says little.
  private func hasLayoutAttributes(_ table: HTMLElement) -> Bool {
    ["cellpadding", "cellspacing", "width", "align"].contains { table.attributes[$0] != nil }
      || table.style["width"] != nil
  }

  private func hasColumnOfNumbers(_ facts: [[CellFacts]]) -> Bool {
    facts.count { $0.last?.hasDigit ?? false } >= max(2, facts.count - 1)
  }
}
