import InboxCore
import InboxModel

/// Draws the status line: the last notice, else identity, connection, refresh, outbox, session.
enum StatusView {
  /// - Returns: The rest of the line below, of which a long notice takes a part.
  static func draw(
    _ state: AppState, _ rect: Rect, more below: Rect, _ theme: Theme, into frame: inout Frame
  ) -> Rect {
    let line = theme(.statusLine)
    frame.fill(rect, style: line)
    var width = rect.width - 2
    if let marks = marks(state, in: width) {
      // Marks that explain why everything else looks odd stay visible, whatever notice there is.
      let columns = min(DisplayText.width(of: marks), width * 3 / 5)
      frame.write(
        marks, x: rect.x + 1 + width - columns, y: rect.y, width: columns,
        style: theme(.statusWarning))
      width = max(0, width - columns - 1)
    }
    let first = Rect(x: rect.x, y: rect.y, width: width + 2, height: rect.height)
    // What a quit waits for has precedence over what it cancelled.
    let leaving = state.isLeaving ? state.waitText(in: width) : nil
    if leaving == nil, let notice = state.notice {
      let text = state.presenting == nil ? notice.text : PresentedChrome.notice(notice, state)
      let words = Words(
        text: DisplayText.reduced(text, to: frame.repertoire), style: theme(role(notice)),
        rest: rest(of: notice, state))
      return draw(words, state, first, more: below, theme, into: &frame)
    }
    if let hint = FilterTitle.hint(state) {
      let words = Words(
        text: DisplayText.reduced(hint.text, to: frame.repertoire),
        style: hint.isWrong ? theme(.statusWarning) : line)
      return draw(words, state, first, more: below, theme, into: &frame)
    }
    let text =
      state.presenting == nil
      ? state.waitText(in: width) ?? StatusFact.line(facts(state), in: width, frame.repertoire)
      : PresentedChrome.status(state, in: width)
    frame.write(text, x: rect.x + 1, y: rect.y, width: width, style: line)
    return below
  }

  /// A text that may take a part of the line below.
  private struct Words {
    var text: String
    var style: Style
    /// The key for the rest where both lines are too short; nil where no key shows it.
    var rest: String?

    /// As many whole words as fit, and the key for the rest.
    func cut(_ text: String, to width: Int, _ repertoire: Repertoire) -> String {
      guard DisplayText.width(of: text) > width else { return text }
      let end = rest.map { "\(repertoire.dots) \($0)" } ?? repertoire.dots
      return DisplayText.wrap(text, to: max(1, width - DisplayText.width(of: end)))[0] + end
    }
  }

  private static func draw(
    _ words: Words, _ state: AppState, _ rect: Rect, more below: Rect, _ theme: Theme,
    into frame: inout Frame
  ) -> Rect {
    let (text, width) = (words.text, max(0, rect.width - 2))
    guard DisplayText.width(of: text) > width, below.height > 0 else {
      let line = words.cut(text, to: width, frame.repertoire)
      frame.write(line, x: rect.x + 1, y: rect.y, width: width, style: words.style)
      return below
    }
    let lines = DisplayText.wrap(text, to: max(1, width))
    frame.write(lines[0], x: rect.x + 1, y: rect.y, width: width, style: words.style)
    let rest = lines.dropFirst().joined(separator: " ")
    // The key to leave stays visible, unless it alone would cut the text; a presenter needs the keys of the tour.
    let (wanted, whole) = (DisplayText.width(of: rest), max(0, below.width - 2))
    let beside = max(0, below.width - 1 - HintView(state).least)
    let isAlone = wanted > beside && wanted <= whole && !state.followsTour
    let used = isAlone ? whole : min(wanted, beside)
    let place = Rect(x: below.x, y: below.y, width: min(below.width, used + 2), height: 1)
    frame.fill(place, style: theme(.statusLine))
    let end = words.cut(rest, to: used, frame.repertoire)
    frame.write(end, x: place.x + 1, y: place.y, width: used, style: words.style)
    return Rect(x: place.maxX, y: below.y, width: below.width - place.width, height: 1)
  }

  /// The key that shows the whole of a notice, where one does.
  private static func rest(of notice: Notice, _ state: AppState) -> String? {
    let action = ActionRegistry[.notices]
    guard state.notices.entries.last?.text == notice.text, action.applies(in: state.context),
      action.whyDisabled(state) == nil, let key = state.keys.keys(of: .notices).first
    else { return nil }
    return "\(state.keys.label(key)) shows all"
  }

  /// The virtual clock and the faults that are on (SB-3, SB-4).
  ///
  /// A fault whose name would leave too little room for a notice is counted instead.
  private static func marks(_ state: AppState, in width: Int) -> String? {
    // An audience is not concerned with tests.
    guard state.presenting == nil, let snapshot = state.snapshot else { return nil }
    var marks = snapshot.clock?.mark.map { ["clock \($0)"] } ?? []
    if let fault = state.faults.first {
      let isNamed = state.faults.count == 1 && DisplayText.width(of: fault) <= width / 3
      marks.append(isNamed ? "fault: \(fault)" : state.faults.count.counted("fault"))
    }
    return marks.isEmpty ? nil : marks.joined(separator: " · ")
  }

