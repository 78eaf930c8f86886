import Foundation
import InboxCore

/// One center whole: how its refresh stands, what the cache keeps, and why each message that left it is gone
/// (MC-11).
enum CenterView {
  static func draw(
    _ state: AppState, _ name: CenterName, _ gone: [GoneMessage]?, scroll: Int, _ theme: Theme,
    into frame: inout Frame
  ) {
    LayerBox.draw("Center: \(name)", lines(state, name, gone), scroll: scroll, theme, into: &frame)
  }

  static func lastScroll(_ state: AppState, _ name: CenterName, _ gone: [GoneMessage]?) -> Int {
    LayerBox.lastScroll(of: lines(state, name, gone).count, on: state.size)
  }

  private static func lines(_ state: AppState, _ name: CenterName, _ gone: [GoneMessage]?) -> [DetailLine] {
    let width = LayerBox.textWidth(on: state.size)
    var lines = facts(state, name, width)
    lines.append(DetailLine())
    lines.append(DetailLine("Left the cache or the list, the latest first", .detailLabel))
    guard let gone else { return lines + [DetailLine("Reading the archive…", .muted)] }
    guard !gone.isEmpty else {
      return lines
        + wrap("No message has left this center.", width)
    }
    for message in gone { lines += entry(message, width) }
    guard gone.count >= MessageCenter.goneLimit else { return lines }
    return lines + wrap("Only the latest \(gone.count) are shown; ‘inbox list --gone’ lists all.", width)
  }

  private static func facts(_ state: AppState, _ name: CenterName, _ width: Int) -> [DetailLine] {
    guard let snapshot = state.snapshot, let center = snapshot.centers.first(where: { $0.name == name })
    else { return [] }
    var lines: [DetailLine] = []
    func field(_ label: String, _ value: String, _ role: ThemeRole = .text) {
      let lead = label.padding(toLength: 10, withPad: " ", startingAt: 0)
      lines += RichLayout.wrap(
        [.init(value, role)], width, first: lead, rest: String(repeating: " ", count: 10))
    }
    field("In list", "\(center.counts.total), \(center.counts.unread) unread")
    if let disabled = snapshot.disabled {
      field("Disabled", disabled.description, .noticeWarning)
      return lines
    }
    let refresh = center.refresh
    field("Fetched", refresh.lastSuccess.map { TimeLabel.full($0) } ?? "not yet")
    field("Next", refresh.isFetching ? "under way" : TimeLabel.full(refresh.due(at: state.now)))
    if let error = refresh.lastError { field("Trouble", error.description, .noticeError) }
    for bad in refresh.malformed {
      let record = bad.id.map { "“\($0)”" } ?? "number \(bad.index + 1)"
      field("Unread-", "record \(record): \(bad.reason)", .noticeWarning)
    }
    return lines
  }

  private static func entry(_ gone: GoneMessage, _ width: Int) -> [DetailLine] {
    let subject = gone.row.message.subject.isEmpty ? "(no subject)" : gone.row.message.subject
    let place = gone.departure.staysInList ? "kept in the list" : "not in the list"
    return RichLayout.wrap(
      [.init(subject)], width, first: TimeLabel.full(gone.departure.time) + "  ", rest: "  ")
      + RichLayout.wrap(
        [.init("\(gone.departure.reason.words); \(place) · \(gone.row.key.id)", .muted)], width, first: "  ",
        rest: "  ")
  }

  private static func wrap(_ text: String, _ width: Int) -> [DetailLine] {
    RichLayout.wrap([.init(text, .muted)], width, first: "", rest: "")
  }
}
