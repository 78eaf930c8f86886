import struct Foundation.Date
import InboxCore
import InboxModel

extension Wait {
  /// The kind of wait for an effect; nil where nothing waits for it.
  static func kind(of effect: AppEffect) -> Kind? {
    switch effect {
    case .refresh(let center): .refresh(center)
    case .resolve(let link, _, _): .link(link)
    case .open(let key): .opening(key)
    case .loadRich(let key): .rich(key)
    case .loadPictures(let key, _): .pictures(key)
    case .setBadge: .badge
    case .askSandbox: .sandbox
    case .listKeys: .picking
    case .change(let change, isUndo: true) where change.kind == .restored: .restoring
    default: nil
    }
  }

  /// Whether an event ends the wait.
  func ends(with event: AppEvent) -> Bool {
    switch (kind, event) {
    case (.refresh(let center), .center(.refreshed(let fetched, _, _))): center == fetched
    case (.link(let link), .link(.linkResolved(let trail))): trail.link == link
    case (.opening(let key), .message(.opened(let opened, _))): key == opened
    case (.opening(let key), .message(.openFailed(let failed, _))): key == failed
    case (.rich(let key), .message(.richLoaded(let loaded, _))): key == loaded
    case (.rich(let key), .message(.richFailed(let failed, _))): key == failed
    case (.pictures(let key), .picture(.picturesEnded(let ended, _))): key == ended
    case (.badge, .badge): true
    case (.sandbox, .command(.sandboxResponded)): true
    case (.picking, .marking(.messagesPicked)), (.picking, .marking(.pickingFailed)): true
    case (.restoring, .marking(.changed(let change, isUndo: true))),
      (.restoring, .marking(.changeFailed(let change, isUndo: true, _))):
      change.kind == .restored
    default: false
    }
  }
}

extension AppState {
  /// Whether the archive is asked which messages are meant, or restores some: keys pressed after that are about them.
  var isPicking: Bool { waits.contains { [.picking, .restoring].contains($0.kind) } }

  /// The message whose open is under way.
  var opening: MessageKey? {
    waits.lazy.compactMap { if case .opening(let key) = $0.kind { key } else { nil } }.first
  }

  /// Whether keys wait for what an earlier one has started; a layer takes its own keys.
  var holdsKeys: Bool { isPicking || (lifecycle.keysWait && layer == nil && opening != nil) }

  /// Whether the program is ending and only sends what waits.
  var isLeaving: Bool { waits.contains { $0.kind == .leaving } }

  /// The wait in the status line: the newest that still matters on this screen.
  var shownWait: Wait? {
    waits.last { wait in
      switch wait.kind {
      case .rich(let key): detail?.row.key == key && detail?.content == .loading
      case .link(let link): links.resolving == link
      case .pictures(let key): detail?.row.key == key
      case .leaving: true
      case .badge, .refresh, .sandbox, .opening, .picking, .restoring: true
      }
    }
  }

  /// When the text of a wait in the status line changes next.
  var nextWaitChange: Date? {
    guard let since = shownWait?.since else { return nil }
    let passed = now.timeIntervalSince(since)
    guard passed >= Wait.delay else { return since.addingTimeInterval(Wait.delay) }
    if isAccessible { return nil }
    return since.addingTimeInterval(passed.rounded(.down) + 1)
  }

