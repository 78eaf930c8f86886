import InboxModel
import InboxTestSupport
import Testing

@testable import InboxCore

struct ConnectionMachineTests {
  private static let down = InboxError.noNetwork("down")

  @Test(
    "MC-16 what a failed request says about the connection",
    arguments: [
      (down, ConnectionMachine.Change.disconnected, ConnectionState.offline(down)),
      (.timedOut(seconds: 5), .disconnected, .offline(.timedOut(seconds: 5))),
      (
        .serverBusy(status: 503, retryAfter: nil), .disconnected,
        .offline(.serverBusy(status: 503, retryAfter: nil))
      ),
      (.invalidToken(status: 400), .none, .online), (.credentialsRefused("x"), .none, .online),
      (.configuration("there is no token"), .none, .unknown), (.centerDisabled("x"), .none, .online),
      (.centerFailure("x"), .none, .online), (.refused(status: 422, detail: ""), .none, .online),
      (.invalidPayload("x"), .none, .unknown),
      (.storeUnavailable(path: "p", reason: "full"), .none, .unknown),
      (.cancelled, .none, .unknown), (.disabled(byProfile: false), .none, .unknown),
    ])
  func failures(
    error: InboxError, change: ConnectionMachine.Change, state: ConnectionState
  ) {
    var machine = ConnectionMachine()
    #expect(machine.failed(with: error) == change)
    #expect(machine.state == state)
  }

  @Test("MC-16 coming back is reported once, and so is going away, for each reason")
  func once() {
    var machine = ConnectionMachine()
    #expect(machine.responded() == .none)
    #expect(machine.failed(with: Self.down) == .disconnected)
    #expect(machine.failed(with: Self.down) == .none)
    #expect(machine.failed(with: .timedOut(seconds: 5)) == .disconnected)
    #expect(machine.failed(with: .invalidToken(status: 400)) == .reconnected)
    #expect(machine.responded() == .none)
  }
}
