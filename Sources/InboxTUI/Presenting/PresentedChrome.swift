import InboxCore
import InboxModel

/// The status line and the event pane for an audience.
enum PresentedChrome {
  /// What the status line says when there is no notice: what was reported in few words where it would not fit.
  static func status(_ state: AppState, in width: Int) -> String {
    guard let snapshot = state.snapshot else { return "One moment…" }
    if state.links.resolving != nil, !state.isLeaving { return "The link is being followed…" }
    if let text = state.waitText(in: width) { return text }
    if !snapshot.isEnabled { return "Message centers are switched off" }
    var forms = [""]
    if state.awaitsLaunched {
      forms = [Presentation.awaited]
    } else if let key = state.detail?.row.key {
      let (deeds, vendor) = (state.campaignLog.deeds(of: key), state.profile.capabilities)
      forms = [
        PresentedWords.deeds(deeds, vendor), PresentedWords.shortDeeds(deeds, vendor),
        PresentedWords.shortDeeds(deeds, vendor, isTight: true),
      ]
    }
    if case .offline(let error) = snapshot.connection {
      let trouble = if case .serverBusy = error { "Server error" } else { "Offline" }
      forms = forms.map { $0.isEmpty ? trouble : "\(trouble) · \($0)" }
    }
    return forms.first { DisplayText.width(of: $0) <= width } ?? forms[forms.count - 1]
  }

  /// The notice, without what it names.
  static func notice(_ notice: Notice, _ state: AppState) -> String {
    var text = Redaction.text(notice.text)
    // An id that is a word like any other may be the sender's own word.
    let ids = state.profile.campaigns?.campaigns.map(\.id).filter { id in
      id.contains { $0.isNumber || $0 == "-" || $0 == "_" }
    }
    var names = (ids ?? []) + [state.profile.device]
    if case .user(let name)? = state.snapshot?.identity { names.append(name) }
    // The longest first: an id may begin another.
    for name in names.sorted(by: { $0.count > $1.count }) where name.count >= 3 {
      text = text.replacing(name, with: "…")
    }
    return text
  }

  static func drawEvents(_ state: AppState, _ pane: Rect, _ theme: Theme, into frame: inout Frame) {
    let filter = state.events.filter
    let title = filter == .all ? " What happened " : " What happened: \(filter.rawValue) "
    PaneTitle.draw(title, right: "", focused: state.hasKeys(.events), pane, theme, into: &frame)
    frame.mark(pane, .events)
    NarrowingView.draw(
      state.events.narrowing, "", x: pane.x + title.count, y: pane.y, to: pane.maxX - 2, theme, into: &frame)
    EventsView.drawLines(state, pane.rows(from: 1), theme, into: &frame) { line, row, frame in
      let words = line.entry.presented(state.profile.capabilities) ?? ""
      let time = TimeLabel.minute(line.entry.time, in: state.zone)
      var x = row.x + 2 + frame.write(time, x: row.x + 1, y: row.y, width: 6, style: theme(.muted))
      x += frame.write(words, x: x, y: row.y, width: row.maxX - 1 - x, style: theme(role(line.entry))) + 2
      guard let subject = subject(line.entry.message, state) else { return }
      frame.write(subject, x: x, y: row.y, width: row.maxX - 1 - x, style: theme(.muted))
    }
  }

  /// The message by its subject, as far as that is known: what has expired is in no list.
  private static func subject(_ key: MessageKey?, _ state: AppState) -> String? {
    guard let key else { return nil }
    let row = state.lists[key.center]?.window?.rows.first { $0.key == key }
    let subject = row?.message.subject ?? state.profile.campaigns?.campaign(of: key)?.subject
    return subject.map { Redaction.text($0.shownSubject) }
  }

  private static func role(_ entry: EventEntry) -> ThemeRole {
    if entry.isFailure { return .eventFailed }
    guard case .journal(let entry) = entry else { return .eventOther }
    switch entry.kind {
    case .display(.sent), .open(.sent), .engagement(_, .sent), .link: return .eventSent
    default: return .eventOther
    }
  }
}
