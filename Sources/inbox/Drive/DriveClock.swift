import InboxModel
import InboxTransport
import InboxVendors

/// The clock of a sandbox that another program may move: read over a connection of its own, as it is nothing that the app
/// sends (SB-4).
final class DriveClock {
  private let clock: VirtualClock
  private let transport: Transport
  private let sandbox: SandboxCommander

  init(_ clock: VirtualClock, of requests: SandboxRequests, over settings: TransportSettings) throws {
    self.clock = clock
    transport = try Transport(settings)
    sandbox = SandboxCommander(requests, over: transport.wire)
  }

  /// Goes as the sandbox's clock does by now.
  ///
  /// - Returns: Whether it was moved.
  func follow() async -> Bool {
    let before = clock.reading
    do {
      let response = try await sandbox.send("GET", "/sandbox/clock", seconds: 5)
      guard response.isSuccess else { return false }
      return clock.follow(try ClockWire.reading(JSONValue.parse(response.body))) != before
    } catch {
      // A sandbox that is gone, or does not say: the clock goes on as it did.
      return false
    }
  }

  func close() async { await transport.close() }
}
