import InboxCore
import InboxModel

/// The badge dialog: both numbers, what to type, and the server's response.
struct BadgeDialog: LayerContent {
  var input: LineEditor
  var feedback: Notice?

  private static let longest = 20

  var layer: Layer { .badge(input: input, feedback: feedback) }
  var context: ActionContext { .badge }

  func draw(_ state: AppState, _ theme: Theme, into frame: inout Frame) {
    let badge = state.snapshot?.badge ?? BadgeState(local: 0, server: nil)
    // An audience sees one badge, as on a phone.
    let numbers =
      state.presenting == nil
      ? "Local \(badge.local) · server \(badge.serverText)" : "Badge \(badge.local)"
    InputBox(
      title: "Badge",
      facts: [
        ("\(numbers) · unread \(state.snapshot?.unread ?? 0)", .text),
        ("The badge is the server's number, not the unread count.", .muted),
        ("0 also clears the notifications (\(state.snapshot?.banners ?? 0)).", .muted),
      ], label: "Set to: ", input: input, feedback: feedback
    ).draw(theme, into: &frame)
  }

  func typed(_ key: Key, in state: inout AppState) -> [AppEffect]? {
    // Once the line has begun it takes every character, so that a typing error is visible rather than left out; before
    // that the keys of the dialog act.
    if case .character(let character) = key, input.isEmpty, !ActionContext.isOfBadge(character),
      state.keys.action(for: key, in: context) != nil
    {
      return nil
    }
    var input = input
    guard let outcome = input.take(key, most: Self.longest) else { return nil }
    let next = outcome.feedback(
      after: feedback, whenFull: "A badge has at most \(Self.longest) characters.")
    return state.showLayer(.badge(input: input, feedback: next))
  }
}

extension AppState {
  var isBadgeBegun: Bool { if case .badge(let input, _)? = layer { !input.isEmpty } else { false } }

  mutating func take(_ event: BadgeEvent) -> [AppEffect] {
    switch event {
    case .badgeSet(let count, let asked):
      let difference = BadgeMachine.difference(of: count, from: asked ?? count)
      let text = difference.map { "\(asked ?? count) was \($0)." } ?? "Badge set to \(count)."
      respond(Notice(text: text, level: difference == nil ? .info : .warning), to: asked ?? count)
    case .badgeFailed(let asked, let error):
      let local = snapshot?.badge.local ?? 0
      let retained =
        (local == asked ? "The badge stays \(local) here." : "The badge is still \(local), not \(asked).")
      let doubt =
        presenting == nil ? " The server's number is unknown." : " It may have been changed all the same."
      let words = retained + (error.mayHaveBeenApplied ? doubt : "")
      respond(Notice(text: "\(words) \(sentence(error))", level: .error), to: asked)
    }
    return []
  }

  private mutating func respond(_ notice: Notice, to number: Int) {
    isSettingBadge = false
    guard case .badge(let input, _)? = pageLayer else {
      notify(notice.text, notice.level)
      return
    }
    // A new number may be typed already; after what was sent another one, or the reset, is a key away.
    pageLayer = .badge(input: Int(input.text.trimmed) == number ? LineEditor() : input, feedback: notice)
  }

  mutating func setBadge() -> [AppEffect] {
    guard case .badge(let input, _)? = layer else { return [] }
    guard let count = Int(input.text.trimmed) else {
      let isLarge = !input.isEmpty && input.text.allSatisfy { $0.isASCII && $0.isNumber }
      let text =
        input.isEmpty
        ? "Type a number first, or press \(keys.name(of: .resetBadge)) to reset."
        : "“\(input.text)” is "
          + (isLarge
            ? "too large for a badge, which is at most \(Int.max)."
            : "not a badge number: use a whole number, 0 or more; Ctrl-U clears the line.")
          + " Nothing was sent."
      return showLayer(.badge(input: input, feedback: Notice(text: text, level: .warning)))
    }
    return sendBadge(count)
  }

  mutating func sendBadge(_ count: Int) -> [AppEffect] {
    guard case .badge(let input, _)? = layer else { return [] }
    guard !isSettingBadge else {
      return showLayer(
        .badge(
          input: input, feedback: Notice(text: "The previous change is still in progress.", level: .warning)))
    }
    isSettingBadge = true
    layer = .badge(input: input, feedback: Notice(text: "Setting the badge to \(count)…", level: .info))
    return [.setBadge(count)]
  }
}

extension ActionID {
  package static let badge = ActionID("badge.dialog")
  package static let setBadge = ActionID("badge.set")
  package static let resetBadge = ActionID("badge.reset")
}

extension Action {
  static let badge: [Action] = [
    Action(
      .badge, "Set or reset the badge", keys: ["b"], in: .panes, hint: "badge", needs: .badge,
      allowed: .uncaptured(.hasNoBadge)
    ) { state in
      let why = needsWriting(state).map { Notice(text: $0, level: .warning) }
      state.layer = .badge(input: "", feedback: why)
      return [.rereadBadge]
    },
    Action(
      .setBadge, "Set the badge", keys: [.enter], in: [.badge], hint: "set", needs: .badge,
      allowed: .uncaptured(.hasNoBadge), unless: { needsWriting($0) ?? needsFittingText($0) }
    ) { $0.setBadge() },
    Action(
      .resetBadge, "Reset the badge to 0", keys: ["r"], in: [.badge], hint: "reset", needs: .badge,
      allowed: .uncaptured(.hasNoBadge), unless: needsWriting
    ) { $0.sendBadge(0) },
  ]
}
