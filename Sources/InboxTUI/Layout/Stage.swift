/// Where the looks of a message and the caption stand while presenting.
package struct Stage: Equatable, Sendable {
  /// The message as a phone announces it; nil where there is no room or it is another look's turn.
  package var banner: Rect?
  /// The message as a row of the message center.
  package var row: Rect?
  /// The height at which that row is wholly there: two lines and their frame.
  package static let wholeRow = 4
  /// The caption; no rows without a tour.
  package var caption: Rect
}

extension PaneLayout {
  /// Larger than for work: the list beside the looks of the selected message, or one of them at a time.
  init(_ state: AppState, presenting presentation: Presentation) {
    let whole = Rect(state.size)
    // Always the same rows, whether the brand has a logo or not: nothing jumps when the selection moves.
    let header = state.size.columns >= 100 && state.size.rows >= 32 ? ThemeBrand.largestLogo.rows : 0
    let captionRows = Self.captionRows(presentation.tour, on: state.size)
    let end = whole.height - 2
    self.init(state.size, brand: header, status: end)
    var stage = Stage(caption: whole.rows(from: end - captionRows, count: captionRows))
    var body = whole.rows(from: header + 1, count: max(0, end - captionRows - header - 1))
    switch state.events.mode {
    case .hidden: break
    case .full: events = body
    case .strip:
      let height = max(3, body.height / 3)
      events = body.rows(from: body.height - height, count: height)
      body = body.rows(from: 0, count: body.height - height)
    }
    if state.events.mode != .full {
      (list, detail) = Self.stand(body, look: Self.look(state, presentation), on: &stage)
    }
    rowHeight = Self.rowHeight(list)
    self.stage = stage
  }

  /// How many rows the band of a caption takes: as many as the longest caption needs, so that nothing jumps from step to step.
  private static func captionRows(_ tour: TourState?, on size: Size) -> Int {
    guard let tour, tour.isOpen else { return 0 }
    let width = size.columns - 4
    let longest = tour.tour.steps.map { DisplayText.wrap($0.caption, to: width).count }.max() ?? 1
    return min(longest + 1, size.rows < 16 ? max(2, size.rows - 7) : size.rows / 3)
  }

  /// A message that is read is shown opened, wherever there is room for one look only.
  private static func look(_ state: AppState, _ presentation: Presentation) -> Presentation.Look {
    state.focus == .detail && presentation.look == .all ? .opened : presentation.look
  }

  private static func rowHeight(_ list: Rect?) -> Int {
    guard let list else { return 1 }
    if list.height >= 16, list.width >= 36 { return 3 }
    return list.height >= 5 ? 2 : 1
  }

  private static func stand(
    _ body: Rect, look: Presentation.Look, on stage: inout Stage
  ) -> (list: Rect?, opened: Rect?) {
    if body.width >= 72, body.height >= 10 {
      let width = max(30, body.width * 2 / 5)
      return (body.left(width), looks(body.right(from: width), look, on: &stage))
    }
    if body.height >= 12 {
      let height = body.height * 2 / 5
      return (body.rows(from: 0, count: height), one(body.rows(from: height), look, on: &stage))
    }
    return look == .all ? (body, nil) : (nil, one(body, look, on: &stage))
  }

  /// All looks one above the other, or the one that is pointed at.
  private static func looks(
    _ area: Rect, _ look: Presentation.Look, on stage: inout Stage
  ) -> Rect? {
    let banner = area.width >= 60 && area.height >= 22 ? 6 : 5
    guard area.height >= banner + Stage.wholeRow + 5 else { return one(area, look, on: &stage) }
    stage.banner = area.rows(from: 0, count: banner)
    stage.row = area.rows(from: banner, count: Stage.wholeRow)
    return area.rows(from: banner + Stage.wholeRow)
  }

  private static func one(_ area: Rect, _ look: Presentation.Look, on stage: inout Stage) -> Rect? {
    switch look {
    case .all, .banner: stage.banner = area.rows(from: 0, count: min(area.height, 7))
    case .row: stage.row = area.rows(from: 0, count: min(area.height, 5))
    case .opened: return area
    }
    return nil
  }
}
