import InboxCore
import InboxModel

enum DetailView {
  /// Draws the message, or for a moment the one that the selection has left, in its place.
  static func draw(
    _ state: AppState, _ pane: Rect, _ text: Rect, _ theme: Theme, into frame: inout Frame
  ) {
    let (detail, isFocused) = (state.detail, state.hasKeys(.detail))
    let shown = state.former ?? detail
    let title = detail?.isOpen == true ? " Message " : " Preview "
    let position = position(shown, text)
    PaneTitle.draw(title, right: position, focused: isFocused, pane, theme, into: &frame)
    if let narrowing = detail?.narrowing {
      let counts = isFocused ? NarrowingView.counts(state) : ""
      NarrowingView.draw(
        narrowing, counts, x: pane.x + title.count, y: pane.y,
        to: pane.maxX - 2 - DisplayText.width(of: position), theme, into: &frame)
    }
    frame.mark(pane, .detail)
    guard let shown else { return }
    let isFormer = state.former != nil
    let lines = NarrowedLines.text(shown.layout.lines, shown.narrowing)
    for (y, line) in lines.dropFirst(shown.scroll).prefix(text.height).enumerated() {
      var x = text.x
      for run in line.runs {
        let start = x
        x += frame.write(
          run.text, x: x, y: text.y + y, width: text.maxX - x, style: run.style(theme), ellipsis: false)
        guard let link = run.link, !isFormer else { continue }
        let place = Rect(x: start, y: text.y + y, width: x - start, height: 1)
        frame.mark(place, .link(link))
        if shown.isOpen, let url = url(link, of: shown) { frame.link(place, to: url) }
      }
      drawPicture(line, x: x, y: text.y + y, to: text.maxX, isLink: !isFormer, into: &frame)
    }
  }

  /// The address of a link that a browser can open; nil for any other.
  private static func url(_ number: Int, of detail: DetailState) -> String? {
    let links = detail.text.links
    guard links.indices.contains(number - 1), LinkOutcome.isForBrowsers(links[number - 1].url) else {
      return nil
    }
    return links[number - 1].url
  }

  /// Draws the cells of a picture.
  static func drawPicture(
    _ line: DetailLine, x start: Int, y: Int, to end: Int, isLink: Bool, ground: Color = .standard,
    into frame: inout Frame
  ) {
    let cells = line.picture.prefix(max(0, end - start))
    defer {
      if let part = line.part, !cells.isEmpty {
        frame.place(part, x: start, y: y, ground: ground)
        frame.restyle(Rect(x: start, y: y, width: cells.count, height: 1)) { style in
          var style = style.over(Style(background: ground))
          style.attributes.insert(.picture)
          return style
        }
      }
    }
    for (x, cell) in cells.enumerated() {
      let place = Rect(x: start + x, y: y, width: 1, height: 1)
      switch (cell.top, cell.bottom) {
      case (nil, nil): break
      case (nil, let bottom?): frame.fill(place, style: Style(foreground: bottom), with: "▄")
      case (let top?, let bottom) where top == bottom: frame.fill(place, style: Style(background: top))
      case (let top?, let bottom):
        frame.fill(place, style: Style(foreground: top, background: bottom ?? .standard), with: "▀")
      }
    }
    guard let link = line.pictureLink, isLink else { return }
    frame.mark(Rect(x: start, y: y, width: cells.count, height: 1), .link(link))
  }

  /// The scroll position of a text that does not fit; empty for one that does.
  static func position(_ detail: DetailState?, _ text: Rect) -> String {
    guard let detail, detail.layout.lines.count > text.height else { return "" }
    let last = min(detail.layout.lines.count, detail.scroll + text.height)
    return " \(last)/\(detail.layout.lines.count) "
  }
}
