import InboxCore
public import InboxModel

/// A vendor's SDK repeats requests by itself; this does it as often and as soon as the SDK, below what the outbox and
/// the schedule try again later.
public struct WireRetry: Sendable {
  /// Seconds before each further try; as many as the SDK makes.
  public var delays: [Double]
  /// Whether a response makes the SDK try again.
  public var repeats: @Sendable (WireResponse) -> Bool

  /// Takes its parts as they are.
  public init(delays: [Double], repeats: @escaping @Sendable (WireResponse) -> Bool) {
    self.delays = delays
    self.repeats = repeats
  }

  /// A port that repeats; a request for which no response came is not repeated, as the SDKs do not.
  ///
  /// - Parameters:
  ///   - sleep: Sleeps for this many seconds, and returns false when the task was cancelled meanwhile.
  ///   - again: The request as it is sent again, asked for before the delay; nil where it is not.
  public func over(
    _ wire: WirePort, sleep: @escaping @Sendable (Double) async -> Bool,
    again: @escaping @Sendable (WireRequest) async throws(InboxError) -> WireRequest? = {
      request throws(InboxError) in request
    }
  ) -> WirePort {
    var port = wire
    port.send = { request async throws(InboxError) in
      var response = try await wire.send(request)
      for delay in delays where repeats(response) {
        guard let request = try await again(request) else { return response }
        if delay > 0 {
          guard await sleep(delay) else { throw .cancelled }
        }
        if let willRepeat = EngagementReceipt.willRepeat { try await willRepeat() }
        do throws(InboxError) { response = try await wire.send(request) } catch {
          // The try before it arrived, and may have been carried out.
          if request.changes, case .noNetwork(let reason) = error { throw .responseLost(reason) }
          throw error
        }
      }
      return response
    }
    return port
  }
}
