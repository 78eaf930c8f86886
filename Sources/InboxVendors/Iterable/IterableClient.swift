import struct Foundation.Data
import struct Foundation.Date
import InboxCore
import InboxModel

/// Sends requests with the person's token, and asks once for a new one where the server refuses it (VE-7).
struct IterableClient: Sendable {
  /// 5 further tries after a status of 500 and above, the first two at once (iterable-swift-sdk, `NetworkHelper`).
  static let retry = WireRetry(delays: [0, 0, 2, 2, 2]) { $0.status >= 500 }

  let settings: IterableSettings
  let token: TokenSource
  let wire: WirePort
  let now: @Sendable () -> Date

  init(_ settings: IterableSettings, token: TokenSource, over wire: WirePort, time: TimeSource) {
    self.settings = settings
    self.token = token
    self.wire = Self.retry.over(wire) { await time.sleep($0) }
    now = time.now
  }

  /// Sends a request and returns a response that is a success.
  func send(_ request: WireRequest) async throws(InboxError) -> WireResponse {
    var response = try await wire.send(try await signed(request, renewing: false))
    if settings.usesToken, IterableResponses.refusesToken(response) {
      response = try await wire.send(try await signed(request, renewing: true))
    }
    if request.changes {
      try IterableResponses.checkSent(response, usesToken: settings.usesToken)
    } else {
      try IterableResponses.check(response, usesToken: settings.usesToken)
    }
    return response
  }

  private func signed(_ request: WireRequest, renewing: Bool) async throws(InboxError) -> WireRequest {
    let token = settings.usesToken ? try await token.token(renewing, for: request.about?.first) : nil
    if settings.usesToken, token?.isEmpty != false {
      throw .configuration("There is no JWT: what jwt in the profile names gave none. Nothing was sent.")
    }
    return IterableSettings.signed(request, token: token, at: now())
  }

  /// The silent pushes of a sandbox, on a line that was opened with the token of now.
  func pushes(
    of identity: Identity, read: @escaping @Sendable (Data) throws(InboxError) -> Push
  ) -> AsyncThrowingStream<Push, any Error> {
    let usesToken = settings.usesToken
    let line = PushLine(renewsToken: usesToken) { renewing in
      let reader = PushReader(
        check: { response throws(InboxError) in
          // A first refusal of the token asks for a new one.
          if usesToken, !renewing, IterableResponses.refusesToken(response) {
            throw .invalidToken(status: response.status)
          }
          try IterableResponses.checkHead(response, usesToken: usesToken)
        }, read: read)
      return wire.listen(try await signed(try settings.pushes(of: identity), renewing: renewing), reader)
    }
    return AsyncThrowingStream { try await line.next() }
  }
}

/// A line that is opened when its first push is wanted, once more with a new token where it is refused, and read no
/// faster than its pushes are taken.
private actor PushLine {
  private let open: @Sendable (_ renewing: Bool) async throws -> AsyncThrowingStream<Push, any Error>
  private var mayRenew: Bool
  private var pushes: AsyncThrowingStream<Push, any Error>.Iterator?

  init(
    renewsToken: Bool,
    open: @escaping @Sendable (_ renewing: Bool) async throws -> AsyncThrowingStream<Push, any Error>
  ) {
    mayRenew = renewsToken
    self.open = open
  }

  func next() async throws -> Push? {
    do { return try await next(renewing: false) } catch InboxError.invalidToken where mayRenew {
      mayRenew = false
      pushes = nil
      return try await next(renewing: true)
    }
  }

  private func next(renewing: Bool) async throws -> Push? {
    var pushes = if let begun = self.pushes { begun } else { try await open(renewing).makeAsyncIterator() }
    self.pushes = pushes
    return try await pushes.next(isolation: self)
  }
}
