/// The `/` key in every list, page and pane but the message list (FE-14).
extension AppState {
  /// The narrowing of the place with the keys; nil where there is nothing to narrow.
  var narrowing: Narrowing? {
    get {
      guard narrows != nil else { return nil }
      if layer != nil { return layerNarrowing }
      return focus == .detail ? detail?.narrowing : events.narrowing
    }
    set {
      guard let newValue else { return }
      if layer != nil {
        layerNarrowing = newValue
        return
      }
      switch focus {
      case .list: break
      case .detail: detail?.narrowing = newValue
      case .events: events.narrowing = newValue
      }
    }
  }

  /// Whether `/` searches a text there, or narrows a list.
  var narrows: Narrowing.Kind? {
    if let layer { return layer.content.narrows(self) }
    return focus == .detail ? .text : focus == .events ? .list : nil
  }

  mutating func beginNarrowing() -> [AppEffect] {
    narrowing?.isTyping = true
    let scroll = textScroll
    if narrows == .text { narrowing?.origin = scroll }
    return []
  }

  /// Ends it, at Escape; a text that was searched scrolls back to its former position.
  mutating func clearNarrowing() {
    if let origin = narrowing?.origin { textScroll = origin }
    narrowing = Narrowing()
  }

  /// The first visible line of the text that `/` searches.
  private var textScroll: Int {
    get { layer == nil ? detail?.scroll ?? 0 : (layer?.content as? any TextLayer)?.scroll ?? 0 }
    set {
      if layer == nil {
        detail?.scroll = newValue
      } else if var page = layer?.content as? any TextLayer {
        page.scroll = newValue
        layer = page.layer
      }
    }
  }

  /// Handles a key in the line.
  ///
  /// - Returns: nil when the key is not one of the line's own.
  mutating func typedNarrowing(_ key: Key) -> [AppEffect]? {
    guard var narrowing, narrowing.isTyping else { return nil }
    if key == .backspace, narrowing.line.isEmpty { return goBack() }
    switch narrowing.line.take(key, most: Narrowing.longest) {
    case .edited?:
      // A text is shown in the terminal's characters, and found in them.
      let text = DisplayText.reduced(narrowing.text, to: profile.repertoire)
      let isOfText = layer.map { $0.content is any TextLayer } ?? (narrows == .text)
      if isOfText, text != narrowing.text { narrowing.line = LineEditor(text) }
      self.narrowing = narrowing
      followNarrowing()
    case .moved?: self.narrowing = narrowing
    case .full?: notify("A filter has at most \(Narrowing.longest) characters.", .warning)
    case nil: return nil
    }
    return []
  }

  /// Lets the selection, or the visible lines, follow what is typed.
  private mutating func followNarrowing() {
    if var content = layer?.content {
      content.narrowed(self)
      layer = content.layer
    }
    guard narrows == .text else { return }
    if let origin = narrowing?.origin { textScroll = origin }
    showMatch(0)
  }

  /// Ends the line: in a list of choices it chooses the selected one, else it leaves the line as it is.
  mutating func endNarrowing() -> [AppEffect] {
    guard let action = layer?.content.action else {
      narrowing?.isTyping = false
      narrowing?.origin = nil
      return []
    }
    if let why = ActionRegistry[action].whyDisabled(self) { return notify(why, .warning) }
    guard layer?.content.hasChoice(self) == true else { return notify("No matches.", .warning) }
    return act(action)
  }

  /// Goes to another match, round and round.
  @discardableResult mutating func showMatch(_ step: Int) -> [AppEffect] {
    guard var narrowing, let found = matches, !found.lines.isEmpty else { return [] }
    let count = found.lines.count
    narrowing.match = step == 0 ? found.first : (narrowing.match + step + count) % count
    self.narrowing = narrowing
    show(line: found.lines[narrowing.match])
    return []
  }

