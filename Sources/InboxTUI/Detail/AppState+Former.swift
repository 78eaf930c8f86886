import InboxModel

/// The message beside the list that the selection has left.
///
/// The selection is drawn at once, and its message a moment later: keys in quick succession do not wait for messages
/// that nobody reads.
extension AppState {
  /// Retains the message beside the list for a moment, if it has been drawn.
  mutating func leaveDetail() {
    guard lifecycle.countsMoments, former == nil, let detail, !detail.layout.lines.isEmpty else { return }
    former = detail
  }

  /// Whether an open message is read, also while the events beside it have the keys.
  var isReading: Bool {
    detail?.isOpen == true && (focus == .detail || focus == .events && events.previousFocus == .detail)
  }

  mutating func followSelection() {
    guard focus != .detail, !isReading, opening == nil else { return }
    guard let row = list.selectedRow else {
      detail = nil
      return
    }
    guard detail?.row.key != row.key else { return }
    leaveDetail()
    detail = DetailState(row: row)
    detail?.isStale = true
  }

  /// Reads the message and its history where they are shown or waited for: with the list alone no key causes a read.
  mutating func readDetail(_ layout: PaneLayout) -> [AppEffect] {
    guard let detail, detail.isStale else { return [] }
    let isShown = layout.detailText != nil || focus == .detail || presenting != nil
    guard isShown || requested?.key == detail.row.key else { return [] }
    self.detail?.isStale = false
    return [.loadDetail(detail.row.key)]
  }

  /// Lays out the selected message, for actions that need it.
  mutating func showDetail() {
    guard former != nil else { return }
    former = nil
    fitDetail(to: PaneLayout(self))
  }

  /// Lays the message out for its room, and limits the scroll position.
  mutating func fitDetail(to layout: PaneLayout) {
    guard var detail, let pane = layout.detailText else { return }
    layOut(&detail, in: pane)
    let place = detail.place
    detail.scroll = min(max(0, detail.scroll), max(0, detail.layout.lines.count - pane.height))
    detail.place = place
    self.detail = detail
  }

  private func layOut(_ detail: inout DetailState, in pane: Rect) {
    let key = DetailLayout.Key(
      width: pane.width, repertoire: profile.repertoire, link: detail.link, rowVersion: detail.row,
      history: detail.history, isOpen: detail.isOpen, isCaptured: profile.capturedFrom != nil,
      isTapped: profile.isTapped == true, isPresented: presenting != nil, domains: profile.domains,
      times: DetailLayout.times(of: detail.row.message, at: now, in: zone), zone: zone, keys: keys,
      open: keys.name(of: focus == .detail ? .followLink : .open),
      content: detail.content, pictures: shownPictures(of: detail), depth: profile.depth ?? .truecolor,
      pictureRows: max(2, pane.height / (pane.height < 10 ? 4 : 2)),
      mayAsk: whyNoPictures == nil && profile.capturedFrom == nil,
      vendor: profile.capabilities, followsOnOpen: profile.followsOnOpen)
    let before = detail.layout
    guard before.key != key else { return }
    detail.layout = DetailLayout(detail, key: key, now: now)
    guard let room = before.key?.room, room != key.room, detail.scroll > 0 else { return }
    // The reader goes on at the same words, however wide the lines are now, and however high the pictures.
    let place = detail.place ?? before.place(of: detail.scroll)
    detail.scroll = detail.layout.line(at: place)
    detail.place = place
  }

  /// Drops the former message when the screen is about more than the selection, or when the list scrolls: a terminal
  /// scrolls whole lines, so what stands beside the list would be sent twice.
  mutating func dropFormer(_ layout: PaneLayout, scrolls: Bool) {
    guard let former else { return }
    let isBeside = layout.list != nil && focus == .list && layer == nil && presenting == nil && !isAccessible
    guard isBeside, !scrolls, detail != nil, former.layout.key?.width == layout.detailText?.width else {
      self.former = nil
      return
    }
  }
}
