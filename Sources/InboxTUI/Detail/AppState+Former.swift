/// The message beside the list that the selection has left.
///
/// The selection is drawn at once, and what it led to a moment later: keys that follow one another quickly do not wait
/// for messages that nobody reads.
extension AppState {
  /// Keeps what stands beside the list for a moment, where it has been drawn.
  mutating func leaveDetail() {
    guard countsMoments, former == nil, let detail, !detail.layout.lines.isEmpty else { return }
    former = detail
  }

  /// What stays behind goes as soon as the screen is about something else than the selection beside it, and with a list
  /// that scrolls: a terminal scrolls whole lines, so what stands beside it would be sent twice.
  mutating func dropFormer(_ layout: PaneLayout, scrolls: Bool) {
    guard let former else { return }
    let isBeside = layout.list != nil && focus == .list && layer == nil && presenting == nil && !isAccessible
    guard isBeside, !scrolls, detail != nil, former.layout.key?.width == layout.detailText?.width else {
      self.former = nil
      return
    }
  }
}