  /// The text of a wait in the status line; nil while it is too short to be shown.
  ///
  /// In little room explanations give way first, then the seconds: the key that stops it stays.
  func waitText(in width: Int = .max) -> String? {
    guard let wait = shownWait else { return nil }
    let passed = now.timeIntervalSince(wait.since)
    // Following a link is shown at once.
    if case .link = wait.kind {} else if passed < Wait.delay { return nil }
    let words = words(wait.kind)
    let time = passed >= 1 && !isAccessible ? "\(Int(passed)) s" : nil
    let isLast = wait.kind == .leaving
    let stop =
      isLast ? "any key quits now" : wait.kind == stoppable ? "\(keys.name(of: .stopWaiting)) cancels" : nil
    let whole = isLast ? stop.map { "\($0); the rest is sent at the next start" } : stop
    let (short, long) = (words.what + "…", words.what + words.why + "…")
    let forms = [[long, time, whole], [long, time, stop], [short, time, stop], [short, stop]]
    func reduced(_ text: String) -> String { DisplayText.reduced(text, to: profile.repertoire) }
    let texts = forms.map { form in reduced(form.compactMap { $0 }.joined(separator: " · ")) }
    if let text = texts.first(where: { DisplayText.width(of: $0) <= width }) { return text }
    let end = reduced("…" + (stop.map { " · \($0)" } ?? ""))
    return DisplayText.wrap(reduced(words.what), to: max(1, width - DisplayText.width(of: end)))[0] + end
  }

  /// What is waited for, and an explanation; before an audience without what only a tester needs.
  private func words(_ kind: Wait.Kind) -> (what: String, why: String) {
    switch kind {
    case .refresh(let center): return ("Fetching \(shown(words(for: center)))", "")
    case .link:
      return profile.followsLinks
        ? ("Resolving the link", " (counts as a click)") : ("Classifying the link", ": nothing is sent")
    case .opening: return ("Opening the message", "")
    case .rich where presenting != nil: return ("Loading the content", "")
    case .rich:
      let once = profile.capabilities.servesRichContentOnce
      return ("Fetching the rich content", once ? ", which is served only once" : "")
    case .pictures: return ("Loading the pictures", "")
    case .badge: return ("Setting the badge on the server", "")
    case .sandbox: return (presenting == nil ? "Waiting for the sandbox" : "Launching the campaign", "")
    case .picking: return ("Finding the marked messages", "")
    case .restoring: return ("Restoring deleted messages", "")
    case .leaving:
      let count = snapshot?.outbox.waiting ?? 0
      return ("Sending \(count.counted("event")) before leaving", ", for 2 s at most")
    }
  }

  /// What ``stopWaiting()`` would stop now; nil when there is nothing.
  var stoppable: Wait.Kind? {
    guard ActionRegistry[.stopWaiting].applies(in: context) else { return nil }
    if focus == .detail, let detail, detail.content == .loading { return .rich(detail.row.key) }
    if let resolving = links.resolving { return .link(resolving) }
    if let detail, pictures.messages[detail.row.key]?.isLoading == true { return .pictures(detail.row.key) }
    if let fetch = waits.last(where: { if case .refresh = $0.kind { true } else { false } }) {
      return fetch.kind
    }
    return focus == .list && isFirstFetch ? .refresh(center) : nil
  }

  /// Whether the open center is being fetched and has no messages here yet.
  var isFirstFetch: Bool {
    list.total == 0 && snapshot?.centers.first { $0.name == center }?.refresh.isFetching == true
  }

  mutating func stopWaiting() -> [AppEffect] {
    switch stoppable {
    case .rich(let key)?:
      waits.removeAll { $0.kind == .rich(key) }
      let body = detail?.row.message.body ?? ""
      detail?.content = .text(RichText.plain(body))
      let isOnce = profile.capabilities.servesRichContentOnce && presenting == nil
      let once = isOnce ? "is served only once, so it " : ""
      return notify("Continuing without the rich content; it \(once)is kept when it arrives.")
    case .link(let link)?: return [.stopLink(link)]
    case .pictures(let key)?: return [.stopPictures(key)]
    case .refresh?: return [.stopRefresh]
    case .badge?, .sandbox?, .opening?, .picking?, .restoring?, .leaving?, nil: return []
    }
  }
}

extension ActionID {
  package static let stopWaiting = ActionID("work.stop")
}

extension Action {
  static let waiting: [Action] = [
    Action(
      .stopWaiting, "Cancel what is loading", keys: [.control("g")], in: .panes, hint: "cancel",
      allowed: .anywhere, unless: { $0.stoppable == nil ? "Nothing to cancel." : nil }
    ) { $0.stopWaiting() }
  ]
}
