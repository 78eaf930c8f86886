import InboxCore
import InboxModel

/// Draws the event pane: newest last, each with its why line (EN-9, FE-3).
enum EventsView {
  static func draw(_ state: AppState, _ pane: Rect, _ theme: Theme, into frame: inout Frame) {
    let events = state.events
    let count = events.lines.count
    let right = events.back > 0 ? " \(count - events.back)/\(count) " : " \(count) · following "
    let title = events.filter == .all ? " Events " : " Events: \(events.filter.rawValue) "
    PaneTitle.draw(title, right: right, focused: state.hasKeys(.events), pane, theme, into: &frame)
    NarrowingView.draw(
      events.narrowing, "", x: pane.x + title.count, y: pane.y,
      to: pane.maxX - 2 - DisplayText.width(of: right), theme, into: &frame)
    let area = pane.rows(from: 1)
    frame.mark(pane, .events)
    let about = subjectWidth(events, in: area.width)
    drawLines(state, area, theme, into: &frame) { line, row, frame in
      draw(line, row, about: about, state.zone, theme, into: &frame)
    }
  }

  /// Draws the visible lines and the selection.
  static func drawLines(
    _ state: AppState, _ area: Rect, _ theme: Theme, into frame: inout Frame,
    _ draw: (EventLine, Rect, inout Frame) -> Void
  ) {
    let (events, isFocused) = (state.events, state.hasKeys(.events))
    let sight = events.inSight(area.height)
    let last = events.lines.count - 1
    for (y, index) in sight.enumerated() {
      let row = area.rows(from: y, count: 1)
      draw(events.lines[index], row, &frame)
      frame.mark(row, .event(last - index))
      if isFocused, index == last - events.back { frame.restyle(row) { theme(.listSelected).over($0) } }
    }
    guard sight.isEmpty else { return }
    frame.write(state.whyNoEvents, x: area.x + 1, y: area.y, width: area.width - 2, style: theme(.muted))
  }

  /// The width of the column of messages and outcomes: where there is little room, that of the widest of all lines, so
  /// that it does not change as they scroll.
  ///
  /// The reasons have this much room at least, but the outcome of a request is not cut: instead the path may lose its
  /// end.
  private static func subjectWidth(_ events: EventPane, in width: Int) -> Int {
    guard width < 100 else { return min(32, width / 4) }
    let most = max(14, min(32, width - 22 - leastReason))
    return max(min(most, events.widest.message), min(mostOutcome, events.widest.request))
  }

  private static let leastReason = 30
  /// This much of a name distinguishes it from some others.
  private static let leastName = 8
  /// `failed  10000 ms  1048576 B`, and one column more.
  private static let mostOutcome = 28

  /// Time, kind, subject and the rest, each aligned below the others.
  ///
  /// Under 100 columns a line without a subject begins where the others have theirs; under 60 the middle of a long name
  /// is left out, so that there is room for the reason.
  private static func draw(
    _ line: EventLine, _ row: Rect, about: Int, _ zone: DisplayZone, _ theme: Theme, into frame: inout Frame
  ) {
    let entry = line.entry
    var x = row.x + 1
    func column(_ text: String, _ width: Int, _ role: ThemeRole) {
      frame.write(text, x: x, y: row.y, width: min(width, row.maxX - 1 - x), style: theme(role))
      x += width + 1
    }
    let isWide = row.width >= 100
    guard row.width >= 60 else {
      column(TimeLabel.minute(entry.time, in: zone), 5, .muted)
      column(entry.label, 8, role(entry))
      if let subject = line.more.isEmpty ? entry.message?.id.rawValue : "\(line.more.count + 1)×" {
        // Of several messages the reasons are alike: the name tells the lines apart.
        let width = min(DisplayText.width(of: subject), max(leastName, (row.maxX - 1 - x) / 3))
        column(DisplayText.clipMiddle(subject, to: width, in: frame.repertoire), width, .text)
      }
      column(entry.why, row.maxX - 1 - x, role(entry))
      return
    }
    let time = isWide ? TimeLabel.milliseconds(entry.time, in: zone) : TimeLabel.clock(entry.time, in: zone)
    column(time, isWide ? 12 : 8, .muted)
    column(entry.label, 9, role(entry))
    let subject = line.subject
    if isWide || !subject.isEmpty { column(subject, about, .text) }
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
