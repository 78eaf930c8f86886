import struct Foundation.Date
import InboxCore

/// Draws the looks of the selected message: push banner, list row, opened.
enum PresentingView {
  static func draw(_ state: AppState, _ layout: PaneLayout, _ theme: Theme, into frame: inout Frame) {
    guard let presentation = state.presenting, let stage = layout.stage else { return }
    if !layout.brand.isEmpty { drawHeader(state, layout.brand, theme, into: &frame) }
    let row = state.detail?.row
    if let rect = stage.banner {
      let inside = panel(
        "Push banner", rect, isMeant: presentation.look == .banner, theme, into: &frame)
      drawBanner(row, state, inside, theme, into: &frame)
    }
    if let rect = stage.row {
      let inside = panel("In the list", rect, isMeant: presentation.look == .row, theme, into: &frame)
      drawRow(row, state, inside, theme, into: &frame)
    }
    if let rect = layout.detail, let text = layout.detailText {
      let isFocused = state.hasKeys(.detail)
      let isMeant = presentation.look == .opened || (presentation.look == .all && isFocused)
      let opens = state.detail.map { state.campaignLog.deeds(of: $0.row.key).opens } ?? .init()
      let isOpened = opens.known + opens.waiting > 0
      // Without an event nobody knows whether it was opened before.
      let notYet = state.profile.capabilities.opens ? "Opened: not yet" : "Opened"
      let title = state.detail?.isOpen == true ? "Opened" : isOpened ? "Opened before" : notYet
      _ = panel(title, rect, isMeant: isMeant, theme, into: &frame)
      frame.mark(rect, .detail)
      let shown = state.former ?? state.detail
      DetailView.drawText(shown, isFormer: state.former != nil, text, theme, into: &frame)
      let position = DetailView.position(shown, text)
      let width = DisplayText.width(of: position)
      frame.write(position, x: rect.maxX - 2 - width, y: rect.y, width: width, style: theme(.border))
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

  /// A frame with a title, and its inside; the one that is meant has a mark that needs no colour.
  private static func panel(
    _ title: String, _ rect: Rect, isMeant: Bool, _ theme: Theme, into frame: inout Frame
  ) -> Rect {
    let line = theme(isMeant ? .borderFocus : .border)
    frame.box(rect, style: line, glyphs: theme.glyphs.border.box)
    let name = isMeant ? " ▸ \(title) " : " \(title) "
    frame.write(
      name, x: rect.x + 2, y: rect.y, width: rect.width - 4, style: isMeant ? theme(.title).over(line) : line)
    return rect.inset(horizontally: 2, vertically: 1)
  }

  // MARK: - Push banner

  private static func drawBanner(
    _ row: ArchivedMessage?, _ state: AppState, _ rect: Rect, _ theme: Theme, into frame: inout Frame
  ) {
    guard let row else { return }
    let campaign = state.profile.campaigns?.campaign(of: row.key)
    let seen = state.campaignLog.banner(of: row.key)
    guard seen != nil || campaign?.isPushed == true else {
      let why =
        !state.profile.capabilities.liveLine
        ? "No push banner: \(state.profile.capabilities.vendor) has no live line that would bring one."
        : campaign == nil
          ? "Whether a banner announced this message is not known: the message itself does not say."
          : "No push banner: this campaign is for the message center only."
      lines(why, rect, theme(.muted), into: &frame)
      return
    }
    let name = state.appName(of: row.key)
    let icon = " " + String(name.first.map { $0.uppercased() } ?? "•") + " "
    frame.write(icon, x: rect.x, y: rect.y, width: 3, style: theme(.tabActive))
    let age = TimeLabel.age(of: seen?.time ?? row.message.sent, at: state.now, in: state.zone)
    let width = DisplayText.width(of: age)
    frame.write(
      name, x: rect.x + 4, y: rect.y, width: rect.width - 5 - width,
      style: theme(.title))
    frame.write(age, x: rect.maxX - width, y: rect.y, width: width, style: theme(.muted))
    lines(Redaction.text(seen?.alert ?? row.message.body), rect.rows(from: 1), theme(.text), into: &frame)
  }

  // MARK: - List row

  private static func drawRow(
    _ row: ArchivedMessage?, _ state: AppState, _ rect: Rect, _ theme: Theme, into frame: inout Frame
  ) {
    guard let row else { return }
    let isUnread = row.isUnread(at: state.now)
    let style = theme(isUnread ? .listUnread : .listRow)
    if isUnread {
      frame.write(
        theme.glyphs.unread(in: frame.repertoire), x: rect.x, y: rect.y, width: 1, style: theme(.unreadMark))
    }
    let age = TimeLabel.age(of: row.message.sent, at: state.now, in: state.zone)
    let ends = row.message.expiry.map { TimeLabel.end($0, at: state.now, in: state.zone) } ?? ""
    frame.write(
      Redaction.text(row.message.subject), x: rect.x + 2, y: rect.y,
      width: rect.width - 3 - DisplayText.width(of: age), style: style)
    frame.write(age, x: rect.x, y: rect.y, width: rect.width, style: theme(.muted), alignment: .trailing)
    frame.write(
      Redaction.text(row.message.body), x: rect.x + 2, y: rect.y + 1,
      width: rect.width - 3 - DisplayText.width(of: ends), style: theme(.muted))
    frame.write(
      ends, x: rect.x, y: rect.y + 1, width: rect.width, style: theme(.listExpiring), alignment: .trailing)
  }

  /// Wrapped lines; the last one that fits says that there is more.
  static func lines(_ text: String, _ rect: Rect, _ style: Style, into frame: inout Frame) {
    let all = DisplayText.wrap(text, to: rect.width)
    for (y, line) in all.prefix(rect.height).enumerated() {
      let isCut = y == rect.height - 1 && all.count > rect.height
      frame.write(isCut ? line + " …" : line, x: rect.x, y: rect.y + y, width: rect.width, style: style)
    }
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
    let texts = words(tour, state)
    let room = rect.width - 4 - used
    let width = min(DisplayText.width(of: texts), room)
    frame.write(texts, x: rect.maxX - 2 - width, y: rect.y, width: width, style: bar)
    if room - width > DisplayText.width(of: tour.tour.name) + 2 {
      frame.write(tour.tour.name, x: rect.x + 2 + used, y: rect.y, width: room - width, style: bar)
    }
    let text = rect.rows(from: 1).inset(horizontally: 2, vertically: 0)
    PresentingView.lines(tour.step.caption, text, theme(.title), into: &frame)
  }

  private static func words(_ tour: TourState, _ state: AppState) -> String {
    if tour.isLate { return "this did not come; \(state.keys.name(of: .nextCaption)) goes on" }
    if tour.shown < tour.position { return "read again: nothing is undone" }
    if state.tourWaitsForPerson { return "it waits until you are done here" }
    if tour.isBusy { return tour.waitingWords + "…" }
    return tour.position == tour.tour.steps.count - 1 ? "the end" : ""
  }
}
