import struct Foundation.Date
import InboxModel

/// The card of a push banner on a lock screen: app, title and text, the icon beside them, the banner's own picture below
/// them where there is room, else in the icon's place, and the buttons.
struct PushBanner {
  private let state: AppState
  private let palette: PhonePalette
  private let row: ArchivedMessage
  private let banner: CampaignLog.Banner?
  private let text: String
  private let buttons: [String]
  /// The picture beside the words, and the one below them.
  private let (beside, below): ([DetailLine], [DetailLine])
  private let card: Rect

  /// The most rows of the picture below the words, and the fewest at which it is worth showing.
  private static let (mostRows, fewestRows) = (10, 4)

  /// - Parameter area: The rows that it may take.
  init(_ state: AppState, _ palette: PhonePalette, _ row: ArchivedMessage, _ area: Rect) {
    (self.state, self.palette, self.row) = (state, palette, row)
    banner = state.campaignLog.banner(of: row.key)
    text = DisplayText.reduced(
      Redaction.text(banner?.alert ?? row.message.body), to: state.profile.repertoire)
    let titles = row.message.actions.map(\.title).filter { !$0.isEmpty }
    buttons = area.height < 5 ? [] : titles
    let pictures = Pictures(state, row)
    let buttonRows = buttons.isEmpty ? 0 : 2
    let icon = pictures.lines(0, columns: 8, rows: min(4, area.height - 2))
    let wanted = Self.rows(of: text, beside: icon, in: area)
    below = pictures.lines(
      PictureShelf.Message.banner, columns: area.width - 2,
      rows: min(Self.mostRows, area.height - wanted - buttonRows - 1), fewest: Self.fewestRows)
    let attachment =
      below.isEmpty
      ? pictures.lines(PictureShelf.Message.banner, columns: 12, rows: min(4, area.height - 2)) : []
    beside = attachment.isEmpty ? icon : attachment
    let picture = below.isEmpty ? 0 : below.count + 1
    card = area.rows(
      from: 0,
      count: min(area.height, Self.rows(of: text, beside: beside, in: area) + picture + buttonRows))
  }

  func draw(into frame: inout Frame) {
    frame.fill(card, style: palette.fill(palette.bar))
    let inside = card.inset(horizontally: 1, vertically: 0)
    drawHead(inside, at: banner?.time ?? row.message.sent, into: &frame)
    let room = Self.room(beside: beside, in: card)
    var words = inside.rows(
      from: 1,
      count: max(0, card.height - 1 - (buttons.isEmpty ? 0 : 2) - (below.isEmpty ? 0 : below.count + 1)))
    draw(beside, x: words.maxX - (beside.first?.picture.count ?? 0), y: words.y, words.maxY, into: &frame)
    let subject = Redaction.text(row.message.subject.shownSubject)
    if !words.isEmpty {
      let title = palette.style(palette.ink, on: palette.bar, .bold)
      let width = frame.write(subject, x: words.x, y: words.y, width: room, style: title)
      // One line says what it is about, and as much of the text as there is room for.
      words = words.height == 1 ? words.right(from: width + 1) : words.rows(from: 1)
    }
    frame.write(
      wrapped: text, in: words.left(max(0, room - (words.x - inside.x))),
      style: palette.style(palette.ink, on: palette.bar))
    if let first = below.first {
      let x = inside.x + max(0, (inside.width - first.picture.count) / 2)
      draw(below, x: x, y: words.maxY + 1, card.maxY, into: &frame)
    }
    if !buttons.isEmpty { drawButtons(inside.rows(from: card.height - 1, count: 1), into: &frame) }
  }

  /// How many columns the words have.
  private static func room(beside picture: [DetailLine], in area: Rect) -> Int {
    area.width - 2 - (picture.first.map { $0.picture.count + 1 } ?? 0)
  }

  /// How many rows the app's name, the title and the text take.
  private static func rows(of text: String, beside picture: [DetailLine], in area: Rect) -> Int {
    let lines = DisplayText.wrap(text, to: max(4, room(beside: picture, in: area)))
    return max(lines.count, picture.count - 1) + 2
  }

  private func draw(_ picture: [DetailLine], x: Int, y: Int, _ end: Int, into frame: inout Frame) {
    for (index, line) in picture.enumerated() where y + index < end {
      DetailView.drawPicture(
        line, x: x, y: y + index, to: card.maxX, isLink: false,
        ground: palette.fill(palette.bar).background, into: &frame)
    }
  }

  private func drawHead(_ rect: Rect, at time: Date, into frame: inout Frame) {
    let name = state.appName(of: row.key)
    let icon = " \(name.first.map { $0.uppercased() } ?? "•") "
    frame.write(icon, x: rect.x, y: rect.y, width: 3, style: palette.button(nil, on: nil))
    let muted = palette.style(palette.muted, on: palette.bar)
    let age = TimeLabel.age(of: time, at: state.now, in: state.zone)
    frame.write(
      name, x: rect.x + 4, y: rect.y, width: rect.width - 6 - DisplayText.width(of: age), style: muted)
    frame.write(age, x: rect.x, y: rect.y, width: rect.width, style: muted, alignment: .trailing)
  }

  private func drawButtons(_ rect: Rect, into frame: inout Frame) {
    var x = rect.x
    for title in buttons {
      let words = "  \(Redaction.text(title))  "
      guard x + DisplayText.width(of: words) <= rect.maxX else { return }
      x += frame.write(words, x: x, y: rect.y, width: rect.maxX - x, style: palette.button(nil, on: nil)) + 1
    }
  }

  /// The pictures of the message that have been loaded.
  private struct Pictures {
    private let outcomes: [Int: PictureOutcome]
    private let depth: ColorDepth

    init(_ state: AppState, _ row: ArchivedMessage) {
      depth = state.profile.depth ?? .truecolor
      let detail = state.detail.flatMap { $0.row.key == row.key ? $0 : nil }
      outcomes = detail.flatMap { state.shownPictures(of: $0)?.outcomes } ?? [:]
    }

    /// The lines of a picture in a box, as large as it can be; none where it would have fewer rows.
    func lines(_ place: Int, columns: Int, rows: Int, fewest: Int = 2) -> [DetailLine] {
      guard rows >= fewest, case .raster(let raster)? = outcomes[place] else { return [] }
      return PictureCells.lines(
        raster, natural: PictureSize(width: columns * 4, height: 0), columns: columns, rows: rows,
        depth: depth)
    }
  }
}
