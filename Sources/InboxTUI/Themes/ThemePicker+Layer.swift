/// The themes to choose from, drawn in the one being tried.
extension ThemePicker: MenuLayer {
  var layer: Layer { .themes(self) }
  var context: ActionContext { .themes }
  var title: String { "Theme" }
  var action: ActionID? { .saveTheme }

  func choices(_ state: AppState) -> [DetailLine] {
    (themes ?? []).map { DetailLine("\($0.theme.title) \($0.theme.name) \(Self.facts($0))") }
  }

  func draw(_ state: AppState, _ theme: Theme, into frame: inout Frame) {
    let width = min(44, max(8, frame.size.columns - 4))
    let below = notes(TextArea(width, frame.repertoire), isMono: state.profile.depth == .mono)
    let themes = themes ?? []
    let shown = shown(state)
    let height = LayerBox.height(on: frame.size)
    // The notes on the selected theme give way to the list, not the list to them.
    let lines = Array(below.prefix(max(0, height - min(themes.count, 3))))
    let rows = min(max(1, themes.count), max(1, height - lines.count))
    let place = shown.firstIndex(of: selected) ?? 0
    let inside = LayerBox.draw(
      title, columns: width, rows: rows + lines.count, selected: (place + 1, shown.count),
      hidden: shown.count - rows, moving: state.keys.moving, theme, into: &frame)
    let top = min(max(0, place - rows + 1), max(0, shown.count - rows))
    for y in 0..<rows where top + y < shown.count {
      let index = shown[top + y]
      frame.mark(inside.rows(from: y, count: 1), .layerLine(index))
      Self.draw(
        themes[index], isSelected: index == selected, inside.rows(from: y, count: 1), theme, &frame)
    }
    if shown.isEmpty {
      let text = self.themes == nil ? "Loading…" : "No matches."
      frame.write(text, x: inside.x, y: inside.y, width: inside.width, style: theme(.muted))
    }
    for (y, line) in lines.enumerated() {
      frame.write(line, x: inside.x, y: inside.y + rows + y, to: inside.maxX, theme, ellipsis: false)
    }
  }

  private static func draw(
    _ choice: ThemeChoice, isSelected: Bool, _ rect: Rect, _ theme: Theme, _ frame: inout Frame
  ) {
    let style = theme(isSelected ? .listSelected : .text)
    if isSelected { frame.fill(rect, style: style) }
    let kind = facts(choice)
    let width = DisplayText.width(of: kind)
    frame.write(isSelected ? "›" : " ", x: rect.x, y: rect.y, width: 1, style: style)
    frame.write(choice.theme.title, x: rect.x + 2, y: rect.y, width: rect.width - width - 4, style: style)
    frame.write(
      kind, x: rect.maxX - width, y: rect.y, width: width, style: isSelected ? style : theme(.muted))
  }

  private static let noColors = "Colours are off (NO_COLOR, --color, TERM)."

  private static func facts(_ choice: ThemeChoice) -> String {
    var facts = choice.variant == .any ? [] : [choice.variant.rawValue]
    if choice.theme.brand != nil { facts.append("brand") }
    if choice.isOwn { facts.append("yours") }
    if !choice.flaws.isEmpty { facts.append("see below") }
    return facts.joined(separator: " · ")
  }

  /// A sample of styles that the rest of the screen may not show now, and what is wrong with the theme's file.
  ///
  /// - Parameter isMono: Whether no colours are drawn, so that most themes look alike: the notes say that, too.
  private func notes(_ area: TextArea, isMono: Bool) -> [DetailLine] {
    guard let choice else { return [] }
    var lines = isMono ? area.wrap(Self.noColors, .noticeWarning) : []
    for flaw in choice.flaws.prefix(2) {
      lines += area.wrap(flaw, .noticeWarning)
    }
    let samples: [[(String, ThemeRole)]] = [
      [("muted", .muted), ("accent", .accent), ("link", .detailLink), ("code", .detailCode)],
      [("sent", .eventSent), ("queued", .eventQueued), ("warning", .noticeWarning), ("error", .noticeError)],
    ]
    return lines + [DetailLine()]
      + samples.map { sample in
        DetailLine(sample.flatMap { [DetailLine.Run($0.0, $0.1), DetailLine.Run("  ")] })
      }
  }
}

extension ActionID {
  package static let themes = ActionID("theme.choose")
  package static let saveTheme = ActionID("theme.keep")
}

extension Action {
  static let themes: [Action] = [
    Action(
      .themes, "Choose theme (live preview)", keys: ["T"], in: .panes, hint: "themes", allowed: .anywhere
    ) { $0.showThemes() },
    Action(
      .saveTheme, "Save theme", keys: [.enter], in: [.themes], hint: "save", allowed: .anywhere
    ) { $0.saveTheme() },
  ]
}
