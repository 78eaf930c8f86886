package import struct Foundation.Date
package import InboxCore

/// Something that the person asked for and that is not there yet (FE-8).
package struct Wait: Equatable, Sendable {
  /// What it is.
  package enum Kind: Equatable, Sendable {
    /// A center is fetched; nil for every center.
    case refresh(CenterName?)
    /// A link is followed.
    case link(String)
    /// Rich content is fetched.
    case rich(MessageKey)
    /// The pictures of a message are loaded.
    case pictures(MessageKey)
    /// The server is told a badge.
    case badge
    /// The sandbox does something.
    case sandbox
    /// The archive is asked which messages are meant.
    case picking
    /// The archive brings messages back.
    case restoring
    /// What waits is sent before the program ends.
    case leaving
  }

  package var kind: Kind
  /// When it began.
  package var since: Date

  /// Seconds after which a wait is worth a word: a shorter one would only flicker.
  static let patience = 0.3

  /// What waits for the answer to an effect, if anybody does.
  static func kind(of effect: AppEffect) -> Kind? {
    switch effect {
    case .refresh(let center): .refresh(center)
    case .resolve(let link, _): .link(link)
    case .loadRich(let key): .rich(key)
    case .loadPictures(let key, _): .pictures(key)
    case .setBadge: .badge
    case .askSandbox: .sandbox
    case .listKeys: .picking
    case .change(let change, isUndo: true) where change.kind == .restored: .restoring
    default: nil
    }
  }

  /// Whether an event is what it was waiting for.
  func ends(with event: AppEvent) -> Bool {
    switch (kind, event) {
    case (.refresh(let center), .refreshed(let fetched, _, _)): center == fetched
    case (.link(let link), .linkResolved(let trail)): trail.link == link
    case (.rich(let key), .richLoaded(let loaded, _)): key == loaded
    case (.rich(let key), .richFailed(let failed, _)): key == failed
    case (.pictures(let key), .picturesEnded(let ended, _)): key == ended
    case (.badge, .badgeSet), (.badge, .badgeFailed): true
    case (.sandbox, .sandboxAnswered): true
    case (.picking, .messagesPicked), (.picking, .pickingFailed): true
    case (.restoring, .changed(let change, isUndo: true)),
      (.restoring, .changeFailed(let change, isUndo: true, _)):
      change.kind == .restored
    default: false
    }
  }
}

/// What is waited for, and how to stop it.
extension AppState {
  /// Takes an event, and keeps account of what is waited for.
  ///
  /// Call ``settle()`` after the last of a batch.
  package mutating func reduce(_ event: AppEvent) -> [AppEffect] {
    let wasPicking = isPicking
    waits.removeAll { $0.ends(with: event) }
    var effects = react(to: event)
    if effects.contains(.quit) { hasQuit = true }
    for kind in effects.compactMap(Wait.kind) where !waits.contains(where: { $0.kind == kind }) {
      waits.append(Wait(kind: kind, since: now))
    }
    if wasPicking, !isPicking { effects += replayWaitingKeys() }
    return effects
  }

  /// Whether the archive is asked which messages are meant, or brings some back: what is pressed behind that is about them.
  var isPicking: Bool { waits.contains { [.picking, .restoring].contains($0.kind) } }

  /// Whether the program ends and only sends what waits.
  var isLeaving: Bool { waits.contains { $0.kind == .leaving } }

  /// The wait that the status line tells: the newest that still matters to who looks at the screen.
  var toldWait: Wait? {
    waits.last { wait in
      switch wait.kind {
      case .rich(let key): detail?.row.key == key && detail?.content == .loading
      case .link(let link): resolving == link
      case .pictures(let key): detail?.row.key == key
      case .leaving: true
      case .badge, .refresh, .sandbox, .picking, .restoring: true
      }
    }
  }

  /// When what the status line says of a wait changes next.
  var nextWaitChange: Date? {
    guard let since = toldWait?.since else { return nil }
    let passed = now.timeIntervalSince(since)
    guard passed >= Wait.patience else { return since.addingTimeInterval(Wait.patience) }
    if isAccessible { return nil }
    return since.addingTimeInterval(passed.rounded(.down) + 1)
  }

  /// What the status line says of it; nil while it is too short to be told.
  var waitText: String? {
    guard let wait = toldWait else { return nil }
    let passed = now.timeIntervalSince(wait.since)
    // A click is told at once.
    if case .link = wait.kind {} else if passed < Wait.patience { return nil }
    var parts = [words(wait.kind) + "…"]
    if passed >= 1, !isAccessible { parts.append("\(Int(passed)) s") }
    if wait.kind == .leaving {
      parts.append("any key leaves now; it goes out at the next start")
    } else if let key = keyThatStops(wait.kind) {
      parts.append("\(key) stops")
    }
    return parts.joined(separator: " · ")
  }

  private func words(_ kind: Wait.Kind) -> String {
    switch kind {
    case .refresh(let center): return "Fetching \(center?.rawValue ?? "every center")"
    case .link:
      return profile.capturedFrom == nil
        ? "Resolving the link: this is the click" : "Classifying the link: nothing is sent"
    case .rich: return "Fetching the rich content, which is served only once"
    case .pictures: return "Loading the pictures"
    case .badge: return "Setting the badge on the server"
    case .sandbox: return "The sandbox is asked"
    case .picking: return "Looking up which messages are meant"
    case .restoring: return "Bringing back what was deleted"
    case .leaving:
      let count = snapshot?.outbox.waiting ?? 0
      return "Sending \(count == 1 ? "1 event" : "\(count) events") before leaving, for 2 s at most"
    }
  }

  private func keyThatStops(_ kind: Wait.Kind) -> String? {
    kind == stoppable ? keys.name(of: .stopWaiting) : nil
  }

  /// What ``stopWaiting()`` would stop now; nil when there is nothing.
  var stoppable: Wait.Kind? {
    guard layer == nil else { return nil }
    if focus == .detail, let detail, detail.content == .loading { return .rich(detail.row.key) }
    if let resolving { return .link(resolving) }
    if let detail, pictures.messages[detail.row.key]?.isLoading == true { return .pictures(detail.row.key) }
    if let fetch = waits.last(where: { if case .refresh = $0.kind { true } else { false } }) {
      return fetch.kind
    }
    return focus == .list && isFirstFetch ? .refresh(center) : nil
  }

  /// Whether the open center is on its way and nothing of it is here.
  var isFirstFetch: Bool {
    list.total == 0 && snapshot?.centers.first { $0.name == center }?.refresh.isFetching == true
  }

  mutating func stopWaiting() -> [AppEffect] {
    switch stoppable {
    case .rich(let key)?:
      waits.removeAll { $0.kind == .rich(key) }
      let body = detail?.row.message.body ?? ""
      detail?.content = .text(RichText.plain(body))
      tell("Going on without the rich content: it is served only once, so it is kept when it comes.")
      return []
    case .link(let link)?: return [.stopLink(link)]
    case .pictures(let key)?: return [.stopPictures(key)]
    case .refresh?: return [.stopRefresh]
    case .badge?, .sandbox?, .picking?, .restoring?, .leaving?, nil: return []
    }
  }
}
