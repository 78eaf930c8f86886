import Foundation
import InboxCore

/// The whole screen as a function of the state: nothing is kept between two frames.
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
    if state.presenting == nil, let brand = theme.brand, !layout.brand.isEmpty {
      BrandView.draw(brand, layout.brand, theme, into: &frame)
    }
    TabBarView.draw(state, layout, theme, into: &frame)
    // Who hears the screen line by line would hear what lies under a box as part of it.
    if !state.isAccessible || state.layer == nil { drawPanes(state, layout, theme, into: &frame) }
    let isLong = StatusView.draw(state, layout.status, more: layout.hints, theme, into: &frame)
    if !isLong { HintView.draw(state, layout.hints, theme, into: &frame) }
    drawLayer(state, theme.onLayer, into: &frame)
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
    }
    if let pane = layout.events { EventsView.draw(state, pane, theme, into: &frame) }
  }

  /// `Offers (12) – inbox`.
  private static func title(_ state: AppState) -> String {
    let unread = state.snapshot?.centers.first { $0.name == state.center }?.counts.unread ?? 0
    return "\(state.center)\(unread > 0 ? " (\(unread))" : "") – inbox"
  }

  /// When a relative time on the screen is to be drawn anew, where nothing else happens.
  static func nextLabelChange(_ state: AppState) -> Date? {
    // Who hears the screen is not interrupted by what time it is.
    [endOfWords(state), state.isAccessible ? nil : nextAgeChange(state)].compactMap { $0 }.min()
  }

  /// When something of the screen would say another thing than now, whoever draws it.
  static func nextTimeChange(_ state: AppState) -> Date? {
    var dates = [endOfWords(state), nextAgeChange(state)].compactMap { $0 }
    if let refresh = state.snapshot?.nextRefresh(at: state.now) {
      // One that is overdue is due now, to the minute.
      let minute = (state.now.timeIntervalSince1970 / 60).rounded(.down) + 1
      dates.append(refresh > state.now ? refresh : Date(timeIntervalSince1970: minute * 60))
    }
    return dates.min()
  }

  /// When a notice goes, or what is waited for is told in other words.
  private static func endOfWords(_ state: AppState) -> Date? {
    [state.notice?.until, state.nextWaitChange].compactMap { $0 }.min()
  }

  private static func nextAgeChange(_ state: AppState) -> Date? {
    let layout = PaneLayout(state)
    guard let area = layout.listRows else { return nil }
    let list = state.list
    let rows = (0..<(area.height / layout.rowHeight + 1)).compactMap { list.row(at: list.top + $0) }
    let dates = rows.flatMap { [$0.message.sent, $0.message.expiry].compactMap { $0 } }
    return dates.compactMap { TimeLabel.nextChange(of: $0, at: state.now) }.min()
  }

  /// What hides the panes: of a layer what it draws, read from its picture, so that the two cannot drift apart.
  ///
  /// A pager has the whole screen. To who hears the screen a layer stands alone.
  static func cover(_ state: AppState) -> Rect? {
    guard !state.isPaged else { return Rect(state.size) }
    guard state.layer != nil else { return nil }
    guard !state.isAccessible else { return Rect(state.size) }
    var frame = Frame(size: state.size, repertoire: state.profile.repertoire)
    drawLayer(state, .mono, into: &frame)
    return frame.marks.first { $0.target == .layer }?.rect
  }

  private static func drawLayer(_ state: AppState, _ theme: Theme, into frame: inout Frame) {
    switch state.layer {
    case .help(let help)?: HelpView.draw(state, help, theme, into: &frame)
    case .badge(let input, let answer)?:
      BadgeView.draw(state, input: input, answer: answer, theme, into: &frame)
    case .user(let input)?: UserView.draw(state, input: input, theme, into: &frame)
    case .deleting(let keys)?: DeletingView.draw(state, keys, theme, into: &frame)
    case .disabling?: DisablingView.draw(state, theme, into: &frame)
    case .center(let name, let gone, let scroll)?:
      CenterView.draw(state, name, gone, scroll: scroll, theme, into: &frame)
    case .domain(let host, let check, let scroll)?:
      DomainView.draw(host, check, scroll: scroll, state.keys, theme, into: &frame)
    case .command(let palette)?: PaletteView.draw(state, palette, theme, into: &frame)
    case .launch(let selected)?: LaunchView.draw(state, selected: selected, theme, into: &frame)
    case .faults(let selected)?: FaultsView.draw(state, selected: selected, theme, into: &frame)
    case .proof(let proof, let scroll)?: ProofView.draw(state, proof, scroll: scroll, theme, into: &frame)
    case .event(let line, let scroll)?:
      EventDetailView.draw(state, line, scroll: scroll, theme, into: &frame)
    case .outcome(let trail, _)? where state.presenting != nil:
      PresentedOutcome.draw(trail, state, theme, into: &frame)
    case .outcome(let trail, let scroll)?:
      OutcomeView.draw(trail, scroll: scroll, state.keys, theme, into: &frame)
    case .themes(let picker)?: ThemesView.draw(state, picker, theme, into: &frame)
    case nil: break
    }
  }

  private static func drawTooSmall(_ state: AppState, _ theme: Theme, into frame: inout Frame) {
    let need = PaneLayout.smallest
    let text =
      state.isLeaving
      ? state.waitText ?? "Leaving…"
      : "Need \(need.columns)×\(need.rows), now \(state.size.columns)×\(state.size.rows); \(state.keys.name(of: .quit)) quits"
    for (y, line) in DisplayText.wrap(text, to: max(1, state.size.columns)).enumerated()
    where y < state.size.rows {
      frame.write(line, x: 0, y: y, width: state.size.columns, style: theme(.noticeWarning))
    }
  }
}
