import InboxEvidence

/// The table of the lens as lines: as many columns as fit around the selected rule, as many rows as fit around the
/// selected message, and the reason of the cell where they meet.
struct LensTable {
  /// The width of a count, with the blank before it.
  private static let cell = 7

  let width: Int
  private(set) var lines: [DetailLine] = []
  /// The rows by line.
  private(set) var places: [(line: Int, row: Int)] = []

  /// Which of how many messages is selected, and how many of them are not visible.
  private(set) var selected: (place: Int, count: Int)?
  private(set) var hidden = 0

  private let nameWidth: Int
  private let repertoire: Repertoire

  init(_ lens: LensState, _ narrowing: Narrowing, size: Size, in repertoire: Repertoire = .unicode) {
    self.repertoire = repertoire
    width = max(8, size.columns - 4)
    let area = TextArea(width, repertoire)
    let all = lens.report?.rows ?? []
    let rows = lens.shown(narrowing)
    nameWidth = Self.nameWidth(rows.map { all[$0].title }, width)
    guard let report = lens.report else {
      lines.append(DetailLine("Counting…", .muted))
      return
    }
    let height = LayerBox.height(on: size)
    let isRoomy = height >= Self.roomy
    if rows.isEmpty || isRoomy {
      let role: ThemeRole = report.rows.contains(where: \.differs) ? .noticeWarning : .accent
      lines += area.wrap(report.summary, role)
      for note in report.notes { lines += area.wrap(note, .muted) }
    }
    guard let selected = rows.firstIndex(of: lens.row) else {
      if !narrowing.isEmpty, !all.isEmpty { lines.append(DetailLine("No matches.", .muted)) }
      return
    }
    let reason = Self.reason(of: all[lens.row], lens.rule, in: area)
    // The reason has a third of the box, and what the table leaves: Enter shows all of it.
    let room = height - lines.count - (isRoomy ? 2 : 1)
    let shown = min(rows.count, max(1, room - min(reason.count, max(1, height / 3))))
    let first = min(max(0, selected - shown / 2), max(0, rows.count - shown))
    (self.selected, hidden) = ((selected + 1, rows.count), rows.count - shown)
    let columns = columns(around: lens.rule)
    lines.append(head(columns, lens.rule))
    for index in first..<min(rows.count, first + shown) {
      places.append((lines.count, rows[index]))
      lines.append(line(all[rows[index]], columns, isSelected: index == selected, lens.rule))
    }
    if isRoomy { lines.append(DetailLine()) }
    let left = max(1, height - lines.count)
    lines += reason.count <= left ? reason[...] : reason.prefix(left - 1) + [Self.more]
  }

  /// With this many lines there is room for a summary, the table and a reason.
  private static let roomy = 12

  /// Shows that the reason goes on; the hints name the key for the rest.
  private static let more = DetailLine("…", .muted)

  /// Names are not cut as long as some rules have room beside them.
  private static func nameWidth(_ names: [String], _ width: Int) -> Int {
    let longest = names.map { DisplayText.width(of: $0) }.max() ?? 0
    return min(max(12, longest + 1), max(12, width - cell * (width < 60 ? 2 : 4)))
  }

  private func columns(around rule: Int) -> Range<Int> {
    let count = min(LensRule.all.count, max(1, (width - nameWidth) / Self.cell))
    let first = min(max(0, rule - count / 2), LensRule.all.count - count)
    return first..<first + count
  }

  private func head(_ columns: Range<Int>, _ rule: Int) -> DetailLine {
    DetailLine(
      [.init(left("message", nameWidth), .detailLabel)]
        + columns.map { column in
          .init(
            Self.right(LensRule.all[column].head, Self.cell), column == rule ? .accent : .detailLabel)
        })
  }

  private func line(
    _ row: LensReport.Row, _ columns: Range<Int>, isSelected: Bool, _ rule: Int
  ) -> DetailLine {
    DetailLine(
      [.init(left(row.title, nameWidth), isSelected ? .listSelected : row.differs ? .text : .muted)]
        + columns.map { column in
          let text = row.count(by: LensRule.all[column])?.text ?? ""
          let isCell = isSelected && column == rule
          return .init(
            Self.right(text, Self.cell),
            isCell ? .listSelected : isSelected || column == rule ? .text : .muted)
        })
  }

  /// The reason of the selected cell.
  static func reason(of row: LensReport.Row?, _ number: Int, in area: TextArea) -> [DetailLine] {
    let rule = LensRule.all[number]
    guard let row, let count = row.count(by: rule) else { return [] }
    let seconds = count.seconds.map { ", \(($0 * 10).rounded() / 10) s" } ?? ""
    let title = "\(rule.name) (\(number + 1)/\(LensRule.all.count)): \(count.text)\(seconds)."
    let facts = [rule.rule, "\(rule.version) · \(rule.source)", "Message: \(row.title)"]
    return area.wrap("\(title) \(count.reason)", .text) + facts.flatMap { area.wrap($0, .muted) }
  }

  private func left(_ text: String, _ width: Int) -> String {
    let clipped = DisplayText.clip(text, to: width - 1, in: repertoire)
    return clipped + String(repeating: " ", count: max(0, width - DisplayText.width(of: clipped)))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - DisplayText.width(of: text))) + text
  }
}
