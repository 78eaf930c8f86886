/// What `/` does in every list, page and pane but the message list (FE-14).
extension AppState {
  /// What the place where the keys go is narrowed to; nil where there is nothing to narrow.
  var narrowing: Narrowing? {
    get {
      if let layer { return layer.content.narrows == nil ? nil : layerNarrowing }
      switch focus {
      case .list: return nil
      case .detail: return detail?.narrowing
      case .events: return events.narrowing
      }
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

  /// Whether `/` finds in a text there, or narrows a list.
  var narrows: Narrowing.Kind? {
    guard layer == nil else { return layer?.content.narrows }
    return focus == .detail ? .text : focus == .events ? .list : nil
  }

  mutating func beginNarrowing() -> [AppEffect] {
    narrowing?.isTyping = true
    return []
  }

  /// What a key means to the line.
  ///
  /// - Returns: nil when the key is not one of the line's own.
  mutating func typedNarrowing(_ key: Key) -> [AppEffect]? {
    guard var narrowing, narrowing.isTyping else { return nil }
    if key == .backspace, narrowing.line.isEmpty { return goBack() }
    switch narrowing.line.take(key, most: Narrowing.longest) {
    case .edited?:
      self.narrowing = narrowing
      followNarrowing()
    case .moved?: self.narrowing = narrowing
    case .full?: notify("A filter has at most \(Narrowing.longest) characters.", .warning)
    case nil: return nil
    }
    return []
  }

  /// The selection, or what is in sight, follows what is typed.
  private mutating func followNarrowing() {
    if var content = layer?.content {
      content.narrowed(self)
      layer = content.layer
    }
    if narrows == .text { showMatch(0) }
  }

  /// At the end of the line: what is selected in a list to choose from, else the line is left as it is.
  mutating func endNarrowing() -> [AppEffect] {
    guard let action = layer?.content.action else {
      narrowing?.isTyping = false
      return []
    }
    guard layer?.content.hasChoice(self) == true else {
      notify("No matches.", .warning)
      return []
    }
    return act(action)
  }

  /// Goes to another place of what is found, round and round.
  mutating func showMatch(_ step: Int) {
    guard var narrowing, let found = matches, !found.lines.isEmpty else { return }
    let count = found.lines.count
    narrowing.match = step == 0 ? found.first : (narrowing.match + step + count) % count
    self.narrowing = narrowing
    let line = found.lines[narrowing.match]
    if layer == nil {
      let height = PaneLayout(self).detailText?.height ?? 1
      let scroll = detail?.scroll ?? 0
      if line < scroll || line >= scroll + height { detail?.scroll = max(0, line - height / 2) }
    } else if var page = layer?.content as? any TextLayer {
      let height = LayerBox.height(on: size)
      if line < page.scroll || line >= page.scroll + height { page.scroll = max(0, line - height / 2) }
      layer = page.layer
    }
  }

  /// The lines in which it is found, and the first of them that is in sight or below.
  var matches: (lines: [Int], first: Int)? {
    guard let narrowing, !narrowing.isEmpty, narrows == .text else { return nil }
    let (all, top) =
      if layer == nil {
        (detail?.layout.lines ?? [], detail?.scroll ?? 0)
      } else if let page = layer?.content as? any TextLayer {
        (page.lines(self, width: page.width(on: size)), page.scroll)
      } else {
        ([DetailLine](), 0)
      }
    let lines = NarrowedLines.matches(all, narrowing)
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
  private static func needsMatch(_ state: AppState) -> String? {
    guard let found = state.matches, state.narrowing?.isEmpty == false else {
      return "No search is active; \(state.keys.name(of: .narrow)) finds text."
    }
    return found.lines.isEmpty ? "No matches for \(state.narrowing?.text ?? "")." : nil
  }

  static let narrowing: [Action] = [
    Action(
      .narrow, "Filter this list, or find in this text", keys: [.character("/")],
      in: [
        .detail, .found, .events, .help, .center, .domain, .faults, .outcome, .event, .proof, .lens, .reason,
        .stale, .themes, .launch, .comparison, .notices,
      ], hint: "filter", hintNow: { $0.narrows == .text ? "find" : nil }, allowed: .anywhere
    ) { state, _ in state.beginNarrowing() },
    Action(
      .endNarrowing, "Keep the filter, or choose what is selected", keys: [.enter], in: [.narrow],
      hint: "done", hintNow: { $0.layer?.content.action.flatMap { ActionRegistry[$0].hint } },
      allowed: .anywhere
    ) { state, _ in state.endNarrowing() },
    Action(
      .nextMatch, "Next match", keys: [.character("n")], in: [.found, .outcome, .event, .reason],
      hint: "next match",
      allowed: .anywhere, unless: needsMatch
    ) { state, _ in
      state.showMatch(1)
      return []
    },
    Action(
      .previousMatch, "Previous match", keys: [.character("N")], in: [.found, .outcome, .event, .reason],
      allowed: .anywhere, unless: needsMatch
    ) { state, _ in
      state.showMatch(-1)
      return []
    },
  ]
}
