import InboxCore
import InboxModel

/// Draws phones with the looks of the selected message: push banner, list row, opened.
enum PresentingView {
  static func draw(_ state: AppState, _ layout: PaneLayout, _ theme: Theme, into frame: inout Frame) {
    guard let stage = layout.stage else { return }
    var state = state
    let isAwaiting = state.awaitsLaunched
    if isAwaiting { (state.detail, state.former) = (nil, nil) }
    let blank = isAwaiting ? Presentation.awaited : state.snapshot?.disabled.map(state.sentence)
    if !layout.brand.isEmpty { drawHeader(state, layout.brand, theme, into: &frame) }
    if let opened = layout.detail { frame.mark(opened, .detail) }
    for handset in stage.handsets {
      drawEdge(handset, state, theme, into: &frame)
      guard let row = state.detail?.row else {
        if let blank, let area = handset.parts.first(where: { !$0.rect.isEmpty })?.rect {
          let place = area.inset(horizontally: 1, vertically: 0)
          frame.write(wrapped: blank, in: place, style: theme(.muted))
        }
        continue
      }
      PhoneView(state, theme, handset, row).draw(into: &frame)
    }
    CaptionView.draw(state, stage.caption, theme, into: &frame)
  }

  /// Whose app it is, in its own signs where its theme has some.
  private static func drawHeader(_ state: AppState, _ rect: Rect, _ theme: Theme, into frame: inout Frame) {
    if let brand = theme.brand, brand.logo.count > 1 {
      BrandView.draw(brand, rect, theme, into: &frame)
    } else {
      let name = theme.brand?.name ?? state.appName(of: state.detail?.row.key)
      frame.write(name, x: rect.x + 2, y: rect.y + 1, width: rect.width - 4, style: theme(.brand))
    }
  }

  /// The edge of a phone, with the title of each look above it; the one that is meant has a mark that needs no colour.
  private static func drawEdge(
    _ handset: Stage.Handset, _ state: AppState, _ theme: Theme, into frame: inout Frame
  ) {
    let look = state.presenting?.look ?? .all
    func isMeant(_ part: Stage.Handset.Part) -> Bool {
      part.look == look || part.look == .opened && look == .all && state.hasKeys(.detail)
    }
    let line = theme(handset.parts.contains(where: isMeant) ? .borderFocus : .border)
    frame.box(handset.rect, style: line, glyphs: theme.glyphs.border.box)
    for part in handset.parts {
      let y = part.rect.y - 1
      let across = Rect(x: handset.rect.x + 1, y: y, width: handset.rect.width - 2, height: 1)
      if y > handset.rect.y { frame.fill(across, style: line, with: theme.glyphs.border.box.horizontal) }
      let title = title(of: part.look, state)
      let used = frame.write(
        isMeant(part) ? " ▸ \(title) " : " \(title) ", x: across.x + 1, y: y, width: across.width - 2,
        style: isMeant(part) ? theme(.title).over(line) : line)
      guard part.look == .opened, let narrowing = state.detail?.narrowing else { continue }
      NarrowingView.draw(
        narrowing, NarrowingView.counts(state), x: across.x + 1 + used, y: y, to: across.maxX - 1, theme,
        into: &frame)
    }
    if state.presenting?.phone.appearance == .both {
      let name = handset.isDark ? " dark " : " light "
      frame.write(
        name, x: handset.rect.x, y: handset.rect.y, width: handset.rect.width - 2, style: line,
        alignment: .trailing)
    }
    guard let opened = handset.part(.opened) else { return }
    drawFoot(state, opened, handset.rect, line, into: &frame)
  }

  private static func title(of look: Presentation.Look, _ state: AppState) -> String {
    switch look {
    case .banner: return "Push banner"
    case .row: return "In the list"
    case .all, .opened:
      guard let detail = state.detail, !detail.isOpen else { return "Opened" }
      if state.campaignLog.deeds(of: detail.row.key).opens.isDone { return "Opened earlier" }
      // Without an event it is not known whether it was opened before.
      return state.profile.capabilities.opens ? "Opened: not yet" : "Opened"
    }
  }

  /// What the next key does, and how far the text is scrolled.
  private static func drawFoot(
    _ state: AppState, _ opened: Rect, _ rect: Rect, _ style: Style, into frame: inout Frame
  ) {
    guard let detail = state.former ?? state.detail else { return }
    let position = DetailView.position(detail, Stage.text(in: opened))
    let width = DisplayText.width(of: position)
    let y = rect.maxY - 1
    if let words = nextStep(detail, state) {
      frame.write(" \(words) ", x: rect.x + 2, y: y, width: rect.width - 5 - width, style: style)
    }
    frame.write(position, x: rect.maxX - 2 - width, y: y, width: width, style: style)
  }

  private static func nextStep(_ detail: DetailState, _ state: AppState) -> String? {
    if let number = detail.link, let link = detail.links.first(where: { $0.number == number }) {
      return PresentedMessage.target(link.url, tracked: state.profile.domains)
    }
    return detail.isOpen ? nil : "\(state.keys.name(of: .open)) opens it"
  }
}

/// Draws the caption of a tour: a band below everything, so that it covers nothing.
enum CaptionView {
  static func draw(_ state: AppState, _ rect: Rect, _ theme: Theme, into frame: inout Frame) {
    guard let tour = state.presenting?.tour, !rect.isEmpty else { return }
    let bar = theme(.tabActive)
    let top = rect.rows(from: 0, count: 1)
    frame.fill(top, style: bar)
    let count = " \(tour.shown + 1) / \(tour.tour.steps.count) "
    let used = frame.write(count, x: rect.x + 1, y: rect.y, width: rect.width - 2, style: bar)
    let room = rect.width - 4 - used
    let texts = words(tour, state, room)
    let width = min(DisplayText.width(of: texts), room)
    frame.write(texts, x: rect.maxX - 2 - width, y: rect.y, width: width, style: bar)
    if room - width > DisplayText.width(of: tour.tour.name) + 2 {
      frame.write(tour.tour.name, x: rect.x + 2 + used, y: rect.y, width: room - width, style: bar)
    }
    let text = rect.rows(from: 1).inset(horizontally: 2, vertically: 0)
    frame.write(wrapped: tour.step.caption, in: text, style: theme(.title))
  }

  /// - Parameter room: The columns that there are for them: which key goes on must be among them.
  private static func words(_ tour: TourState, _ state: AppState, _ room: Int) -> String {
    if tour.isLate {
      guard !tour.isLast else { return tour.lateWords }
      let next = "\(state.keys.name(of: .nextCaption)) goes on"
      let words = "\(tour.lateWords); \(next)"
      return DisplayText.width(of: words) > room ? "\(next) without it" : words
    }
    if tour.shown < tour.position { return "read again: nothing is undone" }
    if state.tourWaitsForPerson { return "it waits until you are done here" }
    if tour.isBusy { return tour.waitingWords + "…" }
    return tour.position == tour.tour.steps.count - 1 ? "the end" : ""
  }
}
