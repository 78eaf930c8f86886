import Foundation
import InboxModel
import InboxVendors
import Synchronization

/// A port over which requests get lost at random, on the way there or on the way back, are refused, or are held.
final class UnsteadyWire: Sendable {
  /// A request and what became of it.
  struct Exchange: Sendable {
    var request: WireRequest
    /// Whether the server took it, and whether the client learned of it.
    var isTaken = false
    var isAnswered = false

    /// Everything that the server reads of it.
    var text: String {
      request.url + " " + String(decoding: request.body ?? .init(), as: UTF8.self) + " "
        + request.headers.map { "\($0.name): \($0.value)" }.joined(separator: " ")
    }
  }

  /// What becomes of a request.
  private enum Fate: CaseIterable {
    case neverLeaves, busy, tokenRefused, answerLost, failsAfterwards
  }

  private struct State {
    var random: SeededGenerator
    /// How many of a hundred requests get into trouble.
    var trouble = 0
    var isHeld = false
    var held: [CheckedContinuation<Void, Never>] = []
    var exchanges: [Exchange] = []
  }

  private let wire: WirePort
  private let refusal: WireResponse
  private let state: Mutex<State>

  /// - Parameter refusal: The vendor's response to a token that it does not take.
  init(_ wire: WirePort, refusal: WireResponse, seed: UInt64) {
    self.wire = wire
    self.refusal = refusal
    state = Mutex(State(random: SeededGenerator(seed: seed)))
  }

  var port: WirePort {
    WirePort(
      send: { request async throws(InboxError) in try await self.send(request) }, listen: wire.listen)
  }

  /// The requests whose end is known, in the order of their ends.
  var exchanges: [Exchange] { state.withLock(\.exchanges) }

  func setTrouble(_ percent: Int) { state.withLock { $0.trouble = percent } }

  /// Holds every request from now on, or lets all go.
  func hold(_ isHeld: Bool) {
    let released = state.withLock { state in
      state.isHeld = isHeld
      defer { if !isHeld { state.held = [] } }
      return isHeld ? [] : state.held
    }
    for one in released { one.resume() }
  }

  private func send(_ request: WireRequest) async throws(InboxError) -> WireResponse {
    await pass()
    let fate = state.withLock { state -> Fate? in
      guard Int.random(in: 0..<100, using: &state.random) < state.trouble else { return nil }
      return Fate.allCases.randomElement(using: &state.random)
    }
    var exchange = Exchange(request: request)
    defer { state.withLock { $0.exchanges.append(exchange) } }
    switch fate {
    case .neverLeaves: throw .noNetwork("cut on the way there")
    case .busy: return WireResponse(status: 503)
    case .tokenRefused: return refusal
    case .answerLost, .failsAfterwards, nil: break
    }
    let response = try await wire.send(request)
    exchange.isTaken = response.isSuccess
    if fate == .answerLost {
      throw request.changes ? .responseLost("cut on the way back") : .noNetwork("cut on the way back")
    }
    guard fate == nil else { return WireResponse(status: 502) }
    exchange.isAnswered = response.isSuccess
    return response
  }

  private func pass() async {
    await withCheckedContinuation { continuation in
      let passes = state.withLock { state in
        guard state.isHeld else { return true }
        state.held.append(continuation)
        return false
      }
      if passes { continuation.resume() }
    }
  }
}
