import InboxCore

/// Draws the event pane: newest last, each with its why line (EN-9, FE-3).
enum EventsView {
  static func draw(
    _ events: EventPane, isFocused: Bool, _ keys: KeyMap, _ zone: DisplayZone, _ pane: Rect, _ theme: Theme,
    into frame: inout Frame
  ) {
    let count = events.lines.count
    let right = events.back > 0 ? " \(count - events.back)/\(count) " : " \(count) · following "
    let title = events.filter == .all ? " Events " : " Events: \(events.filter.rawValue) "
    PaneTitle.draw(title, right: right, focused: isFocused, pane, theme, into: &frame)
    let area = pane.rows(from: 1)
    // The selected line stands last, but for the first ones, where the pane is filled from the top.
    let selected = count - 1 - events.back
    let end = min(count, max(selected + 1, area.height))
    let start = max(0, end - area.height)
    frame.mark(pane, .events)
    for (y, index) in (start..<end).enumerated() {
      draw(events.lines[index], y: area.y + y, area, zone, theme, into: &frame)
      frame.mark(area.rows(from: y, count: 1), .event(count - 1 - index))
    }
    if isFocused, (start..<end).contains(selected) {
      frame.restyle(area.rows(from: selected - start, count: 1)) { theme(.listSelected).over($0) }
    }
    if count == 0 {
      frame.write(
        events.whyEmpty(next: keys.name(of: .filterEvents)), x: area.x + 1, y: area.y,
        width: area.width - 2, style: theme(.muted))
    }
  }

  private static func draw(
    _ line: EventLine, y: Int, _ area: Rect, _ zone: DisplayZone, _ theme: Theme, into frame: inout Frame
  ) {
    let entry = line.entry
    var x = area.x + 1
    let time =
      area.width >= 60 ? TimeLabel.clock(entry.time, in: zone) : TimeLabel.minute(entry.time, in: zone)
    x += frame.write(time, x: x, y: y, width: 8, style: theme(.muted)) + 1
    x += max(8, 1 + frame.write(entry.label, x: x, y: y, width: 8, style: theme(role(entry))))
    // Where space is tight the reason matters more than the name.
    if area.width >= 60, let message = entry.message {
      let name = line.more.isEmpty ? message.id.rawValue : "\(line.more.count + 1) messages"
      x += frame.write(name, x: x, y: y, width: max(8, area.width / 4), style: theme(.text)) + 1
    } else if !line.more.isEmpty {
      x += frame.write("\(line.more.count + 1)×", x: x, y: y, width: 5, style: theme(.text)) + 1
    }
    frame.write(entry.why, x: x, y: y, width: area.maxX - 1 - x, style: theme(role(entry)))
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
