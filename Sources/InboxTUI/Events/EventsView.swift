import InboxCore

/// Draws the event pane: newest last, each with its why line (EN-9, FE-3).
enum EventsView {
  static func draw(_ state: AppState, _ pane: Rect, _ theme: Theme, into frame: inout Frame) {
    let focused = state.focus == .events && state.layer == nil
    let count = state.events.entries.count
    let right = state.events.back > 0 ? " \(count - state.events.back)/\(count) " : " \(count) · following "
    PaneTitle.draw(" Events ", right: right, focused: focused, pane, theme, into: &frame)
    let area = pane.rows(from: 1)
    let end = max(0, count - state.events.back)
    let start = max(0, end - area.height)
    for (y, index) in (start..<end).enumerated() {
      draw(state.events.entries[index], y: area.y + y, area, theme, into: &frame)
    }
    if count == 0 {
      frame.write(
        "Nothing happened yet.", x: area.x + 1, y: area.y, width: area.width - 2, style: theme(.muted))
    }
  }

  private static func draw(
    _ entry: JournalEntry, y: Int, _ area: Rect, _ theme: Theme, into frame: inout Frame
  ) {
    var x = area.x + 1
    if area.width >= 60 {
      x += frame.write(TimeLabel.clock(entry.time), x: x, y: y, width: 8, style: theme(.muted)) + 1
    }
    frame.write(entry.label, x: x, y: y, width: 8, style: theme(role(entry)))
    x += 8
    // Where space is tight the reason matters more than the name.
    if area.width >= 60, let message = entry.message {
      x +=
        frame.write(message.id.rawValue, x: x, y: y, width: max(8, area.width / 4), style: theme(.text)) + 1
    }
    frame.write(entry.why, x: x, y: y, width: area.maxX - 1 - x, style: theme(role(entry)))
  }

  private static func role(_ entry: JournalEntry) -> ThemeRole {
    if entry.isFailure { return .eventFailed }
    switch entry.kind {
    case .display(let verdict), .open(let verdict):
      switch verdict {
      case .sent: return .eventSent
      case .queued: return .eventQueued
      case .suppressed: return .eventSuppressed
      case .refused: return .eventFailed
      }
    default: return .eventOther
    }
  }
}
