import InboxCore

/// Where a link has led, in words for an audience.
enum PresentedOutcome {
  static func draw(
    _ trail: LinkTrail, scroll: Int, _ state: AppState, _ theme: Theme, into frame: inout Frame
  ) {
    let box = Box(trail, state)
    let inside = LayerBox.drawEmpty(title(trail), box.rect, around: box.around, theme, into: &frame)
    for (y, line) in box.lines.dropFirst(scroll).prefix(inside.height).enumerated() {
      frame.write(line, x: inside.x, y: inside.y + y, to: inside.maxX, theme)
    }
    guard box.lines.count > inside.height else { return }
    let last = min(scroll + inside.height, box.lines.count)
    LayerBox.drawPlace((last, box.lines.count), state.keys.moving, on: box.rect, theme, into: &frame)
  }

  /// The last useful scroll position.
  static func lastScroll(_ trail: LinkTrail, _ state: AppState) -> Int {
    let box = Box(trail, state)
    return max(0, box.lines.count - (box.rect.height - 2))
  }

  /// The place of the box, and its lines.
  private struct Box {
    let rect: Rect
    /// Where a click closes it.
    let around: Rect
    let lines: [DetailLine]

    init(_ trail: LinkTrail, _ state: AppState) {
      let layout = PaneLayout(state)
      let top = layout.tabs.maxY
      around = Rect(
        x: 0, y: top, width: state.size.columns,
        height: (layout.stage?.caption.y ?? state.size.rows - 2) - top)
      let area = place(state, layout) ?? around
      // Where the list is narrow the box reaches over the phone beside it.
      let width = max(8, min(64, max(area.width - 4, min(48, state.size.columns - 4))))
      let (words, role) = sentence(trail)
      let click = PresentedWords.click(trail, state.campaignLog, state.profile.capabilities)
      let text = TextArea(width - 4, state.profile.repertoire)
      let (target, counted) = (text.wrap(words, role), text.wrap(click, .accent))
      let forms = [target + [DetailLine()] + counted, target + counted]
      // Where there is little room the words count, not the air between them; the title says where the link leads.
      lines = forms.first { $0.count + 2 <= area.height } ?? counted + target
      let height = min(area.height, lines.count + 2)
      rect = Rect(
        x: area.x + max(1, (area.width - width) / 2), y: area.y + (area.height - height) / 2, width: width,
        height: height)
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
