import HTTPTypes
import Hummingbird
import NIOCore

/// The faults that are set, at most one for each endpoint; a space of a sandbox and a tap have one each.
package actor FaultBoard {
  /// Changes the faults where all processes that serve a space keep them, and returns the new ones and their version.
  typealias Shared =
    @Sendable (@Sendable @escaping (inout FaultSet) -> Fault?) async throws -> (Fault?, FaultSet, Int64)

  private var state = FaultSet()
  /// Counts up with every change where they are kept.
  private var version: Int64 = 0
  private var strikes: [FaultEndpoint: Int] = [:]
  private var listener: (@Sendable ([Fault]) async -> Void)?
  private let clock: any Clock<Duration>
  private let shared: Shared?
  /// What faults hold up, until the space ends, and why that has ended.
  private nonisolated let held = HeldWork()
  private var ended: StoreError?

  /// - Parameter clock: What a slow response waits on.
  package init(clock: any Clock<Duration>) { self.init(clock: clock, shared: nil) }

  init(clock: any Clock<Duration>, shared: Shared?) {
    self.clock = clock
    self.shared = shared
  }

  /// Called with every change from now on.
  package func onChange(_ listener: @escaping @Sendable ([Fault]) async -> Void) { self.listener = listener }

  /// Sets a fault in the place of the one before it; only where other processes have it as well can that fail.
  package func set(_ fault: Fault) async throws {
    var fault = fault
    if fault.percent != nil { fault.seed = fault.seed ?? UInt64.random(in: 0..<1_000_000) }
    let set = fault
    try await change { faults in
      faults.set(set)
      return nil
    }
    strikes[fault.endpoint] = 0
  }

  /// Removes the fault of an endpoint, or every one; it fails as setting one does.
  package func clear(_ endpoint: FaultEndpoint? = nil) async throws {
    try await change { faults in
      faults.clear(endpoint)
      return nil
    }
  }

  /// Takes over the faults that are kept, unless those of a later version came first.
  func adopt(_ faults: FaultSet, of version: Int64) async {
    guard version >= self.version else { return }
    self.version = version
    // How far their dice have got is not announced.
    let isNew = faults.all != state.all
    state = faults
    if isNew { await listener?(all) }
  }

  @discardableResult
  private func change(_ body: @Sendable @escaping (inout FaultSet) -> Fault?) async throws -> Fault? {
    if let shared {
      let (fault, faults, version) = try await shared(body)
      await adopt(faults, of: version)
      return fault
    }
    let before = state
    let fault = body(&state)
    if state.all != before.all { await listener?(all) }
    return fault
  }

  /// Ends what faults hold up, also what they would hold up later: a slow response is the reason, a stalled one breaks off.
  func end(_ reason: StoreError) {
    ended = ended ?? reason
    held.end()
  }

  /// How often the fault of an endpoint has struck since it was set.
  package func strikeCount(_ endpoint: FaultEndpoint) -> Int { strikes[endpoint, default: 0] }

  private func strike(_ endpoint: FaultEndpoint) { strikes[endpoint, default: 0] += 1 }

  package var all: [Fault] { state.all }

  /// Responds as the fault of the endpoint says, or as usual where there is none.
  ///
  /// - Parameter filling: What the vendor sends with a status, where the fault has no body.
  nonisolated func respond(
    _ endpoint: FaultEndpoint, context: SandboxContext,
    filling: (HTTPResponse.Status) -> Response? = { _ in nil }, truly: () async throws -> Response
  ) async throws -> Response {
    guard let fault = await take(endpoint) else { return try await truly() }
    let usual = fault.after == true ? try await truly() : nil
    await strike(endpoint)
    if let delay = fault.delayMilliseconds, delay > 0 {
      do {
        try await hold(context.channel) { [clock] in
          // A slow response is what the fault asks for; tests pass a clock that they move.
          try await clock.sleep(for: .milliseconds(delay))
        }
      } catch is CancellationError {
        throw await ended ?? CancellationError()
      }
    }
    if fault.drop == true {
      context.channel.close(promise: nil)
      return Response(status: .serviceUnavailable)
    }
    if fault.stall == true { return stalling(fault, context.channel) }
    guard fault.status != nil || fault.body != nil else {
      let whole = if let usual { usual } else { try await truly() }
      return fault.truncate.map { Self.cut(whole, to: $0) } ?? whole
    }
    let status = HTTPResponse.Status(code: fault.status ?? 200)
    var response =
      (fault.body == nil ? filling(status) : nil)
      ?? Response.text(fault.body ?? "", type: "application/json; charset=utf-8", status: status)
    if let seconds = fault.retryAfter { response.headers[.retryAfter] = String(seconds) }
    return fault.truncate.map { Self.cut(response, to: $0) } ?? response
  }

  /// Waits for as long as the client does and the space is there.
  private nonisolated func hold(
    _ channel: any Channel, _ wait: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await channel.whileClientWaits { [held] in try await held.run(wait) }
  }

  /// A response whose head promises more than ever comes.
  private nonisolated func stalling(_ fault: Fault, _ channel: any Channel) -> Response {
    let begin = ByteBuffer(string: fault.body ?? "{")
    var headers: HTTPFields = [.contentType: "application/json"]
    headers[.retryAfter] = fault.retryAfter.map { String($0) }
    let body = ResponseBody { [self] writer in
      try await writer.write(begin)
      try await hold(channel) {
        let (never, _) = AsyncStream.makeStream(of: Void.self)
        for await _ in never {}
      }
      try await writer.finish(nil)
    }
    return Response(status: HTTPResponse.Status(code: fault.status ?? 200), headers: headers, body: body)
  }

  /// The beginning of a response, presented as all of it.
  private static func cut(_ response: Response, to most: Int) -> Response {
    var headers = response.headers
    headers[.contentLength] = nil
    let body = ResponseBody { writer in
      try await response.body.write(CutWriter(writer: writer, cut: CutBody(to: most)))
    }
    return Response(status: response.status, headers: headers, body: body)
  }

  /// The fault that strikes this request, if one does; it counts as one of its `times`.
  package func take(_ endpoint: FaultEndpoint) async -> Fault? {
    guard state[endpoint] != nil else { return nil }
    do { return try await change { $0.take(endpoint) } } catch {
      // The database is away, or the space is gone, as the usual response will say.
      return nil
    }
  }
}

/// Writes the beginning of a body, and its end.
private struct CutWriter: ResponseBodyWriter {
  var writer: any ResponseBodyWriter
  var cut: CutBody

  @concurrent mutating func write(_ buffer: ByteBuffer) async throws {
    if let part = cut.take(buffer) { try await writer.write(part) }
  }

  @concurrent consuming func finish(_ trailers: HTTPFields?) async throws {
    if let part = cut.end() { try await writer.write(part) }
    try await writer.finish(trailers)
  }
}
