import InboxModel

/// Draws a phone with looks of the selected message on it.
struct PhoneView {
  let state: AppState
  private let theme: Theme
  private let handset: Stage.Handset
  let palette: PhonePalette
  let row: ArchivedMessage

  init(_ state: AppState, _ theme: Theme, _ handset: Stage.Handset, _ row: ArchivedMessage) {
    (self.state, self.theme, self.handset, self.row) = (state, theme, handset, row)
    palette = PhonePalette(isDark: handset.isDark, theme, depth: state.profile.depth ?? .truecolor)
  }

  func draw(into frame: inout Frame) {
    for part in handset.parts where !part.rect.isEmpty {
      switch part.look {
      case .banner: drawLockScreen(part.rect, into: &frame)
      case .row: drawRow(part.rect, into: &frame)
      case .opened: drawOpened(part.rect, into: &frame)
      case .all: break
      }
    }
  }

  // MARK: - Row of the message center

  private func drawRow(_ rect: Rect, into frame: inout Frame) {
    frame.fill(rect, style: palette.fill(palette.page))
    var area = rect.inset(horizontally: 1, vertically: 0)
    if rect.height >= 5 {
      drawBar(state.name(of: row.key.center), rect, into: &frame)
      area = area.rows(from: 2)
    }
    let isUnread = row.isUnread(at: state.now)
    let muted = palette.style(palette.muted, on: palette.page)
    if isUnread {
      frame.write(
        theme.glyphs.unread(in: frame.repertoire), x: area.x, y: area.y, width: 1,
        style: palette.style(palette.brand, on: palette.page, .bold))
    }
    let words = Rect(x: area.x + 2, y: area.y, width: area.width - 2, height: area.height)
    let age = TimeLabel.age(of: row.message.sent, at: state.now, in: state.zone)
    let ends = row.message.expiry.map { TimeLabel.end($0, at: state.now, in: state.zone) } ?? ""
    let title = palette.style(palette.ink, on: palette.page, isUnread ? .bold : [])
    frame.write(
      Redaction.text(row.message.subject.shownSubject), x: words.x, y: words.y,
      width: words.width - 1 - DisplayText.width(of: age), style: title)
    frame.write(age, x: words.x, y: words.y, width: words.width, style: muted, alignment: .trailing)
    let preview = words.rows(from: 1, count: min(2, words.height - 1))
    var text = preview
    if words.height <= preview.height + 1, !ends.isEmpty {
      text = preview.left(preview.width - 1 - DisplayText.width(of: ends))
    }
    frame.write(wrapped: Redaction.text(row.message.body), in: text, style: muted)
    guard !ends.isEmpty, !preview.isEmpty else { return }
    let last = words.height > preview.height + 1 ? preview.maxY : preview.maxY - 1
    let width = DisplayText.width(of: ends) + 1
    frame.fill(Rect(x: words.maxX - width, y: last, width: width, height: 1), style: muted)
    frame.write(ends, x: words.x, y: last, width: words.width, style: muted, alignment: .trailing)
  }

  /// The bar of the app, with a title in the middle.
  private func drawBar(_ title: String, back: String? = nil, _ rect: Rect, into frame: inout Frame) {
    let bar = rect.rows(from: 0, count: 1)
    frame.fill(bar, style: palette.fill(palette.bar))
    frame.write(
      title, x: bar.x + 1, y: bar.y, width: bar.width - 2,
      style: palette.style(palette.ink, on: palette.bar, .bold), alignment: .center)
    guard let back, DisplayText.width(of: title) + 2 * DisplayText.width(of: back) + 4 <= bar.width else {
      return
    }
    frame.write(
      back, x: bar.x + 1, y: bar.y, width: bar.width - 2, style: palette.style(palette.brand, on: palette.bar)
    )
  }

  // MARK: - Opened

  private func drawOpened(_ rect: Rect, into frame: inout Frame) {
    guard let detail = state.former ?? state.detail else { return }
    let page = detail.isOpen ? detail.text.page.map { Light($0) } ?? palette.page : palette.page
    frame.fill(rect, style: palette.fill(page))
    if rect.height >= 8 {
      drawBar(state.appName(of: row.key), back: "‹ \(state.name(of: row.key.center))", rect, into: &frame)
    }
    let text = Stage.text(in: rect)
    let lines = NarrowedLines.text(detail.layout.lines, detail.narrowing)
    for y in 0..<text.height where detail.scroll + y < lines.count {
      let line = lines[detail.scroll + y]
      let ground = line.look.ground.map { Light($0) } ?? page
      if line.look.ground != nil {
        frame.fill(Rect(x: rect.x, y: text.y + y, width: rect.width, height: 1), style: palette.fill(ground))
      }
      draw(line, on: ground, text.rows(from: y, count: 1), into: &frame)
    }
  }

  private func draw(_ line: DetailLine, on ground: Light, _ rect: Rect, into frame: inout Frame) {
    let width = line.runs.reduce(line.picture.count) { $0 + DisplayText.width(of: $1.text) }
    var x = line.look.isCentered ? rect.x + max(0, (rect.width - width) / 2) : rect.x
    for run in line.runs {
      let start = x
      x += frame.write(
        run.text, x: x, y: rect.y, width: rect.maxX - x, style: style(of: run, on: ground), ellipsis: false)
      guard let link = run.link, state.former == nil else { continue }
      frame.mark(Rect(x: start, y: rect.y, width: x - start, height: 1), .link(link))
    }
    guard !line.picture.isEmpty else { return }
    DetailView.drawPicture(
      line, x: x, y: rect.y, to: rect.maxX, isLink: state.former == nil,
      ground: palette.fill(ground).background, into: &frame)
  }

  private func style(of run: DetailLine.Run, on ground: Light) -> Style {
    let ink = run.color.map { Light($0) }
    let behind = run.ground.map { Light($0) }
    let isSelected = run.role == .detailLinkSelected
    if run.isButton {
      var button = palette.button(ink, on: behind, run.attributes)
      if isSelected { button.attributes.insert(.underline) }
      return button
    }
    let own: (ink: Light, attributes: Attributes) =
      switch run.role {
      case .detailLink, .detailLinkSelected: (ink ?? palette.brand, .underline)
      case .muted, .detailLabel: (ink ?? mutedInk(on: ground), [])
      case .title, .detailHeading: (ink ?? plainInk(on: ground), .bold)
      default: (ink ?? plainInk(on: ground), [])
      }
    let attributes = run.attributes.union(own.attributes).union(isSelected ? .bold : [])
    return palette.style(own.ink, on: behind ?? ground, attributes)
  }

  /// What says no colour of its own is black or white, as its ground wants it.
  private func plainInk(on ground: Light) -> Light {
    palette.ink.contrast(with: ground) >= Legibility.least
      ? palette.ink : ground.contrast(with: .white) > ground.contrast(with: .black) ? .white : .black
  }

  private func mutedInk(on ground: Light) -> Light { plainInk(on: ground).mixed(with: ground, 0.35) }
}
