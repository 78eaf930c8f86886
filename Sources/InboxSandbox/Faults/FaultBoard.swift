import HTTPTypes
import Hummingbird
import NIOCore

/// The faults that are set, at most one for each endpoint.
actor FaultBoard {
  private var faults: [FaultEndpoint: Fault] = [:]
  private var strikes: [FaultEndpoint: Int] = [:]
  private var waiting: [(endpoint: FaultEndpoint, strikes: Int, caller: CheckedContinuation<Void, Never>)] =
    []
  private let clock: any Clock<Duration>

  init(clock: any Clock<Duration>) { self.clock = clock }

  /// Sets a fault in the place of the one before it.
  func set(_ fault: Fault) {
    faults[fault.endpoint] = fault
    strikes[fault.endpoint] = 0
  }

  /// Returns when the fault of an endpoint has struck so often since it was set.
  func struck(_ endpoint: FaultEndpoint, times: Int) async {
    guard strikes[endpoint, default: 0] < times else { return }
    await withCheckedContinuation { waiting.append((endpoint, times, $0)) }
  }

  private func strike(_ endpoint: FaultEndpoint) {
    strikes[endpoint, default: 0] += 1
    let count = strikes[endpoint, default: 0]
    let there = waiting.filter { $0.endpoint == endpoint && $0.strikes <= count }
    waiting.removeAll { $0.endpoint == endpoint && $0.strikes <= count }
    for one in there { one.caller.resume() }
  }

  /// Removes every fault.
  func clear() { faults = [:] }

  /// What is set, by endpoint.
  var all: [Fault] { faults.values.sorted { $0.endpoint.rawValue < $1.endpoint.rawValue } }

  /// Answers as the fault of the endpoint says, or else truly.
  nonisolated func answer(
    _ endpoint: FaultEndpoint, context: SandboxContext, truly: () async throws -> Response
  ) async throws -> Response {
    guard let fault = await take(endpoint) else { return try await truly() }
    let answer = fault.after == true ? try await truly() : nil
    await strike(endpoint)
    // A slow answer is what was asked for; tests give a clock that they move.
    if let delay = fault.delayMilliseconds, delay > 0 { try await clock.sleep(for: .milliseconds(delay)) }
    if fault.drop == true {
      context.channel.close(promise: nil)
      return Response(status: .serviceUnavailable)
    }
    if fault.stall == true { return Self.stalling(fault) }
    guard fault.status != nil || fault.body != nil else {
      if let answer { return answer }
      return try await truly()
    }
    var response = Response.text(
      fault.body ?? "", type: "application/json; charset=utf-8",
      status: HTTPResponse.Status(code: fault.status ?? 200))
    if let seconds = fault.retryAfter { response.headers[.retryAfter] = String(seconds) }
    return response
  }

  /// An answer that promises more than ever comes.
  private static func stalling(_ fault: Fault) -> Response {
    let begin = ByteBuffer(string: fault.body ?? "{")
    let body = ResponseBody { writer in
      try await writer.write(begin)
      let (never, _) = AsyncStream.makeStream(of: Void.self)
      for await _ in never {}
      try await writer.finish(nil)
    }
    return Response(status: .ok, headers: [.contentType: "application/json"], body: body)
  }

  private func take(_ endpoint: FaultEndpoint) -> Fault? {
    guard let fault = faults[endpoint] else { return nil }
    if let times = fault.times { faults[endpoint]?.times = times - 1 }
    if let times = fault.times, times <= 1 { faults[endpoint] = nil }
    return (fault.times ?? 1) > 0 ? fault : nil
  }
}
