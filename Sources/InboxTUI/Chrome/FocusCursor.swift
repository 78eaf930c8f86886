import InboxCore

/// Where the terminal's own cursor stands for people who hear or feel the screen: at what has the keys.
enum FocusCursor {
  /// Puts the cursor there, unless a line that is typed into has it already.
  static func place(_ state: AppState, into frame: inout Frame) {
    guard frame.cursor == nil else { return }
    frame.cursor = point(state, frame)
  }

  private static func point(_ state: AppState, _ frame: Frame) -> Point? {
    guard state.layer == nil else {
      if let line = selectedLine(state), let point = frame.start(of: .layerLine(line)) { return point }
      // A box of text, or a question: where it begins.
      return frame.rect(of: .layer).map { Point(x: $0.x + 2, y: $0.y + 1) }
    }
    let layout = PaneLayout(state)
    switch state.focus {
    case .list:
      if let key = state.list.selection?.key, let point = frame.start(of: .row(key)) { return point }
      return layout.listRows.map { Point(x: $0.x + 1, y: $0.y) }
    case .detail:
      if let link = state.detail?.link, let point = frame.start(of: .link(link)) { return point }
      return layout.detailText.map { Point(x: $0.x, y: $0.y) }
    case .events:
      return frame.start(of: .event(state.events.back)) ?? frame.start(of: .events)
    }
  }

  /// Which line of a layer is selected; nil where none is.
  private static func selectedLine(_ state: AppState) -> Int? {
    switch state.layer {
    case .help(let help)?: help.selected
    case .launch(let selected)?, .faults(let selected)?: selected
    case .themes(let picker)?: picker.selected
    case .command(let palette)?: palette.selected
    default: nil
    }
  }
}

extension Frame {
  /// Where what is there for the mouse begins; of several places the first.
  fileprivate func rect(of target: MouseTarget) -> Rect? {
    marks.first { $0.target == target && !$0.rect.isEmpty }?.rect
  }

  fileprivate func start(of target: MouseTarget) -> Point? {
    rect(of: target).map { Point(x: $0.x, y: $0.y) }
  }
}
