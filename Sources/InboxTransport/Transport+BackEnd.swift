import AsyncHTTPClient
import Foundation
package import InboxCore
import InboxVendors
import NIOCore
import NIOHTTP1

/// The message-center back end over HTTP, in the wire format of ours (SB-6).
extension Transport {
  /// The core's port.
  package var backEnd: BackEnd {
    BackEnd(
      capabilities: ResponsysBackEnd.capabilities,
      fetch: { request async throws(InboxError) in
        let raw = try await fetch(request.center, request.identity)
        return FetchResponse(raw) { () throws(InboxError) in
          try MessageListAnswer(raw, center: request.center)
        }
      },
      richContent: { id, url, identity async throws(InboxError) in try await rich(id, url, identity) },
      report: { events, now async throws(InboxError) in try await report(events, now) },
      setBadge: { count, identity async throws(InboxError) in try await setBadge(count, identity) },
      badge: { identity async throws(InboxError) in
        try BadgeWire.decodeAnswer(
          try await exchange(settings.backEnd + Endpoint.badge, identity: identity))
      },
      pushes: { identity in pushes(identity) })
  }

  private func fetch(_ center: CenterName, _ identity: Identity) async throws(InboxError) -> RawAnswer {
    let url = settings.backEnd + Endpoint.messages(center)
    return RawAnswer(body: try await exchange(url, identity: identity, center: center), requestURL: url)
  }

  /// Tokens and identity go to the back end's own origin alone, never to the web host of a sender's content.
  private func rich(
    _ id: MessageID, _ url: String, _ identity: Identity
  ) async throws(InboxError) -> String {
    guard isOwn(url) else { return try await hosted(url, identity) }
    var request = try configured(url)
    request.headers.add(name: "Accept", value: "text/html")
    sign(&request, identity)
    let answer = try await send(request, about: [identity])
    if answer.status == 410 { throw .richContentAlreadyServed(id) }
    try check(answer, center: nil)
    return String(decoding: answer.body, as: UTF8.self)
  }

  /// Content on the web: https only, and nothing of this machine or its network (``PrivateAddresses``).
  private func hosted(_ url: String, _ identity: Identity) async throws(InboxError) -> String {
    guard url.lowercased().hasPrefix("https://") else {
      throw .contentUnavailable(url: url, reason: "only https addresses are fetched")
    }
    let isGuarded = isForeign(url)
    if isGuarded, let reason = refusal(of: url) { throw .contentUnavailable(url: url, reason: reason) }
    let answer: Exchange
    do {
      var request = try request(url)
      request.headers.add(name: "Accept", value: "text/html")
      answer = try await exchange(
        request, isGuarded: isGuarded, seconds: settings.timeout, limit: Self.largestAnswer,
        about: [identity])
    } catch let error as PrivateAddressGuard.Refused {
      throw .contentUnavailable(url: url, reason: refusal(of: url, leadingTo: error.address))
    } catch {
      throw .contentUnavailable(url: url, reason: Self.reason(error))
    }
    guard (200..<300).contains(answer.status), !answer.body.isEmpty else {
      throw .contentUnavailable(url: url, reason: "the web host answered with status \(answer.status)")
    }
    return String(decoding: answer.body, as: UTF8.self)
  }

  func isOwn(_ url: String) -> Bool {
    do { return try WebLink(settings.backEnd).hasSameOrigin(as: WebLink(url)) } catch { return false }
  }

  private func report(_ events: [EngagementEvent], _ now: Date) async throws(InboxError) -> EngagementReceipt
  {
    let body = EngagementWire.encode(events, sent: now)
    let people = Set(events.map(\.identity)).sorted { $0.storageKey < $1.storageKey }
    let answer = try await exchange(
      settings.backEnd + Endpoint.engagements, method: "POST", body: body, about: people)
    return try EngagementWire.decodeAnswer(answer)
  }

  private func setBadge(_ count: Int, _ identity: Identity) async throws(InboxError) -> ServerBadge {
    let answer = try await exchange(
      settings.backEnd + Endpoint.badge, method: "PUT", identity: identity, body: BadgeWire.encode(count))
    return try BadgeWire.decodeAnswer(answer)
  }

  private func exchange(
    _ url: String, method: String = "GET", identity: Identity? = nil, body: Data? = nil,
    center: CenterName? = nil, about people: [Identity]? = nil
  ) async throws(InboxError) -> Data {
    var request = try configured(url, method: method)
    request.headers.add(name: "Accept", value: "application/json")
    sign(&request, identity)
    if let body {
      request.headers.add(name: "Content-Type", value: "application/json")
      request.body = .bytes(ByteBuffer(bytes: body))
    }
    let answer = try await send(request, sent: body, about: people ?? identity.map { [$0] } ?? [])
    try check(answer, center: center)
    return answer.body
  }

  func sign(_ request: inout HTTPClientRequest, _ identity: Identity?) {
    request.headers.add(name: Endpoint.appTokenHeader, value: settings.appToken)
    request.headers.add(name: Endpoint.accountTokenHeader, value: settings.accountToken)
    if let identity { request.headers.add(name: Endpoint.identityHeader, value: identity.storageKey) }
  }

  func send(
    _ request: HTTPClientRequest, sent: Data? = nil, about people: [Identity]
  ) async throws(InboxError) -> Exchange {
    do {
      return try await exchange(
        request, seconds: settings.timeout, limit: Self.largestAnswer, sent: sent, about: people)
    } catch {
      let meaning = meaning(of: error)
      // What changes something may have been carried out, whatever became of the response.
      if sent != nil, case .noNetwork(let reason) = meaning, !Self.neverLeft(error) {
        throw .responseLost(reason)
      }
      throw meaning
    }
  }

  /// Statuses as errors (MC-15, EN-8).
  func check(_ answer: Exchange, center: CenterName?) throws(InboxError) {
    let status = answer.status
    let body = answer.body
    switch status {
    case 400, 401: throw .invalidToken(status: status)
    case 403:
      guard let center else { throw .invalidToken(status: status) }
      throw .centerDisabled(center.rawValue)
    case 404:
      guard let center else { throw .refused(status: status, detail: detail(body)) }
      throw .centerFailure(center.rawValue)
    default: try checkStatus(of: answer)
    }
  }

  /// The statuses that mean the same wherever they come from.
  func checkStatus(of answer: Exchange) throws(InboxError) {
    let error = InboxError(
      status: answer.status, retryAfter: retryAfter(answer), detail: detail(answer.body))
    if let error { throw error }
  }

  /// Seconds that a server asks to wait.
  func retryAfter(_ answer: Exchange) -> Int? {
    answer.headers.first(name: "Retry-After").flatMap { RetryAfter.seconds($0, at: settings.now()) }
  }

  /// The beginning of what a server says, without the tokens that it may repeat.
  func detail(_ body: Data) -> String {
    let text = SecretMask(known: settings.secrets).text(String(decoding: body.prefix(4_096), as: UTF8.self))
    return String(text.split(whereSeparator: \.isNewline).joined(separator: " ").prefix(160))
  }
}
