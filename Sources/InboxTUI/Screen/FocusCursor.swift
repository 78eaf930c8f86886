import InboxModel

/// Places the terminal's own cursor for people who hear or feel the screen: at what has the keys.
enum FocusCursor {
  /// Puts the cursor there, unless a line that is typed into has it already.
  static func place(_ state: AppState, into frame: inout Frame) {
    guard frame.cursor == nil else { return }
    frame.cursor = point(state, frame)
  }

  private static func point(_ state: AppState, _ frame: Frame) -> Point? {
    if let layer = state.layer {
      if let line = layer.content.selectedLine, let point = frame.start(of: .layerLine(line)) { return point }
      // In a box of text or a question: at the match, or at the beginning.
      return frame.rect(of: .layer).map { box in
        let offset = state.matchOffset.flatMap { (0..<max(1, box.height - 2)).contains($0) ? $0 : nil }
        return Point(x: box.x + 2, y: box.y + 1 + (offset ?? 0))
      }
    }
    let layout = PaneLayout(state)
    switch state.focus {
    case .list:
      if let key = state.list.selection?.key, let point = frame.start(of: .row(key)) { return point }
      return layout.listRows.map { Point(x: $0.x + 1, y: $0.y) } ?? phone(layout)
    case .detail:
      if let offset = state.matchOffset, let text = layout.detailText, (0..<text.height).contains(offset) {
        return Point(x: text.x, y: text.y + offset)
      }
      // A message that was just opened is read from its beginning, though Enter would follow its link.
      if let detail = state.detail, !detail.isLinkOffered, let link = detail.link,
        let point = frame.start(of: .link(link))
      {
        return point
      }
      return layout.detailText.map { Point(x: $0.x, y: $0.y) } ?? phone(layout)
    case .events:
      return frame.start(of: .event(state.events.back)) ?? frame.start(of: .events)
    }
  }

  /// The beginning of a phone's content, which fills the screen before an audience.
  private static func phone(_ layout: PaneLayout) -> Point? {
    layout.stage?.handsets.first?.parts.first.map { Point(x: $0.rect.x, y: $0.rect.y) }
  }
}

extension Frame {
  /// The start of a mouse target; of several the first.
  fileprivate func rect(of target: MouseTarget) -> Rect? {
    marks.first { $0.target == target && !$0.rect.isEmpty }?.rect
  }

  fileprivate func start(of target: MouseTarget) -> Point? {
    rect(of: target).map { Point(x: $0.x, y: $0.y) }
  }
}
