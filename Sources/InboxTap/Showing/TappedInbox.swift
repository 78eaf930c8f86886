package import InboxCore
package import InboxEvidence
package import InboxModel
import InboxSandbox
package import InboxVendors
import Synchronization

/// What an app was seen to fetch, as a back end that hands it on and asks no one (QA-4).
package final class TappedInbox: Sendable {
  /// Where the traffic goes to, for the screen.
  package let words: String
  /// Where the app finds the tap.
  package let address: String
  package let centers: CenterList
  private let capabilities: Capabilities
  private let faults: TapFaults
  private let state = Mutex(State())
  private let followed = AsyncStream.makeStream(of: Void.self)

  private struct Place: Hashable {
    var identity: Identity
    var center: CenterName
  }

  private struct State {
    /// What the core has not fetched yet.
    var pending: [Place: FetchedPage] = [:]
    /// What the app reported, with the messages that it fetched.
    var deliveries = AppDeliveries()
    /// What it says of its gestures.
    var gestures = ReportedGestures()
    var isFollowing: Identity?
  }

  package init(
    _ origin: TapOrigin, at address: String, _ vendor: VendorReader, centers: CenterList, faults: TapFaults
  ) {
    self.address = address
    words = "the app in front of \(origin.text)"
    self.centers = centers
    self.faults = faults
    var capabilities = vendor.capabilities
    if centers.count > 1, let lists = vendor.lists { capabilities.lists = lists }
    self.capabilities = capabilities
  }

  /// The back end of a core that shows what passed.
  package var backEnd: BackEnd {
    BackEnd(
      capabilities: capabilities,
      fetch: { [self] request throws(InboxError) in
        let page = take(request.identity, request.center)
        return FetchResponse(RawResponse(body: page.raw, requestURL: page.requestURL)) {
          () throws(InboxError) in page
        }
      },
      richContent: { _, url, _ throws(InboxError) in
        throw .captured("the rich content at \(url) is not fetched, as that would be a request")
      },
      report: { _, _ throws(InboxError) in throw .captured("nothing is reported") },
      // Nothing ever comes on it, and it stays open: what passed is fetched at once.
      pushes: { _ in AsyncThrowingStream { _ in } })
  }

  /// What passed since the last fetch; an empty increment where nothing did.
  private func take(_ identity: Identity, _ center: CenterName) -> FetchedPage {
    state.withLock { $0.pending.removeValue(forKey: Place(identity: identity, center: center)) }
      ?? FetchedPage(messages: [], requestURL: words, absence: .meansNothing)
  }

  /// A front follows the core from now on.
  package func frontFollows() { followed.continuation.finish() }

  /// Returns when a front follows the core, or the task is cancelled: what is shown before that is seen by no one.
  package func untilFrontFollows() async { for await _ in followed.stream {} }

  /// The report on what the app sent so far (EN-8).
  package var report: DeliveryReport { state.withLock { $0.deliveries.report } }

  /// What each vendor's rule would count of what the app reported (QA-1).
  package var lens: LensReport {
    state.withLock { $0.gestures }.report(
      notes: ["These are the gestures that the app reported to the vendor, and nothing else."])
  }

  /// Takes what an app did, and has a core show it.
  package func take(_ passed: ReadExchange, for center: MessageCenter) async {
    let read = state.withLock { state in
      state.gestures.take(passed.exchange)
      return state.deliveries.take(passed)
    }
    for action in read.actions {
      if let page = action.page, let identity = action.identity {
        await show(page, identity, action.list ?? .primary, center)
      }
      let key = state.withLock { read.message(of: action, among: $0.deliveries.messages) }
      let line = read.line(of: action)
      await center.observed(line.kind, key, why: Self.mask.text(line.why))
      if read.outcome(of: action).kind == .taken, let key, let identity = action.identity {
        await show(action.kind, of: key, identity, center)
      }
    }
    for remark in read.remarks { await center.notice(Self.mask.text(remark), failed: false) }
  }

  /// Whose secrets pass is not known: what looks like one is hidden.
  private static let mask = SecretMask()

  /// - Parameter isEvent: Whether it is what an event changed: the screen follows the person for whom the app fetched
  ///   last.
  private func show(
    _ page: FetchedPage, _ identity: Identity, _ list: CenterName, _ center: MessageCenter,
    isEvent: Bool = false
  ) async {
    guard centers.contains(list) else {
      await center.notice(
        "The app fetched “\(list)”, which has no tab: give the tap --center “\(list)”.", failed: false)
      return
    }
    let isOther = state.withLock { state in
      let place = Place(identity: identity, center: list)
      state.pending[place] = state.pending[place].map { $0.followed(by: page) } ?? page
      let isOther = state.isFollowing != identity
      if !isEvent { state.isFollowing = identity }
      return isOther
    }
    if isOther, isEvent { return }
    if isOther {
      do { try await center.follow(person: identity) } catch {
        state.withLock { $0.isFollowing = nil }
        return await center.notice(error.description)
      }
    }
    await fetch(list, identity, center)
  }

  /// Has a core fetch what is pending, once more where it joined a fetch that had begun before.
  private func fetch(_ list: CenterName, _ identity: Identity, _ center: MessageCenter) async {
    let place = Place(identity: identity, center: list)
    for _ in 0..<2 where state.withLock({ $0.pending[place] != nil }) {
      do { try await center.refresh(list) } catch {
        // What keeps a page from being read is in the journal already.
        return
      }
    }
  }

  /// A message that the app opened or marked is read, as far as the vendor makes it so; one that it deleted is gone.
  private func show(
    _ kind: AppAction.Kind, of key: MessageKey, _ identity: Identity, _ center: MessageCenter
  ) async {
    var page = FetchedPage(messages: [], requestURL: words, absence: .meansNothing)
    switch kind {
    case .open, .read:
      guard let message = state.withLock({ $0.deliveries.messages[key] }) else { return }
      page.messages = [message]
      page.undated = [key.id]
      page.read = [key.id]
    case .delete: page.removed = [key.id]
    default: return
    }
    await show(page, identity, key.center, center, isEvent: true)
  }

  /// Has the tap do what a command of the front says: `fault messages 503`, `fault clear`.
  package func ask(_ command: String) async -> (response: String, failed: Bool) {
    await TapFaultCommand.perform(command, faults)
  }
}

extension FetchedPage {
  /// Two pages of one list that passed one after the other, as one.
  func followed(by next: FetchedPage) -> FetchedPage {
    guard next.absence == .meansNothing else { return next }
    // What an event changed has no bytes of its own.
    var page = self
    if !next.raw.isEmpty {
      (page.raw, page.requestURL, page.cursor) = (next.raw, next.requestURL, next.cursor)
    }
    let newer = Set(next.messages.map(\.id) + next.setAside.map { MessageID($0.id) }).union(next.removed)
    page.messages = next.messages + messages.filter { !newer.contains($0.id) }
    page.malformed += next.malformed
    page.setAside += next.setAside
    page.removed = removed.subtracting(newer).union(next.removed)
    page.undated.formUnion(next.undated)
    page.stamps.merge(next.stamps) { _, new in new }
    page.notes.merge(next.notes) { _, new in new }
    if let read = next.read { page.read = (page.read ?? []).union(read) }
    return page
  }
}
