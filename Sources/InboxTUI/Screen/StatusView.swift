import InboxCore

/// Draws the status line: the last notice, else identity, connection, refresh, outbox, session.
enum StatusView {
  /// - Returns: whether the notice needed the line below as well.
  static func draw(
    _ state: AppState, _ rect: Rect, more below: Rect, _ theme: Theme, into frame: inout Frame
  ) -> Bool {
    let line = theme(.statusLine)
    frame.fill(rect, style: line)
    var width = rect.width - 2
    if let marks = marks(state, in: width) {
      // What makes everything else look odd stays in sight, whatever notice there is.
      let columns = min(DisplayText.width(of: marks), width * 3 / 5)
      frame.write(
        marks, x: rect.x + 1 + width - columns, y: rect.y, width: columns,
        style: theme(.statusWarning))
      width = max(0, width - columns - 1)
    }
    if state.notice == nil, let hint = FilterTitle.hint(state) {
      frame.write(
        hint.text, x: rect.x + 1, y: rect.y, width: width,
        style: hint.isWrong ? theme(.statusWarning) : line)
      return false
    }
    guard let notice = state.notice else {
      let text =
        state.presenting == nil
        ? state.waitText ?? facts(state).joined(separator: " · ") : PresentedChrome.status(state)
      frame.write(text, x: rect.x + 1, y: rect.y, width: width, style: line)
      return false
    }
    let text = state.presenting == nil ? notice.text : PresentedChrome.notice(notice, state)
    let style = theme(role(notice))
    guard DisplayText.width(of: text) > width, below.height > 0 else {
      frame.write(text, x: rect.x + 1, y: rect.y, width: width, style: style)
      return false
    }
    let lines = DisplayText.wrap(text, to: max(1, width))
    frame.write(lines[0], x: rect.x + 1, y: rect.y, width: width, style: style)
    frame.fill(below, style: line)
    let rest = lines.dropFirst().joined(separator: " ")
    frame.write(rest, x: below.x + 1, y: below.y, width: below.width - 2, style: style)
    return true
  }

  /// The virtual clock and the faults that are on (SB-3, SB-4).
  ///
  /// A fault whose name would leave a notice too little room is counted instead.
  private static func marks(_ state: AppState, in width: Int) -> String? {
    // An audience is not asked to test.
    guard state.presenting == nil, let snapshot = state.snapshot else { return nil }
    var marks = snapshot.clock?.mark.map { ["clock \($0)"] } ?? []
    if let fault = state.faults.first {
      let isNamed = state.faults.count == 1 && DisplayText.width(of: fault) <= width / 3
      marks.append(isNamed ? "fault: \(fault)" : state.faults.count.counted("fault"))
    }
    return marks.isEmpty ? nil : marks.joined(separator: " · ")
  }

  private static func facts(_ state: AppState) -> [String] {
    guard let snapshot = state.snapshot else { return [state.profile.name, "starting…"] }
    if let source = state.profile.capturedFrom {
      return state.profile.isTapped == true ? tapped(source, snapshot) : captured(source, snapshot)
    }
    var facts = [state.profile.name, snapshot.identity.label]
    if state.isNarrowed, PaneLayout(state).list == nil { facts.insert(FilterTitle.words(state), at: 0) }
    if state.profile.isReadOnly == true { facts.append("read-only") }
    if snapshot.storeTrouble != nil { facts.append("archive unusable") }
    if snapshot.isEnabled {
      switch snapshot.connection {
      case .unknown:
        // What is asked now is about to be known.
        let isAsking = snapshot.centers.contains(where: \.refresh.isFetching)
        if state.lifecycle.hasAsked, !isAsking { facts.append("not asked yet") }
      case .online: facts.append(problem(snapshot, state) ?? "online")
      case .offline(let error): facts.append(error.shortWords(state.keys))
      }
    } else {
      facts.append("message centers disabled")
    }
    if let outbox = outbox(snapshot.outbox, state.keys) { facts.append(outbox) }
    if snapshot.banners > 0 { facts.append("notifications \(snapshot.banners)") }
    if snapshot.centers.contains(where: \.refresh.isFetching) {
      facts.append("fetching…")
    } else if snapshot.isEnabled, let next = snapshot.nextRefresh(at: state.now) {
      facts.append("next refresh \(TimeLabel.minute(next, in: state.zone)) \(state.zone.name(at: next))")
    }
    if snapshot.isEnabled { facts.append(snapshot.session.map { "session \($0.number)" } ?? "no session") }
    return facts
  }

  /// What is looked at; of messages that no one can mark, those that are not unread are expired.
  private static func captured(_ source: String, _ snapshot: InboxSnapshot) -> [String] {
    let total = snapshot.centers.reduce(0) { $0 + $1.counts.total }
    let expired = total - snapshot.unread
    return [
      "captured in \(source)", "read-only",
      total.counted("message") + (expired > 0 ? ", \(expired) expired" : ""),
    ]
  }

  /// Which app is looked at, and whose messages it shows.
  private static func tapped(_ source: String, _ snapshot: InboxSnapshot) -> [String] {
    let total = snapshot.centers.reduce(0) { $0 + $1.counts.total }
    return ["tap: \(source)", snapshot.identity.label, total.counted("message")]
  }

  /// What waits to be sent, and why it does.
  private static func outbox(_ outbox: InboxSnapshot.Outbox, _ keys: KeyMap) -> String? {
    if let paused = outbox.paused { return "outbox paused: \(paused.shortWords(keys))" }
    let held = outbox.held.map { "\($0) held for another account" }
    guard outbox.waiting > 0 else { return held }
    return (held.map { "\($0) · " } ?? "") + "outbox \(outbox.waiting)"
      + (outbox.failure.map { " (\($0.shortWords(keys)))" } ?? "")
  }

  /// What is wrong with a center although the back end responds.
  private static func problem(_ snapshot: InboxSnapshot, _ state: AppState) -> String? {
    guard let center = snapshot.centers.first(where: { $0.refresh.lastError != nil }),
      let error = center.refresh.lastError
    else { return nil }
    return "\(state.name(of: center.name)): \(error.shortWords(state.keys))"
  }

  private static func role(_ notice: Notice) -> ThemeRole {
    switch notice.level {
    case .info: .statusInfo
    case .warning: .statusWarning
    case .error: .statusError
    }
  }
}

extension InboxError {
  /// The error in a word or two, for the status line.
  func shortWords(_ keys: KeyMap) -> String {
    switch self {
    case .noNetwork, .responseLost: "offline"
    case .timedOut: "no response in time"
    case .invalidToken: "token refused"
    case .centerDisabled: "center disabled"
    case .centerFailure: "unknown center"
    case .serverBusy(let status, _): "server error \(status)"
    case .refused(let status, _): "refused (\(status))"
    case .invalidPayload, .emptyResponse: "unreadable response"
    case .storeUnavailable, .storeTooNew: "archive unusable"
    default: "error: \(keys.name(of: .events)) shows it"
    }
  }
}
