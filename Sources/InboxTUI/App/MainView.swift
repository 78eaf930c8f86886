import Foundation
import InboxCore
import InboxModel

/// The whole screen as a function of the state: nothing is retained between two frames.
package enum MainView {
  package static func draw(_ state: AppState, _ theme: Theme) -> Frame {
    var frame = Frame(size: state.size, repertoire: state.profile.repertoire)
    guard !PaneLayout.isTooSmall(state.size) else {
      drawTooSmall(state, theme, into: &frame)
      theme.lay(under: &frame)
      return frame
    }
    frame.title = title(state)
    let layout = PaneLayout(state)
    // A logo is shown whole or not at all.
    let isCovered =
      !layout.brand.isEmpty && cover(state).map { !$0.intersection(layout.brand).isEmpty } == true
    if state.presenting == nil, let brand = theme.brand, !layout.brand.isEmpty, !isCovered {
      BrandView.draw(brand, layout.brand, theme, into: &frame)
    }
    TabBarView.draw(state, layout, theme, into: &frame)
    // A screen reader would read what lies under a box as part of it.
    if !state.isAccessible || state.layer == nil, !replacesPanes(state) {
      drawPanes(state, layout, theme, into: &frame)
    }
    let hints = StatusView.draw(state, layout.status, more: layout.hints, theme, into: &frame)
    if hints.width > 2 { HintView(state).draw(hints, isShared: hints != layout.hints, theme, into: &frame) }
    if let layer = state.layer {
      layer.content.draw(state, theme.onLayer, into: &frame)
      NarrowingView.draw(state, theme.onLayer, into: &frame)
    }
    if state.isAccessible { FocusCursor.place(state, into: &frame) }
    theme.lay(under: &frame)
    return frame
  }

  private static func drawPanes(
    _ state: AppState, _ layout: PaneLayout, _ theme: Theme, into frame: inout Frame
  ) {
    if let pane = layout.list { ListView.draw(state, layout, pane, theme, into: &frame) }
    if state.presenting != nil {
      PresentingView.draw(state, layout, theme, into: &frame)
    } else if let pane = layout.detail, let text = layout.detailText {
      DetailView.draw(state, pane, text, theme, into: &frame)
      if state.detail == nil, state.list.window != nil {
        frame.write("No message is selected.", x: text.x, y: text.y, width: text.width, style: theme(.muted))
      }
    }
    if let pane = layout.events, state.presenting != nil {
      PresentedChrome.drawEvents(state, pane, theme, into: &frame)
    } else if let pane = layout.events {
      EventsView.draw(state, pane, theme, into: &frame)
    }
    if state.presenting == nil {
      for (border, place) in layout.borders { frame.mark(place, .border(border)) }
    }
  }

  /// Whether the layer replaces the panes: no part of them is on the screen.
  static func replacesPanes(_ state: AppState) -> Bool { state.layer?.content.replacesPanes == true }

  /// `Offers (12) – inbox`.
  private static func title(_ state: AppState) -> String {
    let unread = state.snapshot?.centers.first { $0.name == state.center }?.counts.unread ?? 0
    return "\(state.name(of: state.center))\(unread > 0 ? " (\(unread))" : "") – inbox"
  }

  /// When a relative time on the screen must be drawn again, if nothing else happens.
  static func nextLabelChange(_ state: AppState) -> Date? {
    // A screen reader is not interrupted by the passing of time.
    let passing = state.isAccessible ? [] : [nextAgeChange(state), state.nextFiltering]
    return ([endOfWords(state)] + passing).compactMap { $0 }.min()
  }

  /// When some text of the screen will change with time.
  static func nextTimeChange(_ state: AppState) -> Date? {
    var dates = [endOfWords(state), nextAgeChange(state)].compactMap { $0 }
    if let refresh = state.snapshot?.nextRefresh(at: state.now) {
      // An overdue time is due now, to the minute.
      dates.append(refresh > state.now ? refresh : nextMinute(state.now))
    }
    return dates.min()
  }

  private static func nextMinute(_ now: Date) -> Date {
    Date(timeIntervalSince1970: ((now.timeIntervalSince1970 / 60).rounded(.down) + 1) * 60)
  }

  /// When a notice disappears, or the text of a wait changes.
  private static func endOfWords(_ state: AppState) -> Date? {
    [state.notice?.until, state.nextWaitChange].compactMap { $0 }.min()
  }

  private static func nextAgeChange(_ state: AppState) -> Date? {
    guard !replacesPanes(state) else { return nil }
    let layout = PaneLayout(state)
    let handsets = layout.stage?.handsets ?? []
    // Asked with every frame, so no list is made.
    var next: Date?
    func take(_ date: Date?) {
      guard let change = date.flatMap({ TimeLabel.nextChange(of: $0, at: state.now) }) else { return }
      next = min(next ?? change, change)
    }
    func take(_ message: Message) {
      take(message.sent)
      take(message.expiry)
    }
    if let area = layout.listRows {
      for index in state.list.top...state.list.top + area.height / layout.rowHeight {
        state.list.row(at: index).map { take($0.message) }
      }
    }
    if layout.detailText != nil || !handsets.isEmpty, let detail = state.detail { take(detail.row.message) }
    // A banner has a clock over it.
    if handsets.contains(where: { $0.part(.banner) != nil }) {
      let minute = nextMinute(state.now)
      next = min(next ?? minute, minute)
    }
    return next
  }

  /// The part of the panes that is hidden: by a layer, what it draws, read from its frame, so that the two cannot drift
  /// apart.
  ///
  /// A pager has the whole screen. For a screen reader a layer stands alone.
  static func cover(_ state: AppState) -> Rect? {
    guard !state.lifecycle.isPaged else { return Rect(state.size) }
    guard let layer = state.layer else { return nil }
    guard !state.isAccessible else { return Rect(state.size) }
    var frame = Frame(size: state.size, repertoire: state.profile.repertoire)
    layer.content.draw(state, .mono, into: &frame)
    return frame.marks.first { $0.target == .layer }?.rect
  }

  private static func drawTooSmall(_ state: AppState, _ theme: Theme, into frame: inout Frame) {
    let need = PaneLayout.smallest
    let text =
      state.isLeaving
      ? state.waitText() ?? "Leaving…"
      : "Need \(need.columns)×\(need.rows), now \(state.size.columns)×\(state.size.rows); \(state.keys.name(of: .quit)) quits"
    frame.write(wrapped: text, in: frame.bounds, style: theme(.noticeWarning))
  }
}
