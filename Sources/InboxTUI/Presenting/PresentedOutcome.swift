import InboxCore

/// Where a link has led, in words for an audience.
enum PresentedOutcome {
  static func draw(_ trail: LinkTrail, _ state: AppState, _ theme: Theme, into frame: inout Frame) {
    let layout = PaneLayout(state)
    let top = layout.tabs.maxY
    let whole = Rect(
      x: 0, y: top, width: frame.size.columns,
      height: (layout.stage?.caption.y ?? frame.size.rows - 2) - top)
    let area = place(state, layout) ?? whole
    // Where the list is narrow the box reaches over the phone beside it.
    let width = max(8, min(64, max(area.width - 4, min(48, frame.size.columns - 4))))
    let (words, role) = sentence(trail)
    let click = PresentedWords.click(trail, state.campaignLog, state.profile.capabilities)
    let text = TextArea(width - 4, frame.repertoire)
    let (target, counted) = (text.wrap(words, role), text.wrap(click, .accent))
    var lines = target + [DetailLine()] + counted
    // Where there is little room the words count, not the air between them; the title says where the link leads.
    if lines.count + 2 > area.height { lines = target + counted }
    if lines.count + 2 > area.height { lines = counted + target }
    let height = min(area.height, lines.count + 2)
    let rect = Rect(
      x: area.x + max(1, (area.width - width) / 2), y: area.y + (area.height - height) / 2, width: width,
      height: height)
    let inside = LayerBox.drawEmpty(title(trail), rect, around: whole, theme, into: &frame)
    for (y, line) in lines.prefix(inside.height).enumerated() {
      let isCut = y == inside.height - 1 && lines.count > inside.height
      frame.write(
        isCut ? line.text + " …" : line.text, x: inside.x, y: inside.y + y, width: inside.width,
        style: theme(line.runs.first?.role ?? .text))
    }
  }

  /// Over the half of the list that the selected row is not in, so that message and outcome are seen together.
  private static func place(_ state: AppState, _ layout: PaneLayout) -> Rect? {
    guard let list = layout.listRows, list.width >= 28, list.width < state.size.columns, list.height >= 20
    else { return nil }
    let half = list.height / 2
    let row = ((state.list.selectedIndex ?? 0) - state.list.top) * layout.rowHeight
    return row < half ? list.rows(from: half) : list.rows(from: 0, count: half)
  }

  private static func title(_ trail: LinkTrail) -> String {
    switch trail.outcome {
    case .screen(let screen): "In the app: \(screen.title)"
    case .deepLink: trail.isOfOtherScheme ? "Elsewhere" : "In the app"
    case .browser: "On the web"
    case .unresolved: "Not followed"
    case .stop where !trail.isCutOff: "Nowhere"
    case .stop: trail.hops.last?.status == nil ? "No response" : "No usable response"
    }
  }

  /// Where it has led, in a sentence, and how that looks.
  static func sentence(_ trail: LinkTrail) -> (words: String, role: ThemeRole) {
    switch trail.outcome {
    case .screen(let screen):
      let path = Redaction.path(screen.url)
      return (path.isEmpty ? "The link opens the app." : "The link opens the app at \(path).", .text)
    case .deepLink where trail.isOfOtherScheme: return ("The link does not lead to the app.", .noticeWarning)
    case .deepLink: return ("The link opens the app, which knows no such screen.", .noticeWarning)
    case .browser(let url): return ("The link leads to the website \(Redaction.place(url)).", .text)
    case .unresolved: return ("The link was not followed.", .noticeWarning)
    case .stop where trail.isCutOff: return ("Where the link leads is not known.", .noticeError)
    case .stop: return ("The link leads nowhere.", .noticeError)
    }
  }
}
