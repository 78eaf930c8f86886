import InboxCore
import InboxEvidence
import InboxModel

/// Performs effects: calls the core, and sends the outcomes back as events.
///
/// It is the only part of the front that waits.
@MainActor
final class EffectRunner {
  private let center: MessageCenter
  private let services: FrontServices
  private let send: @MainActor (AppEvent) -> Void
  private var running = 0
  private var links: [String: Task<Void, Never>] = [:]
  private var pictures: [MessageKey: Task<Void, Never>] = [:]
  private var queues: [AppEffect.Queue: Task<Void, Never>] = [:]
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(center: MessageCenter, services: FrontServices, send: @escaping @MainActor (AppEvent) -> Void) {
    self.center = center
    self.services = services
    self.send = send
  }

  /// Starts an effect; its event comes later.
  ///
  /// Effects of one queue run one after another.
  ///
  /// - Parameter person: The identity of the screen when the effect was requested; nil before there was one.
  func perform(_ effect: AppEffect, for person: Identity?) {
    running += 1
    let before = effect.queue.flatMap { queues[$0] }
    let task = Task {
      await before?.value
      if let event = await outcome(of: effect, for: person) { send(event) }
      running -= 1
      guard running == 0 else { return }
      let callers = waiting
      waiting = []
      for caller in callers { caller.resume() }
    }
    if let queue = effect.queue { queues[queue] = task }
    if case .resolve(let link, _, _) = effect { links[link] = task }
    if case .loadPictures(let key, _) = effect { pictures[key] = task }
  }

  /// Returns when the changes made here and the typed lines are durable.
  func written() async {
    for queue in [AppEffect.Queue.changes, .history] { await queues[queue]?.value }
  }

  var isIdle: Bool { running == 0 }

  func waitUntilIdle() async {
    while running > 0 { await withCheckedContinuation { waiting.append($0) } }
  }

  /// An event about a person's messages names the identity; effects for a former identity are not performed (MC-12).
  private func outcome(of effect: AppEffect, for person: Identity?) async -> AppEvent? {
    guard effect.isPersonal else { return await result(of: effect, for: person) }
    let reader = await center.identity
    guard person == nil || person == reader else { return effect.callingOff }
    guard let event = await result(of: effect, for: reader), await center.identity == reader else {
      return effect.callingOff
    }
    return .of(reader, event)
  }

  private func result(of effect: AppEffect, for person: Identity?) async -> AppEvent? {
    do throws(InboxError) {
      switch effect {
      case .load(let request):
        let source = request.source
        let window = try await center.window(
          source.center, matching: source.filter, request.anchor, limit: request.limit)
        return .list(
          source.center == nil
            ? .foundEverywhere(window, request: request.number)
            : .windowLoaded(window, request: request.number))
      case .loadDetail(let key):
        let detail = try await center.detail(key)
        return detail.message.map { .message(.detailLoaded($0, detail.history)) }
      case .setVisibleRows(let rows, let session): await center.setVisibleRows(rows, in: session)
      case .appear: await center.appear()
      case .rereadBadge: await center.rereadBadge()
      case .loadGone(let name):
        // One more than the page shows says that there are more.
        let limit = MessageCenter.goneLimit + 1
        return .center(.goneLoaded(name, try await center.gone(name, limit: limit)))
      case .proveDelivery, .compareServer, .compare, .countLens, .readStale: return try await evidence(effect)
      case .switchIdentity(let identity): try await center.switchIdentity(to: identity)
      case .setEnabled(let isOn): try await center.setEnabled(isOn)
      case .change(let change, let isUndo):
        try await perform(change, of: person)
        return .marking(.changed(change, isUndo: isUndo))
      case .listKeys(let source, let selection, let purpose):
        let all = try await center.keys(source.center, matching: source.filter, limit: .max)
        let picked = Array(selection.picked(from: all).prefix(Marks.most + 1))
        return .marking(.messagesPicked(picked, then: purpose))
      case .readMessages(let keys):
        var rows: [ArchivedMessage] = []
        for key in keys { if let row = try await center.message(key) { rows.append(row) } }
        return .message(.messagesRead(rows))
      case .refresh(let name?):
        return .center(
          .refreshed(name, failures: [], news: [CenterNews(name, try await center.refresh(name))]))
      case .refresh(nil): return await refreshedAll()
      case .resolve(let link, let message, let label): return await followed(link, from: message, label)
      case .close(let key): try await center.closed(key, .back, of: person)
      case .open(let key): return .message(.opened(key, try await center.open(key, of: person)))
      case .loadRich(let key):
        return .message(.richLoaded(key, await services.readHTML(try await center.richContent(key))))
      case .stopRefresh: await center.cancelFetches()
      case .stopLink(let link): links[link]?.cancel()
      case .loadPictures(let key, let requests): return await loadedPictures(key, requests)
      case .decodePictures(let key, let requests): await load(requests, of: key, for: center.identity)
      case .stopPictures(let key): pictures[key]?.cancel()
      case .hurry: await center.stopWaiting()
      case .log(let sentence, let failed): await center.notice(sentence, failed: failed)
      case .setBadge(let count): return .badge(.badgeSet(try await center.setBadge(count), asked: count))
      default: return await event(after: effect, for: person)
      }
      return nil
    } catch {
      return failure(of: effect, error)
    }
  }

