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
    // A center alone is there always, or the scenario is broken.
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

  func mismatch(in facts: ScenarioFacts) -> String? {
    let state = facts.state
    let name = center.map { CenterName($0) } ?? state.center
    guard let tab = state.snapshot?.centers.first(where: { $0.name == name }) else {
      return "there is no center \(name)"
    }
    let subjects = state.lists[name]?.window?.rows.map(\.message.subject) ?? []
    let list = ScenarioFacts.list(subjects)
    if let subject = shows.first(where: { !subjects.contains($0) }) {
      return "“\(subject)” is not in \(name): \(list)"
    }
    if let subject = hides.first(where: subjects.contains) { return "“\(subject)” is in \(name)" }
    if let unread, tab.counts.unread != unread {
      return "\(name) has \(tab.counts.unread) unread, expected \(unread)"
    }
    if let total, tab.counts.total != total {
      return "\(name) has \(tab.counts.total), expected \(total): \(list)"
    }
    let row = state.list.selectedRow?.message.subject
    if let selected, selected != row {
      return "selected is \(row.map { "“\($0)”" } ?? "nothing"), expected “\(selected)”"
    }
    return nil
  }
}
