/// The places of the phones, of the message's looks on them, and of the caption while presenting.
package struct Stage: Equatable, Sendable {
  /// A phone and its content.
  package struct Handset: Equatable, Sendable {
    /// One look of the message, without the edge of the phone.
    package struct Part: Equatable, Sendable {
      package var look: Presentation.Look
      package var rect: Rect
    }

    package var rect: Rect
    package var isDark: Bool
    package var parts: [Part]

    package func part(_ look: Presentation.Look) -> Rect? { parts.first { $0.look == look }?.rect }
  }

  package var handsets: [Handset] = []
  /// The caption; no rows without a tour.
  package var caption: Rect
  /// The height of a whole row: its two lines.
  package static let wholeRow = 2

  /// The message as a row of the message center; nil where no phone shows it.
  package var row: Rect? { handsets.lazy.compactMap { $0.part(.row) }.first }
  /// The message opened; nil where no phone shows it.
  package var opened: Rect? { handsets.lazy.compactMap { $0.part(.opened) }.first }
  /// The text of the opened message.
  package var text: Rect? { opened.map(Self.text) }

  /// The text of an opened message on a phone, below the app's bar where there is room for one.
  static func text(in opened: Rect) -> Rect {
    let inside = opened.inset(horizontally: 1, vertically: 0)
    return opened.height >= 8 ? inside.rows(from: 1) : inside
  }
}

extension AppState {
  /// Whether the pane with the keys has no other beside it, above it or below it.
  var hasOnePane: Bool {
    // A presentation knows no zoom.
    panes.isZoomed && presenting == nil || isAccessible
      || size.rows - PaneLayout.captionRows(self) < Self.rowsOfTwoPanes
  }

  /// With fewer rows a list above the events would be a title without a row.
  private static let rowsOfTwoPanes = 9

  /// How the events are shown: where there is one pane, a strip is the whole of it or is hidden.
  var shownEvents: EventPane.Mode {
    guard events.mode == .strip, hasOnePane else { return events.mode }
    return focus == .events ? .full : .hidden
  }
}

extension PaneLayout {
  /// A larger layout than for work: the list beside phones with the selected message, or one of them at a time.
  init(_ state: AppState, presenting presentation: Presentation) {
    let whole = Rect(state.size)
    // The same rows with and without a logo of the brand, so that nothing jumps when the selection moves.
    let header = state.size.columns >= 100 && state.size.rows >= 32 ? ThemeBrand.largestLogo.rows : 0
    let captionRows = Self.captionRows(state)
    let end = whole.height - Self.barRows(state)
    self.init(state.size, brand: header, status: end)
    var stage = Stage(caption: whole.rows(from: end - captionRows, count: captionRows))
    var body = whole.rows(from: header + 1, count: max(0, end - captionRows - header - 1))
    let shown = state.shownEvents
    switch shown {
    case .hidden: break
    case .full: events = body
    case .strip:
      let height = max(3, body.height / 3)
      events = body.rows(from: body.height - height, count: height)
      body = body.rows(from: 0, count: body.height - height)
    }
    if shown != .full {
      let look = Self.look(state, presentation)
      (list, stage.handsets) =
        HandsetLayout(body, presentation.phone, look, isAlone: state.isAccessible).panes
      detail = stage.opened
    }
    rowHeight = Self.rowHeight(list)
    self.stage = stage
  }

  /// The rows of the caption: as many as the longest caption needs, so that nothing jumps from step to step.
  fileprivate static func captionRows(_ state: AppState) -> Int {
    guard let tour = state.presenting?.tour, tour.isOpen else { return 0 }
    let (size, repertoire) = (state.size, state.profile.repertoire)
    let captions = tour.tour.steps.map { DisplayText.reduced($0.caption, to: repertoire) }
    let longest = captions.map { DisplayText.wrap($0, to: size.columns - 4).count }.max() ?? 1
    return min(longest + 1, size.rows < 16 ? max(2, size.rows - 7) : size.rows / 3)
  }

  /// An opened message is shown opened where there is room for one look only.
  private static func look(_ state: AppState, _ presentation: Presentation) -> Presentation.Look {
    state.focus == .detail && presentation.look == .all ? .opened : presentation.look
  }

  private static func rowHeight(_ list: Rect?) -> Int {
    guard let list else { return 1 }
    if list.height >= 16, list.width >= 30 { return 3 }
    return list.height >= 5 ? 2 : 1
  }
}
