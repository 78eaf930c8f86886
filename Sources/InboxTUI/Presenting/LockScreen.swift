import struct Foundation.Date
import InboxCore

/// Draws how a phone announces the selected message: the lock screen with its push banner.
struct LockScreen {
  private let state: AppState
  private let theme: Theme
  private let palette: PhonePalette
  private let row: ArchivedMessage

  init(_ state: AppState, _ theme: Theme, _ palette: PhonePalette, _ row: ArchivedMessage) {
    (self.state, self.theme, self.palette, self.row) = (state, theme, palette, row)
  }

  func draw(_ rect: Rect, into frame: inout Frame) {
    frame.fill(rect, style: palette.fill(palette.wall))
    var area = rect.inset(horizontally: 1, vertically: 0)
    if rect.height >= 10 {
      drawClock(area.rows(from: 1, count: 2), into: &frame)
      area = area.rows(from: 4)
    } else if rect.height >= 7 {
      drawClock(area.rows(from: 0, count: 1), into: &frame)
      area = area.rows(from: 1)
    }
    guard isAnnounced else {
      return PresentingView.lines(noBanner, area, palette.style(palette.ink, on: palette.wall), into: &frame)
    }
    drawCard(area, into: &frame)
  }

  private func drawClock(_ rect: Rect, into frame: inout Frame) {
    let time = TimeLabel.minute(state.now, in: state.zone)
    let day = TimeLabel.full(state.now, in: state.zone).split(separator: " ").prefix(2).joined(separator: " ")
    let words = [time, day]
    for (y, text) in words.prefix(rect.height).enumerated() {
      frame.write(
        text, x: rect.x, y: rect.y + y, width: rect.width,
        style: palette.style(palette.ink, on: palette.wall, y == 0 ? .bold : []), alignment: .center)
    }
  }

  private var isAnnounced: Bool {
    state.campaignLog.banner(of: row.key) != nil
      || state.profile.campaigns?.campaign(of: row.key)?.isPushed == true
  }

  private var noBanner: String {
    if !state.profile.capabilities.liveLine {
      return "\(state.profile.capabilities.vendor) sends no push banner here."
    }
    return state.profile.campaigns?.campaign(of: row.key) == nil
      ? "No push banner of this message is known."
      : "No push banner: this campaign is for the message center only."
  }

  // MARK: - The banner

  private func drawCard(_ area: Rect, into frame: inout Frame) {
    let seen = state.campaignLog.banner(of: row.key)
    let buttons = row.message.actions.map(\.title).filter { !$0.isEmpty }
    let text = Redaction.text(seen?.alert ?? row.message.body)
    let picture = thumbnail(rows: min(4, area.height - 2))
    let room = area.width - 4 - (picture.isEmpty ? 0 : (picture[0].picture.count + 1))
    let wanted = max(DisplayText.wrap(text, to: max(4, room)).count, picture.count - 1) + 2
    let buttonRows = buttons.isEmpty || area.height < 5 ? 0 : 2
    let height = min(area.height, wanted + buttonRows)
    let card = area.rows(from: 0, count: height)
    frame.fill(card, style: palette.fill(palette.bar))
    let inside = card.inset(horizontally: 1, vertically: 0)
    drawHead(inside, at: seen?.time ?? row.message.sent, into: &frame)
    let title = palette.style(palette.ink, on: palette.bar, .bold)
    let words = inside.rows(from: 1, count: max(0, height - 1 - buttonRows))
    if words.height >= 2 {
      frame.write(
        Redaction.text(row.message.subject), x: words.x, y: words.y, width: room, style: title)
    }
    PresentingView.lines(
      text, words.rows(from: words.height >= 2 ? 1 : 0).left(room),
      palette.style(palette.ink, on: palette.bar),
      into: &frame)
    for (y, line) in picture.enumerated() where y < words.height {
      DetailView.drawPicture(
        line, x: words.maxX - line.picture.count, y: words.y + y, to: words.maxX, isLink: false,
        ground: palette.fill(palette.bar).background, into: &frame)
    }
    if buttonRows > 0 { drawButtons(buttons, inside.rows(from: height - 1, count: 1), into: &frame) }
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

  private func drawButtons(_ titles: [String], _ rect: Rect, into frame: inout Frame) {
    var x = rect.x
    for title in titles {
      let words = "  \(Redaction.text(title))  "
      guard x + DisplayText.width(of: words) <= rect.maxX else { return }
      x += frame.write(words, x: x, y: rect.y, width: rect.maxX - x, style: palette.button(nil, on: nil)) + 1
    }
  }

  /// The message's icon beside the words.
  private func thumbnail(rows: Int) -> [DetailLine] {
    guard rows >= 2, let detail = state.detail, detail.row.key == row.key,
      case .raster(let raster)? = state.shownPictures(of: detail)?.outcomes[0]
    else { return [] }
    return PictureCells.lines(raster, columns: rows * 2, rows: rows, depth: state.profile.depth ?? .truecolor)
  }
}
