import InboxCore

/// Draws the event pane: newest last, each with its why line (EN-9, FE-3).
enum EventsView {
  static func draw(
    _ state: AppState, isFocused: Bool, _ pane: Rect, _ theme: Theme, into frame: inout Frame
  ) {
    let events = state.events
    let count = events.lines.count
    let right = events.back > 0 ? " \(count - events.back)/\(count) " : " \(count) · following "
    let title = events.filter == .all ? " Events " : " Events: \(events.filter.rawValue) "
    PaneTitle.draw(title, right: right, focused: isFocused, pane, theme, into: &frame)
    NarrowingView.draw(
      events.narrowing, "", x: pane.x + title.count, y: pane.y,
      to: pane.maxX - 2 - DisplayText.width(of: right), theme, into: &frame)
    let area = pane.rows(from: 1)
    // The selected line stands last, but for the first ones, where the pane is filled from the top.
    let selected = count - 1 - events.back
    let end = min(count, max(selected + 1, area.height))
    let start = max(0, end - area.height)
    frame.mark(pane, .events)
    for (y, index) in (start..<end).enumerated() {
      let row = area.rows(from: y, count: 1)
      if isWide(area) {
        drawColumns(events.lines[index], row, state.zone, theme, into: &frame)
      } else {
        draw(events.lines[index], row, state.zone, theme, into: &frame)
      }
      frame.mark(row, .event(count - 1 - index))
    }
    if isFocused, (start..<end).contains(selected) {
      frame.restyle(area.rows(from: selected - start, count: 1)) { theme(.listSelected).over($0) }
    }
    if count == 0 {
      let keys = state.keys
      frame.write(
        events.whyEmpty(next: keys.name(of: .filterEvents), clear: keys.name(of: .back)), x: area.x + 1,
        y: area.y, width: area.width - 2, style: theme(.muted))
    }
  }

  /// Whether there is room for columns, and milliseconds in the first.
  private static func isWide(_ area: Rect) -> Bool { area.width >= 100 }

  private static func draw(
    _ line: EventLine, _ row: Rect, _ zone: DisplayZone, _ theme: Theme, into frame: inout Frame
  ) {
    let entry = line.entry
    let y = row.y
    var x = row.x + 1
    let time =
      row.width >= 60 ? TimeLabel.clock(entry.time, in: zone) : TimeLabel.minute(entry.time, in: zone)
    x += frame.write(time, x: x, y: y, width: 8, style: theme(.muted)) + 1
    x += max(8, 1 + frame.write(entry.label, x: x, y: y, width: 8, style: theme(role(entry))))
    // Where space is tight the reason matters more than the name.
    if row.width >= 60, let message = entry.message {
      let name = line.more.isEmpty ? message.id.rawValue : (line.more.count + 1).counted("message")
      x += frame.write(name, x: x, y: y, width: max(8, row.width / 4), style: theme(.text)) + 1
    } else if !line.more.isEmpty {
      x += frame.write("\(line.more.count + 1)×", x: x, y: y, width: 5, style: theme(.text)) + 1
    }
    frame.write(entry.why, x: x, y: y, width: row.maxX - 1 - x, style: theme(role(entry)))
  }

  /// Time, kind, what it is about and the rest, each below the others.
  private static func drawColumns(
    _ line: EventLine, _ row: Rect, _ zone: DisplayZone, _ theme: Theme, into frame: inout Frame
  ) {
    let entry = line.entry
    let subject = line.more.isEmpty ? entry.subject : (line.more.count + 1).counted("message")
    let about = min(32, row.width / 4)
    var x = row.x + 1
    func column(_ text: String, _ width: Int, _ role: ThemeRole) {
      frame.write(text, x: x, y: row.y, width: min(width, row.maxX - 1 - x), style: theme(role))
      x += width + 1
    }
    column(TimeLabel.milliseconds(entry.time, in: zone), 12, .muted)
    column(entry.label, 9, role(entry))
    column(subject, about, .text)
    column(entry.detail, row.maxX - 1 - x, role(entry))
  }

  private static func role(_ entry: EventEntry) -> ThemeRole {
    if entry.isFailure { return .eventFailed }
    guard case .journal(let entry) = entry else { return .eventOther }
    switch entry.kind {
    case .display(let verdict), .open(let verdict):
      switch verdict {
      case .sent: return .eventSent
      case .queued: return .eventQueued
      case .suppressed: return .eventSuppressed
      case .refused, .dropped: return .eventFailed
      }
    default: return .eventOther
    }
  }
}
