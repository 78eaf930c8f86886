import Foundation
package import InboxCore
package import InboxModel
import InboxVendors

/// A back end whose responses a test holds back, changes and counts: for moments that a real server cannot be stopped
/// at. Everything else is tested against the sandbox.
package actor ScriptedBackEnd {
  /// What the centers hold.
  package var messages: [CenterName: [Message]] = [:]
  /// The body that every fetch gets instead of a list of messages.
  package var body: String?
  /// What one identity gets instead of ``messages``.
  package var personal: [Identity: [Message]] = [:]
  /// The error that every request gets, if any.
  package var failure: InboxError?
  /// The error of engagement uploads alone.
  package var reportFailure: InboxError?
  /// What becomes of the responses to badges that were set.
  package var lostResponse: InboxError?
  /// The error of questions for the badge alone.
  package var badgeFailure: InboxError?
  /// How often it was asked for the badge.
  package private(set) var badgeQuestions = 0
  /// How many events of one upload the receipt lists.
  package var most = Int.max
  /// The rich content that the next fetch gets; it is served once.
  package var rich: [MessageID: String] = [:]
  package private(set) var fetches = 0
  package private(set) var richFetches = 0
  package private(set) var reported: [EngagementEvent] = []
  package private(set) var reportRequests = 0
  package private(set) var badges: [Int] = []
  private var gate: [CheckedContinuation<Void, Never>] = []
  /// Whether requests wait for ``release()``.
  package private(set) var isHeld = false
  private var arrivals: [(Int, CheckedContinuation<Void, Never>)] = []

  package init() {}

  package func set(_ messages: [Message], for center: CenterName = .primary) {
    self.messages[center] = messages
  }
  package func set(_ messages: [Message], for identity: Identity) { personal[identity] = messages }
  package func respond(with body: String) { self.body = body }
  package func fail(with error: InboxError?) { failure = error }
  package func failBadge(with error: InboxError?) { badgeFailure = error }
  package func loseResponses(with error: InboxError?) { lostResponse = error }
  package func take(most: Int) { self.most = most }
  package func failReports(with error: InboxError?) { reportFailure = error }
  package func serve(_ html: String, for id: MessageID) { rich[id] = html }

  /// From now on requests wait until ``release()``.
  package func hold() { isHeld = true }

  /// Lets every waiting request go on.
  package func release() {
    isHeld = false
    let waiting = gate
    gate = []
    for request in waiting { request.resume() }
  }

  /// Lets every waiting request go on, the last one first; each is answered before the next goes on.
  package func releaseBackwards() async {
    isHeld = false
    while let last = gate.popLast() {
      last.resume()
      for _ in 0..<20 { await Task.yield() }
    }
  }

  /// Returns when at least this many requests wait.
  package func held(_ count: Int = 1) async {
    guard gate.count < count else { return }
    await withCheckedContinuation { arrivals.append((count, $0)) }
  }

  /// Waits while requests are held.
  package func pass() async {
    guard isHeld else { return }
    await withCheckedContinuation { continuation in
      gate.append(continuation)
      let here = arrivals.filter { $0.0 <= gate.count }
      arrivals.removeAll { $0.0 <= gate.count }
      for arrival in here { arrival.1.resume() }
    }
  }

  /// The core's port.
  package nonisolated var port: BackEnd {
    BackEnd(
      capabilities: ResponsysBackEnd.capabilities,
      fetch: { request async throws(InboxError) in
        let raw = try await self.fetch(request.center, request.identity)
        return FetchResponse(raw) { () throws(InboxError) in
          try FetchedPage(raw, center: request.center)
        }
      },
      richContent: { id, _, _ async throws(InboxError) in try await self.richContent(id) },
      report: { events, _ async throws(InboxError) in try await self.report(events) },
      setBadge: { count, _ async throws(InboxError) in try await self.setBadge(count) },
      badge: { _ async throws(InboxError) in try await self.badge() },
      pushes: { _ in AsyncThrowingStream { $0.finish(throwing: InboxError.noNetwork("no pushes")) } })
  }

  private func fetch(_ center: CenterName, _ identity: Identity) async throws(InboxError) -> RawResponse {
    fetches += 1
    let response = personal[identity] ?? messages[center] ?? []
    await pass()
    if let failure { throw failure }
    if let body { return RawResponse(body: Data(body.utf8), requestURL: "test:\(center)") }
    let list = JSONValue.object(["messages": .array(response.map { MessageWire.encode($0) })])
    return RawResponse(body: Data(list.serialized.utf8), requestURL: "test:\(center)")
  }

  private func richContent(_ id: MessageID) async throws(InboxError) -> String {
    richFetches += 1
    await pass()
    if let failure { throw failure }
    guard let html = rich.removeValue(forKey: id) else { throw .richContentAlreadyServed(id) }
    return html
  }

  private func report(_ events: [EngagementEvent]) async throws(InboxError) -> EngagementReceipt {
    reportRequests += 1
    await pass()
    if let error = reportFailure ?? failure { throw error }
    let taken = events.prefix(most)
    reported += taken
    return EngagementReceipt(accepted: Set(taken.map(\.id)))
  }

  private func setBadge(_ count: Int) async throws(InboxError) -> ServerBadge {
    await pass()
    if let failure { throw failure }
    badges.append(count)
    if let lostResponse { throw lostResponse }
    return ServerBadge(count: count)
  }

  private func badge() async throws(InboxError) -> ServerBadge {
    badgeQuestions += 1
    await pass()
    if let error = badgeFailure ?? failure { throw error }
    return ServerBadge(count: badges.last ?? 0)
  }
}
