import Foundation
import InboxCore

/// One center whole: how its refresh stands, what the cache keeps, and why each message that left it is gone
/// (MC-11).
enum CenterView {
  static func draw(
    _ state: AppState, _ name: CenterName, _ gone: [GoneMessage]?, scroll: Int, _ theme: Theme,
    into frame: inout Frame
  ) {
    LayerBox.draw(
      "Center: \(name)", lines(state, name, gone), scroll: scroll, state.keys, theme, into: &frame)
  }

  static func lastScroll(_ state: AppState, _ name: CenterName, _ gone: [GoneMessage]?) -> Int {
    LayerBox.lastScroll(of: lines(state, name, gone).count, on: state.size)
  }

  private static func lines(_ state: AppState, _ name: CenterName, _ gone: [GoneMessage]?) -> [DetailLine] {
    let width = LayerBox.textWidth(on: state.size)
    var lines = facts(state, name, width)
    // What was captured at one moment has lost nothing.
    guard state.profile.capturedFrom == nil else { return lines }
    lines.append(DetailLine())
    lines.append(DetailLine("Left the cache or the list, the latest first", .detailLabel))
    guard let gone else { return lines + [DetailLine("Reading the archive…", .muted)] }
    guard !gone.isEmpty else {
      return lines
        + wrap("No message has left this center.", width)
    }
    for message in gone { lines += entry(message, state.zone, width) }
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
    if let source = state.profile.capturedFrom {
      field("In list", "\(center.counts.total), \(center.counts.total - center.counts.unread) expired")
      field("Captured", "in \(source), read-only")
      unreadable(center.refresh, field)
      return lines
    }
    field("In list", "\(center.counts.total), \(center.counts.unread) unread")
    if let disabled = snapshot.disabled {
      field("Disabled", disabled.told(state.keys), .noticeWarning)
      return lines
    }
    let refresh = center.refresh
    field("Fetched", refresh.lastSuccess.map { TimeLabel.full($0, in: state.zone) } ?? "not yet")
    field(
      "Refresh",
      refresh.isFetching ? "under way" : "next " + TimeLabel.full(refresh.due(at: state.now), in: state.zone))
    if let error = refresh.lastError { field("Trouble", error.description, .noticeError) }
    if name == state.center, let row = state.list.selectedRow { field("Selected", standing(of: row, state)) }
    unreadable(refresh, field)
    return lines
  }

  /// Records of the last answer that were left out (MC-9).
  private static func unreadable(
    _ refresh: RefreshMachine, _ field: (String, String, ThemeRole) -> Void
  ) {
    for bad in refresh.malformed {
      let what = bad.unnamed == nil ? "record \(bad.name): \(bad.reason)" : bad.reason
      field("Left out", what, .noticeWarning)
    }
  }

  /// Where the selected message stands: its place among those of the answer, and how long it stays (MC-4, MC-6, MC-10).
  private static func standing(of row: ArchivedMessage, _ state: AppState) -> String {
    var facts = [row.message.subject.isEmpty ? "(no subject)" : row.message.subject]
    if row.presence == .listed, let window = state.list.window, window.offset == 0,
      let index = window.rows.firstIndex(where: { $0.key == row.key })
    {
      let place = window.rows[...index].count { $0.presence == .listed }
      facts.append("\(place) of at most \(MessageMerge.cap) in an answer")
    }
    if let reason = row.presence.reason {
      facts.append(reason.words)
    } else {
      let end = state.profile.retention.end(of: row.lastFetched)
      facts.append("in the cache until \(TimeLabel.full(end, in: state.zone)) if no answer lists it again")
    }
    facts.append(row.message.expiry.map { "expires \(TimeLabel.full($0, in: state.zone))" } ?? "no expiry")
    return facts.joined(separator: " · ")
  }

  private static func entry(_ gone: GoneMessage, _ zone: DisplayZone, _ width: Int) -> [DetailLine] {
    let subject = gone.row.message.subject.isEmpty ? "(no subject)" : gone.row.message.subject
    let place = gone.departure.staysInList ? "kept in the list" : "not in the list"
    return RichLayout.wrap(
      [.init(subject)], width, first: TimeLabel.full(gone.departure.time, in: zone) + "  ", rest: "  ")
      + RichLayout.wrap(
        [.init("\(gone.departure.reason.words); \(place) · \(gone.row.key.id)", .muted)], width, first: "  ",
        rest: "  ")
  }

  private static func wrap(_ text: String, _ width: Int) -> [DetailLine] {
    RichLayout.wrap([.init(text, .muted)], width, first: "", rest: "")
  }
}
