/// The places of everything on the screen: a pure function of its size and of what is shown.
///
/// The views draw by it and the displays follow from it (EN-1), so the two cannot drift apart.
package struct PaneLayout: Equatable, Sendable {
  /// The smallest screen that works.
  package static let smallest = Size(columns: 40, rows: 8)

  /// The brand's logo; no rows on most screens.
  package let brand: Rect
  package let tabs: Rect
  package internal(set) var list: Rect?
  package internal(set) var detail: Rect?
  package internal(set) var events: Rect?
  package let status: Rect
  package let hints: Rect
  /// Whether a row of the list has its preview behind its subject.
  package private(set) var previewsInLine = false
  /// How many lines a row of the list takes.
  package internal(set) var rowHeight = 1
  /// The places of the message's looks while presenting; nil otherwise.
  package internal(set) var stage: Stage?

  package init(_ state: AppState) {
    if let presenting = state.presenting, !Self.isTooSmall(state.size) {
      self.init(state, presenting: presenting)
    } else {
      self.init(working: state)
    }
  }

  /// The bars, below a brand and above the status rows; the panes share what is between.
  init(_ size: Size, brand rows: Int, status row: Int) {
    let whole = Rect(size)
    brand = whole.rows(from: 0, count: rows)
    tabs = whole.rows(from: rows, count: 1)
    status = whole.rows(from: row, count: 1)
    hints = whole.rows(from: row + 1, count: 1)
  }

  private init(working state: AppState) {
    let logo = BrandView.rows(state.shownTheme.brand, on: state.size)
    let status = state.size.rows - Self.barRows(state)
    self.init(state.size, brand: logo, status: status)
    guard !Self.isTooSmall(state.size) else { return }
    var body = Rect(state.size).rows(from: logo + 1, count: status - logo - 1)
    switch state.shownEvents {
    case .hidden: break
    case .full:
      events = body
      return
    case .strip:
      let share = body.height / 3 + body.height * state.panes.shares.events / 100
      let height = min(max(4, share), max(4, body.height - 4))
      events = body.rows(from: body.height - height, count: height)
      body = body.rows(from: 0, count: body.height - height)
    }
    (list, detail) = Self.panes(body, state)
    previewsInLine = (list?.width ?? 0) >= Self.wholeLine && !state.isAccessible
    rowHeight = list.map { $0.height >= 12 && $0.width >= 36 } == true && !previewsInLine ? 2 : 1
  }

  /// The rows of the status line, and of the hint line where it is shown.
  static func barRows(_ state: AppState) -> Int { state.panes.hidesHints ? 1 : 2 }

  package static func isTooSmall(_ size: Size) -> Bool {
    size.columns < smallest.columns || size.rows < smallest.rows
  }

  /// Side by side when wide, stacked when high, else one at a time; the person's own choice has precedence where there
  /// is room for it.
  private static func panes(_ body: Rect, _ state: AppState) -> (list: Rect?, detail: Rect?) {
    let shift = state.panes.shares.list
    switch state.panes.isZoomed ? .single : state.panes.split {
    case .automatic where body.width >= 100, .beside where body.width >= 60:
      let width = max(min(38, body.width / 2), body.width * (40 + shift) / 100)
      return (body.left(width), body.right(from: width))
    case .automatic where body.height >= stackable, .beside where body.height >= stackable,
      .stacked where body.height >= 8:
      // The title and at least eight rows, until the person wants fewer.
      let least = min(shift < 0 ? 3 : 9, body.height - 5)
      let height = max(least, body.height * (45 + shift) / 100)
      return (body.rows(from: 0, count: height), body.rows(from: height))
    case .automatic, .beside, .stacked, .single:
      return state.focus == .detail || state.isReading ? (nil, body) : (body, nil)
    }
  }

  /// With this many rows there is room for a list of eight and seven lines of a message below it, each under a title.
  private static let stackable = 17

  /// With this many columns there is room for a subject and its preview in one line.
  private static let wholeLine = 100

  /// The widest column of text that is easy to read.
  static let measure = 96

  /// The rows inside the list's frame.
  package var listRows: Rect? { list.map { $0.rows(from: 1) } }

  /// How many whole rows of the list are on the screen.
  package var wholeRows: Int { ((listRows?.height ?? 0) + rowHeight - rowContent) / rowHeight }

  /// Whether the last column of the list is a line between it and the message beside it.
  var hasDivider: Bool {
    guard let list, let detail else { return false }
    return detail.x >= list.maxX
  }

  /// The borders that can be dragged, and their places: the line beside the list, or the title of the pane below.
  var borders: [(PaneBorder, Rect)] {
    var borders: [(PaneBorder, Rect)] = []
    if let list, let detail {
      let beside = Rect(x: list.maxX - 1, y: list.y + 1, width: 1, height: list.height - 1)
      borders.append((.list, hasDivider ? beside : detail.rows(from: 0, count: 1)))
    }
    if let events, list != nil || detail != nil { borders.append((.events, events.rows(from: 0, count: 1))) }
    return borders
  }

  /// How many lines of a row hold text: the third is blank.
  var rowContent: Int { min(2, rowHeight) }

  /// The text inside the detail's frame.
  package var detailText: Rect? {
    if let stage { return stage.text }
    return detail.map { pane in
      let width = min(pane.width - 2, Self.measure)
      // A message that has the screen to itself is centred.
      let margin = list == nil ? (pane.width - width) / 2 : 1
      return Rect(x: pane.x + margin, y: pane.y + 1, width: width, height: pane.height - 1)
    }
  }
}