  private static func facts(_ state: AppState) -> [StatusFact] {
    guard let snapshot = state.snapshot else { return [.init(state.profile.name), .init("starting…")] }
    if let source = state.profile.capturedFrom {
      return state.profile.isTapped == true ? tapped(source, snapshot) : captured(source, snapshot)
    }
    var facts = [
      StatusFact(state.profile.name, .fourth), StatusFact(snapshot.identity.label, shortens: true),
    ]
    func add(_ words: String?, _ givesWay: StatusFact.GivesWay? = nil) {
      if let words { facts.append(StatusFact(words, givesWay)) }
    }
    if state.isNarrowed, PaneLayout(state).list == nil {
      facts.insert(.init(FilterTitle.words(state)), at: 0)
    }
    if state.profile.isReadOnly == true { add("read-only") }
    if snapshot.storeTrouble != nil { add("archive unusable") }
    if snapshot.isEnabled {
      switch snapshot.connection {
      case .unknown:
        // What is being requested will soon be known; where nothing is due, nothing is requested for a while.
        let isAsking = snapshot.centers.contains(where: \.refresh.isFetching)
        let isNothingDue = snapshot.nextRefresh(at: state.now).map { $0 > state.now } ?? false
        if state.lifecycle.hasAsked || isNothingDue, !isAsking {
          add(problem(snapshot, state) ?? "not asked yet")
        }
      case .online: add(problem(snapshot, state) ?? "online")
      case .offline(let error): add(error.shortWords(state.keys))
      }
    } else {
      add("message centers disabled")
    }
    add(outbox(snapshot.outbox, state.keys))
    if snapshot.banners > 0 { add("notifications \(snapshot.banners)", .first) }
    if snapshot.centers.contains(where: \.refresh.isFetching) {
      add("fetching…", .second)
    } else if snapshot.isEnabled, let next = snapshot.nextRefresh(at: state.now) {
      add("next refresh \(TimeLabel.minute(next, in: state.zone)) \(state.zone.name(at: next))", .second)
    }
    if snapshot.isEnabled { add(snapshot.session.map { "session \($0.number)" } ?? "no session", .third) }
    return facts
  }

  /// The source of captured messages; as no one can mark those, the ones that are not unread have expired.
  private static func captured(_ source: String, _ snapshot: InboxSnapshot) -> [StatusFact] {
    let total = snapshot.centers.reduce(0) { $0 + $1.counts.total }
    let expired = total - snapshot.unread
    let count = total.counted("message") + (expired > 0 ? ", \(expired) expired" : "")
    let isReading = snapshot.centers.contains(where: \.refresh.isFetching)
    return [
      .init("captured in \(source)", shortens: true), .init("read-only", .second),
      .init(isReading ? "reading…" : count, .first),
    ]
  }

  /// The app behind the tap, and whose messages it shows.
  private static func tapped(_ source: String, _ snapshot: InboxSnapshot) -> [StatusFact] {
    let total = snapshot.centers.reduce(0) { $0 + $1.counts.total }
    return [
      .init("tap: \(source)", shortens: true), .init(snapshot.identity.label, shortens: true),
      .init(total.counted("message"), .first),
    ]
  }

  /// What waits to be sent, and why.
  private static func outbox(_ outbox: InboxSnapshot.Outbox, _ keys: KeyMap) -> String? {
    if let paused = outbox.paused { return "outbox paused: \(paused.shortWords(keys))" }
    let held = outbox.held.map { "\($0) held for another account" }
    guard outbox.waiting > 0 else { return held }
    return (held.map { "\($0) · " } ?? "") + "outbox \(outbox.waiting)"
      + (outbox.failure.map { " (\($0.shortWords(keys)))" } ?? "")
  }

  /// What is wrong with a center although the back end can be reached, as far as is known.
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

/// A fact of the status line, and how early it gives way where not all fit.
struct StatusFact {
  enum GivesWay: Int, CaseIterable { case first, second, third, fourth }

  var words: String
  var givesWay: GivesWay?
  /// Whether its middle is cut before the facts behind it lose words.
  var shortens: Bool

  init(_ words: String, _ givesWay: GivesWay? = nil, shortens: Bool = false) {
    self.words = words
    self.givesWay = givesWay
    self.shortens = shortens
  }

  /// What is left of a shortened name distinguishes it from most others.
  private static let leastName = 8

  /// As many whole facts as fit; one that never gives way is cut rather than left out.
  static func line(_ facts: [StatusFact], in width: Int, _ repertoire: Repertoire) -> String {
    var facts = facts
    for index in facts.indices {
      facts[index].words = DisplayText.reduced(facts[index].words, to: repertoire)
    }
    func text() -> String { facts.map(\.words).joined(separator: " · ") }
    for turn in GivesWay.allCases where DisplayText.width(of: text()) > width {
      facts.removeAll { $0.givesWay == turn }
    }
    let line = text()
    let excess = DisplayText.width(of: line) - width
    guard excess > 0, let name = facts.firstIndex(where: \.shortens) else { return line }
    let room = DisplayText.width(of: facts[name].words) - excess
    facts[name].words = DisplayText.clipMiddle(facts[name].words, to: max(leastName, room), in: repertoire)
    return text()
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