  /// Performs the effects that compare and judge what happened.
  private func evidence(_ effect: AppEffect) async throws(InboxError) -> AppEvent? {
    switch effect {
    case .proveDelivery:
      if let report = services.report?() { return .proof(.deliveryProven(report)) }
      return .proof(.deliveryProven(try await center.deliveryReport(receipts: services.receipts)))
    case .compareServer:
      guard let server = services.readBack else { return nil }
      let report = try await center.serverReport(server, of: await center.identity, now: services.time.now)
      return .proof(.serverCompared(report))
    case .compare(let other):
      guard let compare = services.compare else { return nil }
      return .compare(.compared(try await compare(await center.identity, other), with: other))
    case .countLens:
      if let report = services.lens?() { return .lens(.lensCounted(report)) }
      let report = await center.lensReport(at: services.time.now())
      return .lens(.lensCounted(report.only(await center.identity)))
    case .readStale(let names):
      return .stale(.staleRead(try await center.staleReport(of: names, at: services.time.now())))
    default: return nil
    }
  }

  /// Performs the effects that the services handle rather than the core.
  private func event(after effect: AppEffect, for person: Identity?) async -> AppEvent? {
    switch effect {
    case .checkDomain(let host): return .link(.domainChecked(await services.checkDomain(host)))
    case .browse(let url):
      let problem = await services.openBrowser(url)
      if problem == nil { await center.handedToBrowser(url) }
      return .link(.browserAsked(url, problem: problem))
    case .askSandbox(let command):
      let (response, failed) = await services.askSandbox(command)
      return .command(.sandboxResponded(response, failed: failed, to: command))
    case .askForTour(let command):
      return .presenting(.tourCommandEnded(failed: await services.askSandbox(command).failed))
    case .loadHistory: return .command(.historyLoaded(await services.loadHistory(await center.identity)))
    case .remember(let lines):
      let reader = await center.identity
      return await services.remember(lines, person ?? reader).map { .screen(.warned($0)) }
    case .rememberCard: return await services.rememberCard?().map { .screen(.warned($0)) }
    case .loadCampaigns:
      guard let list = services.campaigns else { return nil }
      do throws(InboxError) { return .presenting(.campaignsListed(try await list())) } catch {
        return .presenting(.campaignsUnlisted(error))
      }
    case .loadThemes: return .theme(.themesListed(await services.listThemes()))
    case .saveTheme(let name): return .theme(.themeSaved(name, problem: await services.saveTheme(name)))
    // The remaining effects belong to the terminal.
    default: return nil
    }
  }

  /// The event for an effect that failed.
  private func failure(of effect: AppEffect, _ error: InboxError) -> AppEvent {
    switch effect {
    case .load(let request):
      .list(
        request.source.center.map { .windowFailed($0, request: request.number, error) }
          ?? .findFailed(request: request.number, error))
    case .proveDelivery: .proof(.deliveryUnproven(error))
    case .compare(let other): .compare(.comparisonFailed(error, with: other))
    case .compareServer: .proof(.serverUnread(error))
    case .readStale: .stale(.staleUnread(error))
    case .loadGone(let name): .center(.goneUnread(name, error))
    case .change(let change, let isUndo): .marking(.changeFailed(change, isUndo: isUndo, error))
    case .listKeys: .marking(.pickingFailed(error))
    case .refresh(let name?): .center(.refreshed(name, failures: [error]))
    case .open(let key): .message(.openFailed(key, error))
    case .loadRich(let key): .message(.richFailed(key, error))
    case .setBadge(let count): .badge(.badgeFailed(asked: count, error))
    default: .screen(.failed(error))
    }
  }

  private func perform(_ change: LocalChange, of person: Identity?) async throws(InboxError) {
    switch change.kind {
    case .read, .unread: try await center.mark(change.keys, read: change.kind == .read, of: person)
    case .deleted, .restored: try await center.setDeleted(change.keys, change.kind == .deleted, of: person)
    }
  }

  private func loadedPictures(_ key: MessageKey, _ requests: [PictureRequest]) async -> AppEvent {
    await center.askedForPictures(
      of: key, count: requests.count, hosts: PictureRequest.hosts(requests.map(\.source)))
    await load(requests, of: key, for: center.identity)
    pictures[key] = nil
    return .picture(.picturesEnded(key, stopped: Task.isCancelled))
  }

  /// A few at a time, each sent as it arrives.
  private func load(_ requests: [PictureRequest], of key: MessageKey, for person: Identity) async {
    let load = services.loadPicture
    await withTaskGroup(of: (PictureRequest, PictureOutcome).self) { group in
      var waiting = requests[...]
      func begin() {
        guard !Task.isCancelled, let request = waiting.popFirst() else { return }
        group.addTask { (request, await LinkHop.$reader.withValue(person) { await load(request.source) }) }
      }
      for _ in 0..<4 { begin() }
      while let (request, outcome) = await group.next() {
        // A cancelled request says nothing about the picture.
        guard !Task.isCancelled else { continue }
        send(.of(person, .picture(.pictureLoaded(key, request.numbers, outcome))))
        begin()
      }
    }
  }

  private func refreshedAll() async -> AppEvent {
    let outcomes = await center.refreshAll()
    return .center(
      .refreshed(nil, failures: outcomes.values.compactMap(\.failure), news: news(of: outcomes)))
  }

  /// The news of each fetched center, sorted by the center's raw name.
  private func news(of outcomes: [CenterName: Result<MessageMerge.Plan, InboxError>]) -> [CenterNews] {
    outcomes.compactMap { name, result in
      if case .success(let plan) = result { CenterNews(name, plan) } else { nil }
    }.sorted { $0.name.rawValue < $1.name.rawValue }
  }

  /// - Returns: nil when the core is following the link already: that call returns its trail.
  private func followed(_ link: String, from message: MessageKey?, _ label: String?) async -> AppEvent? {
    let origin = message.map { LinkRequest.Origin.message($0) } ?? .commandLine
    let trail = await center.follow(LinkRequest(link, from: origin, label: label))
    links[link] = nil
    guard let trail else { return nil }
    return .link(.linkResolved(await center.settled(trail)))
  }
}
