import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import Testing

struct OutboxMachineTests {
  private static let busy = InboxError.serverBusy(status: 503, retryAfter: nil)
  private static let asked = InboxError.serverBusy(status: 429, retryAfter: 60)

  /// A machine whose delivery has just failed at 0.
  private func failed(_ error: InboxError) -> OutboxMachine {
    var machine = OutboxMachine()
    _ = machine.wanted(.due, at: .at(0))
    _ = machine.failed(with: error, at: .at(0), jitter: 0.5)
    _ = machine.ended()
    return machine
  }

  @Test("EN-8 one delivery at a time; what was wanted meanwhile makes it look again, once")
  func oneAtATime() {
    var machine = OutboxMachine()
    #expect(machine.wanted(.due, at: .at(0)) == .deliver)
    #expect(machine.wanted(.due, at: .at(0)) == .wait)
    #expect(machine.wanted(.urgent, at: .at(0)) == .wait)
    #expect(machine.ended() == .deliver)
    #expect(machine.ended() == .wait)
    #expect(!machine.isDelivering)
  }

  @Test(
    "EN-8 what a failure means",
    arguments: [
      (InboxError.noNetwork("x"), OutboxMachine.Verdict.later, true), (.timedOut(seconds: 5), .later, true),
      (busy, .later, false), (.invalidPayload("x"), .later, false),
      (.storeUnavailable(path: "p", reason: "full"), .later, false),
      (.invalidToken(status: 401), .pause, false),
      (.invalidURL("x"), .pause, false), (.refused(status: 422, detail: ""), .refuse, false),
    ])
  func verdicts(error: InboxError, verdict: OutboxMachine.Verdict, isOffline: Bool) {
    var machine = OutboxMachine()
    _ = machine.wanted(.due, at: .at(0))
    #expect(machine.failed(with: error, at: .at(0), jitter: 0.5) == verdict)
    #expect(machine.isOffline == isOffline)
    #expect((machine.paused == error) == (verdict == .pause))
    #expect((machine.retryAt != nil) == (verdict == .later))
    #expect(machine.mayGoOn == (verdict == .refuse))
  }

  @Test(
    "EN-8 a try is waited for, unless it is urgent; what the server asked for holds all the same",
    arguments: [
      (busy, OutboxMachine.Reason.due, 0.4, OutboxMachine.Action.wait), (busy, .due, 0.5, .deliver),
      (busy, .urgent, 0.1, .deliver), (asked, .due, 59, .wait), (asked, .urgent, 59, .wait),
      (asked, .due, 60, .deliver), (asked, .urgent, 60, .deliver),
      // The retry was set while the clock was a year ahead.
      (busy, .due, -31_536_000, .deliver),
    ])
  func waiting(error: InboxError, reason: OutboxMachine.Reason, now: Double, action: OutboxMachine.Action) {
    var machine = failed(error)
    #expect(machine.wanted(reason, at: .at(now)) == action)
  }

  @Test("EN-8 delays double with every failure and start over after a success")
  func doubling() {
    var machine = OutboxMachine()
    for (index, delay) in [0.5, 1, 2, 4].enumerated() {
      let now = Date.at(Double(index) * 1_000)
      #expect(machine.wanted(.due, at: now) == .deliver)
      _ = machine.failed(with: Self.busy, at: now, jitter: 0.5)
      #expect(machine.retryAt == now.addingTimeInterval(delay))
      _ = machine.ended()
    }
    #expect(machine.wanted(.due, at: .at(9_000)) == .deliver)
    machine.accepted(isComplete: true, at: .at(9_000), jitter: 0.5)
    #expect(machine.failures == 0)
  }

  @Test("EN-8 what was wanted during a delivery that failed waits for the retry like the rest")
  func failureForgetsWishes() {
    var machine = OutboxMachine()
    _ = machine.wanted(.due, at: .at(0))
    _ = machine.wanted(.due, at: .at(0))
    _ = machine.failed(with: Self.busy, at: .at(0), jitter: 0.5)
    #expect(machine.ended() == .wait)
  }

  @Test("EN-8 an incomplete receipt is tried again later, and is not a success")
  func incomplete() {
    var machine = OutboxMachine()
    _ = machine.wanted(.due, at: .at(0))
    machine.accepted(isComplete: false, at: .at(0), jitter: 0.5)
    #expect(!machine.mayGoOn)
    #expect(machine.retryAt == .at(0.5))
  }

  @Test("EN-8 token trouble pauses until the server takes the token again")
  func paused() {
    var machine = failed(.invalidToken(status: 403))
    #expect(machine.wanted(.urgent, at: .at(1_000)) == .wait)
    #expect(machine.resumed() == true)
    #expect(machine.resumed() == false)
    #expect(machine.wanted(.due, at: .at(1_000)) == .deliver)
  }

  @Test(
    "EN-8 UL-11 a queue whose server is asked nothing else tries a refused token again after the longest delay"
  )
  func triesRefusedToken() {
    var machine = OutboxMachine(triesRefusedToken: true)
    _ = machine.wanted(.due, at: .at(0))
    #expect(machine.failed(with: .credentialsRefused("x"), at: .at(0), jitter: 0.5) == .pause)
    #expect(machine.ended() == .wait && machine.paused != nil)
    #expect(machine.wanted(.due, at: .at(299)) == .wait)
    #expect(machine.wanted(.urgent, at: .at(299)) == .wait)
    #expect(machine.due(at: .at(299)) == .at(300))
    #expect(machine.wanted(.due, at: .at(300)) == .deliver && machine.paused == nil && machine.mayGoOn)
    _ = machine.failed(with: .credentialsRefused("x"), at: .at(300), jitter: 0.5)
    #expect(machine.paused != nil && machine.due(at: .at(300)) == .at(600))
  }

  @Test(
    "EN-7 a full outbox drops displays before opens",
    arguments: [
      (10, 0, 10, 0, 0), (11, 0, 10, 1, 0), (8, 5, 10, 3, 0), (2, 10, 10, 2, 0), (2, 12, 10, 2, 2),
      (0, 15, 10, 0, 5), (5, 5, 0, 5, 4),
    ])
  func limit(displays: Int, opens: Int, most: Int, droppedDisplays: Int, droppedOpens: Int) {
    let excess = OutboxLimit(events: most).excess(displays: displays, opens: opens)
    #expect(excess.displays == droppedDisplays && excess.opens == droppedOpens)
  }
}
