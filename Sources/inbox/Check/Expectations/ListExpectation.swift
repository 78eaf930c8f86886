import InboxCore
import InboxModel
import InboxTOML
import InboxTUI

/// The rows of a center.
nonisolated struct ListExpectation: Expectation {
  static let names = ["list"]
  static let keys = ["center", "shows", "hides", "unread", "total", "selected"]

  let center: String?
  let shows: [String]
  let hides: [String]
  let unread: Int?
  let total: Int?
  let selected: String?

  init(_ name: String, _ fields: TOMLFields) throws {
    // A center alone always exists, or the scenario is broken.
    try fields.requireAny(of: Self.keys.filter { $0 != "center" })
    center = try fields.filledText("center")
    (shows, hides) = try fields.showsAndHides()
    unread = try fields.whole("unread", CountRule.counts)
    total = try fields.whole("total", CountRule.counts)
    selected = try fields.filledText("selected")
  }

  func problem(in names: KnownNames) -> String? {
    center.flatMap(names.center)
      ?? (shows + hides + [selected].compactMap { $0 }).lazy
      .compactMap(names.subject).first
  }

  /// The list that it is about: all of it, whatever a filter leaves on the screen.
  func list(in state: AppState) -> CenterName { center.map { CenterName($0) } ?? state.center }

  func mismatch(in facts: ScenarioFacts) -> String? {
    let name = list(in: facts.state)
    guard let rows = facts.rows else { return "there is no center \(name)" }
    let subjects = rows.map(\.message.subject)
    let all = ScenarioFacts.list(subjects)
    if let subject = shows.first(where: { !subjects.contains($0) }) {
      return "“\(subject)” is not in \(name): \(all)"
    }
    if let subject = hides.first(where: subjects.contains) {
      return "“\(subject)” is in \(name)"
        + (isLeftOut(subject, of: name, in: facts.state)
          ? "; the filter on the screen leaves it out: use expect = “screen”" : "")
    }
    let unreadRows = rows.count { $0.read == nil }
    if let unread, unreadRows != unread { return "\(name) has \(unreadRows) unread, expected \(unread)" }
    if let total, rows.count != total { return "\(name) has \(rows.count), expected \(total): \(all)" }
    return selected.flatMap { mismatch(selected: $0, in: facts.state) }
  }

  /// The selection must be a row on the screen.
  private func mismatch(selected: String, in state: AppState) -> String? {
    let selection = state.list.selectedRow
    if let name = center.map({ CenterName($0) }) {
      if let shown = state.source.center, shown != name {
        return "\(name) is not on the screen, so that nothing is selected in it"
      }
      // In a list of all centers.
      if let selection, selection.key.center != name {
        return "selected is “\(selection.message.subject)” in \(selection.key.center)"
      }
    }
    let row = selection?.message.subject
    return row == selected
      ? nil : "selected is \(row.map { "“\($0)”" } ?? "nothing"), expected “\(selected)”"
  }

  /// Whether the list on the screen could hold a message, but its filter leaves it out.
  private func isLeftOut(_ subject: String, of name: CenterName, in state: AppState) -> Bool {
    !state.source.filter.isEmpty && (state.source.center ?? name) == name
      && state.list.window?.rows.contains { $0.message.subject == subject } == false
  }
}
