package import InboxCore

/// Where everything stands: a pure function of the size and of what is shown.
///
/// The views draw by it and the displays follow from it (EN-1), so the two cannot drift apart.
package struct PaneLayout: Equatable, Sendable {
  /// The least that a screen needs.
  package static let smallest = Size(columns: 40, rows: 8)

  /// The brand's logo; no rows on most screens.
  package let brand: Rect
  package let tabs: Rect
  package let list: Rect?
  package let detail: Rect?
  package let events: Rect?
  package let status: Rect
  package let hints: Rect
  /// Whether the message has the place of the list as well.
  private let isReader: Bool
  /// Whether a row of the list has its preview behind its subject.
  package private(set) var previewsInLine = false
  /// How many lines a row of the list takes.
  package let rowHeight: Int
  /// Where the looks of a message stand while presenting; nil otherwise.
  package let stage: Stage?

  package init(_ state: AppState) {
    if let presenting = state.presenting, !Self.isTooSmall(state.size) {
      self.init(state, presenting: presenting)
    } else {
      self.init(working: state)
    }
  }

  init(
    brand: Rect, tabs: Rect, list: Rect?, detail: Rect?, events: Rect?, status: Rect, hints: Rect,
    rowHeight: Int, stage: Stage
  ) {
    (self.brand, self.tabs, self.list, self.detail) = (brand, tabs, list, detail)
    (self.events, self.status, self.hints) = (events, status, hints)
    self.rowHeight = rowHeight
    self.stage = stage
    isReader = false
  }

  private init(working state: AppState) {
    stage = nil
    let whole = Rect(state.size)
    let logo = BrandView.rows(state.shownTheme.brand, on: state.size)
    brand = whole.rows(from: 0, count: logo)
    let screen = whole.rows(from: logo, count: whole.height - logo)
    tabs = screen.rows(from: 0, count: 1)
    status = screen.rows(from: screen.height - 2, count: 1)
    hints = screen.rows(from: screen.height - 1, count: 1)
    guard !Self.isTooSmall(state.size) else {
      list = nil
      detail = nil
      events = nil
      rowHeight = 1
      isReader = false
      return
    }
    var body = screen.rows(from: 1, count: screen.height - 3)
    switch state.events.mode {
    case .hidden: events = nil
    case .full:
      events = body
      list = nil
      detail = nil
      rowHeight = 1
      isReader = false
      return
    case .strip where state.hasOnePane && state.focus != .events: events = nil
    case .strip where state.hasOnePane:
      events = body
      list = nil
      detail = nil
      rowHeight = 1
      isReader = false
      return
    case .strip:
      let share = body.height / 3 + body.height * state.shares.events * PaneShares.percent / 100
      let height = min(max(4, share), max(4, body.height - 4))
      events = body.rows(from: body.height - height, count: height)
      body = body.rows(from: 0, count: body.height - height)
    }
    let (list, detail) = Self.panes(body, state)
    self.list = list
    self.detail = detail
    isReader = detail != nil && list == nil
    previewsInLine = (list?.width ?? 0) >= Self.wholeLine && !state.isAccessible
    rowHeight = list.map { $0.height >= 12 && $0.width >= 36 } == true && !previewsInLine ? 2 : 1
  }

  package static func isTooSmall(_ size: Size) -> Bool {
    size.columns < smallest.columns || size.rows < smallest.rows
  }

  /// Side by side when wide, stacked when high, else one at a time; unless the person wants it otherwise, and there
  /// is room for that.
  private static func panes(_ body: Rect, _ state: AppState) -> (list: Rect?, detail: Rect?) {
    let shift = state.shares.list * PaneShares.percent
    switch state.isZoomed ? .single : state.split {
    case .automatic where body.width >= 100, .beside where body.width >= 60:
      let width = max(min(38, body.width / 2), body.width * (40 + shift) / 100)
      return (body.left(width), body.right(from: width))
    case .automatic where body.height >= 25, .beside where body.height >= 25, .stacked where body.height >= 8:
      let height = max(3, body.height * (45 + shift) / 100)
      return (body.rows(from: 0, count: height), body.rows(from: height))
    case .automatic, .beside, .stacked, .single:
      return state.focus == .detail ? (nil, body) : (body, nil)
    }
  }

  /// So many columns have room for a subject and what follows it in one line.
  private static let wholeLine = 100

  /// The widest column of text that is read with ease.
  static let measure = 96

  /// The rows inside the list's frame.
  package var listRows: Rect? { list.map { $0.rows(from: 1) } }

  /// How many rows of the list are wholly on the screen.
  package var wholeRows: Int { ((listRows?.height ?? 0) + rowHeight - rowContent) / rowHeight }

  /// Whether the last column of the list is a line between it and the message beside it.
  var hasDivider: Bool {
    guard let list, let detail else { return false }
    return detail.x > list.x
  }

  /// How many lines of a row say something: the third is air.
  private var rowContent: Int { min(2, rowHeight) }

  /// The text inside the detail's frame.
  package var detailText: Rect? {
    if stage != nil { return detail?.inset(horizontally: 2, vertically: 1) }
    return detail.map { pane in
      let width = min(pane.width - 2, Self.measure)
      // A message that has the screen to itself stands in its middle.
      let margin = isReader ? (pane.width - width) / 2 : 1
      return Rect(x: pane.x + margin, y: pane.y + 1, width: width, height: pane.height - 1)
    }
  }

  /// Which messages a person sees as previews now, in screen order (EN-1).
  ///
  /// A row of which a layer hides a cell is covered; those beside the layer are seen.
  package func visibleRows(_ state: AppState) -> [VisibleRow] {
    let cover = MainView.cover(state)
    func row(_ key: MessageKey, _ place: Rect, isWhole: Bool) -> VisibleRow {
      let isCovered = cover.map { !$0.intersection(place).isEmpty } ?? false
      return VisibleRow(key, isCovered ? .covered : isWhole ? .whole : .partial)
    }
    guard let area = listRows else {
      // An audience has this row instead of the list where there is room for one look only.
      guard let shown = stage?.row, let message = state.detail?.row else { return [] }
      return [row(message.key, shown, isWhole: shown.height >= Stage.wholeRow)]
    }
    var rows: [VisibleRow] = []
    let list = state.list
    var index = list.top
    var y = 0
    while y < area.height, let message = list.row(at: index) {
      let place = area.rows(from: y, count: rowContent).left(area.width - (hasDivider ? 1 : 0))
      rows.append(row(message.key, place, isWhole: y + rowContent <= area.height))
      y += rowHeight
      index += 1
    }
    return rows
  }
}