  private mutating func show(line: Int) {
    let height = layer == nil ? PaneLayout(self).detailText?.height ?? 1 : LayerBox.height(on: size)
    if line < textScroll || line >= textScroll + height { textScroll = max(0, line - height / 2) }
  }

  /// The screen has another size: the current match stays visible, in whichever line it is now.
  mutating func resize(to size: Size) {
    let place = matchPlace
    self.size = size
    guard let place else { return }
    if layer == nil { fitDetail(to: PaneLayout(self)) }
    guard var narrowing, let lines = matches?.lines else { return }
    let begins = NarrowedLines.begins(searched, narrowing)
    guard begins.indices.contains(place), let match = lines.firstIndex(of: begins[place]) else { return }
    narrowing.match = match
    self.narrowing = narrowing
    show(line: begins[place])
  }

  /// The line of the current match; nil where there is none.
  private var matchLine: Int? {
    guard let narrowing, let lines = matches?.lines, lines.indices.contains(narrowing.match) else {
      return nil
    }
    return lines[narrowing.match]
  }

  /// The index of the first match in that line.
  private var matchPlace: Int? {
    guard let narrowing, let line = matchLine else { return nil }
    return NarrowedLines.begins(searched, narrowing).firstIndex(of: line)
  }

  /// The text that `/` searches.
  private var searched: [DetailLine] {
    guard layer != nil else { return detail?.layout.lines ?? [] }
    let page = layer?.content as? any TextLayer
    return page?.allLines(self, width: page?.width(on: size) ?? 0) ?? []
  }

  /// How many lines the current match stands below the first visible one; nil where there is none.
  var matchOffset: Int? { matchLine.map { $0 - textScroll } }

  /// The lines with a match, and the first of them that is visible or below.
  var matches: (lines: [Int], first: Int)? {
    guard let narrowing, !narrowing.isEmpty, narrows == .text else { return nil }
    let (lines, top) = (NarrowedLines.matches(searched, narrowing), textScroll)
    return (lines, lines.firstIndex { $0 >= top } ?? 0)
  }
}

extension ActionID {
  package static let narrow = ActionID("view.find")
  package static let endNarrowing = ActionID("view.find-done")
  package static let nextMatch = ActionID("view.next-match")
  package static let previousMatch = ActionID("view.previous-match")
}

extension Action {
  private static func needsText(_ state: AppState) -> String? {
    state.narrows == nil ? "There is nothing to find here." : nil
  }

  private static func needsMatch(_ state: AppState) -> String? {
    if let why = needsText(state) { return why }
    guard let found = state.matches, state.narrowing?.isEmpty == false else {
      return "No search is active; \(state.keys.name(of: .narrow)) finds text."
    }
    return found.lines.isEmpty ? "No matches for \(state.narrowing?.text ?? "")." : nil
  }

  static let narrowing: [Action] = [
    Action(
      .narrow, "Filter this list, or find in this text", keys: ["/"],
      in: [
        .detail, .found, .events, .help, .center, .domain, .faults, .outcome, .event, .proof, .lens, .reason,
        .stale, .themes, .launch, .comparison, .notices,
      ], hint: "filter", hintNow: { $0.narrows == .text ? "find" : nil }, allowed: .anywhere,
      unless: needsText
    ) { $0.beginNarrowing() },
    Action(
      .endNarrowing, "Keep the filter, or choose what is selected", keys: [.enter], in: [.narrow],
      hint: "done", hintNow: { $0.layer?.content.action.flatMap { ActionRegistry[$0].hint } },
      allowed: .anywhere
    ) { $0.endNarrowing() },
    Action(
      .nextMatch, "Next match", keys: ["n"], in: [.found, .outcome, .event, .reason], hint: "next match",
      allowed: .anywhere, unless: needsMatch
    ) { $0.showMatch(1) },
    Action(
      .previousMatch, "Previous match", keys: ["N"], in: [.found, .outcome, .event, .reason],
      allowed: .anywhere, unless: needsMatch
    ) { $0.showMatch(-1) },
  ]
}
