import InboxCore
import InboxModel
import InboxTestSupport
import Testing

struct BadgeMachineTests {
  private func entry(_ cause: String, local: Int = 4, server: Int? = 4) -> BadgeEntry {
    BadgeEntry(time: .at(0), cause: cause, state: BadgeState(local: local, server: server))
  }

  private func machine(local: Int = 4, server: Int? = 4) -> BadgeMachine {
    BadgeMachine(stored: entry("app set", local: local, server: server))
  }

  @Test("BD-1 a negative badge is refused before any request")
  func negative() {
    var machine = machine()
    #expect(throws: InboxError.negativeBadge(-1)) { try machine.set(-1) }
    #expect(!machine.isSending)
  }

  @Test("BD-1 server first: the local value follows on success")
  func success() throws {
    var machine = machine()
    let request = try #require(try machine.set(7).next)
    #expect(machine.state.local == 4)
    let (change, next) = machine.accepted(request, ServerBadge(count: 7))
    #expect(change.state == BadgeState(local: 7, server: 7))
    #expect(change.cause == "app set 7")
    #expect(next == nil)
  }

  @Test(
    "BD-1 BD-2 on any error the badge stays what it was",
    arguments: [
      InboxError.noNetwork("x"), .serverBusy(status: 429, retryAfter: nil), .invalidToken(status: 400),
      .refused(status: 422, detail: ""), .refused(status: 302, detail: ""),
    ], [0, 9])
  func failure(error: InboxError, count: Int) throws {
    var machine = machine()
    let request = try #require(try machine.set(count).next)
    let (change, next) = machine.failed(request, with: error)
    #expect(machine.state == BadgeState(local: 4, server: 4))
    #expect(!change.clearsNotifications)
    #expect(next == nil)
  }

  @Test(
    "BD-1 BD-7 after a lost response the server's number is unknown, until it says one again",
    arguments: [
      InboxError.timedOut(seconds: 20), .responseLost("x"), .invalidPayload("x"), .emptyResponse, .cancelled,
      .serverBusy(status: 503, retryAfter: nil), .refused(status: 501, detail: ""),
    ])
  func lost(error: InboxError) throws {
    var machine = machine(local: 3, server: 3)
    let request = try #require(try machine.set(9).next)
    let (change, next) = machine.failed(request, with: error)
    #expect(machine.state == BadgeState(local: 3, server: nil) && machine.isInDoubt)
    #expect(change.cause == "failed sync: set 9, the server's number is unknown")
    #expect(change.state.serverText == "unknown" && next == nil)
    // The number that it had before is news now.
    let response = machine.serverChanged(to: ServerBadge(count: 3, version: 1), cause: "asked")
    #expect(response?.state == BadgeState(local: 3, server: 3) && !machine.isInDoubt)
  }

  @Test("BD-7 what was stored after a lost response is in doubt, also behind a refused set; nothing else is")
  func remembered() throws {
    #expect(!BadgeMachine(stored: nil).isInDoubt && !self.machine(server: nil).isInDoubt)
    let lost = entry("failed sync: set 9, the server's number is unknown", server: nil)
    var machine = BadgeMachine(stored: lost)
    #expect(machine.isInDoubt)
    let request = try #require(try machine.set(5).next)
    let refused = machine.failed(request, with: .noNetwork("x")).change
    #expect(BadgeMachine(stored: entry(refused.cause, server: refused.state.server)).isInDoubt)
    let unsaid = machine.refusedToSay()
    #expect(!machine.isInDoubt && unsaid.state == BadgeState(local: 4, server: nil))
    #expect(!BadgeMachine(stored: entry(unsaid.cause, server: nil)).isInDoubt)
    machine.adopt(lost)
    #expect(machine.isInDoubt)
    machine.adopt(entry("app set 3", local: 3, server: 3))
    #expect(!machine.isInDoubt)
  }

  @Test(
    "BD-5 BD-7 a set that the server capped says so, and one that it made something else of says that",
    arguments: [
      (500, 99, "app set 500, capped by the server at 99"), (3, 3, "app set 3"),
      (3, 5, "app set 3, not taken: the server holds 5"), (0, 2, "reset, not taken: the server holds 2"),
    ])
  func capped(asked: Int, held: Int, cause: String) throws {
    var machine = machine()
    let request = try #require(try machine.set(asked).next)
    #expect(machine.accepted(request, ServerBadge(count: held)).change.cause == cause)
    #expect(machine.state == BadgeState(local: held, server: held))
  }

  @Test(
    "BD-1 BD-2 what the server holds instead of what was asked is a sentence",
    arguments: [
      (500, 99, "500 was capped by the server at 99"), (7, 99, "asked for 7, the server holds 99"),
      (0, 99, "asked for 0, the server holds 99"), (3, 3, nil),
    ] as [(Int, Int, String?)])
  func outcome(asked: Int, held: Int, sentence: String?) {
    #expect(BadgeMachine.outcome(held, of: asked) == sentence)
  }

  @Test("BD-1 BD-6 a server that counts its versions anew is believed, unless a push came meanwhile")
  func countedAnew() throws {
    var machine = machine()
    _ = machine.serverChanged(to: ServerBadge(count: 5, version: 50), cause: "campaign +1")
    let request = try #require(try machine.set(7).next)
    _ = machine.accepted(request, ServerBadge(count: 7, version: 1))
    #expect(machine.state == BadgeState(local: 7, server: 7))
    let second = try #require(try machine.set(9).next)
    _ = machine.serverChanged(to: ServerBadge(count: 3, version: 3), cause: "campaign clear")
    _ = machine.accepted(second, ServerBadge(count: 9, version: 2))
    #expect(machine.state == BadgeState(local: 3, server: 3))
  }

  @Test("BD-3 a badge of 0 clears the notifications, by the app or by a campaign")
  func zeroClears() throws {
    var machine = machine()
    let request = try #require(try machine.set(0).next)
    let change = machine.accepted(request, ServerBadge(count: 0)).change
    #expect(change.clearsNotifications)
    #expect(change.cause == "reset")
    var other = self.machine()
    #expect(
      other.serverChanged(to: ServerBadge(count: 0), cause: "campaign clear")?.clearsNotifications == true)
  }

  @Test(
    "BD-3 a 0 of another program clears the notifications, also where the badge was 0; a set that failed does not",
    arguments: [
      ("reset", 4, 0, true), ("reset", 0, 0, true), ("failed sync: set 3: HTTP status 503", 0, 0, false),
      ("failed sync: reset, the server's number is unknown", 0, nil, false),
      ("another account", 3, nil, true),
    ] as [(String, Int, Int?, Bool)])
  func zeroOfAnother(cause: String, before: Int, server: Int?, clears: Bool) {
    var machine = machine(local: before, server: before)
    #expect(machine.adopt(entry(cause, local: 0, server: server)) == clears)
  }

  @Test("BD-3 a 0 that the server says during a set clears the notifications once the set has failed")
  func zeroBehindFailure() throws {
    var machine = machine()
    let request = try #require(try machine.set(7).next)
    _ = machine.serverChanged(to: ServerBadge(count: 0), cause: "server set")
    let change = machine.failed(request, with: .refused(status: 422, detail: "no")).change
    #expect(change.state == BadgeState(local: 0, server: 0) && change.clearsNotifications)
  }

  @Test("BD-6 concurrent sets go out in call order; a later failure leaves the earlier success")
  func order() throws {
    var machine = machine()
    let first = try #require(try machine.set(5).next)
    #expect(try machine.set(6).next == nil)
    let second = try #require(machine.accepted(first, ServerBadge(count: 5)).next)
    #expect(second.count == 6)
    _ = machine.failed(second, with: .noNetwork("x"))
    #expect(machine.state.local == 5)
  }

  @Test("BD-6 BD-7 a set that is refused leaves it in question whether another program's set came before it")
  func crossed() throws {
    var machine = machine()
    let first = try #require(try machine.set(5).next)
    _ = try machine.set(6)
    // A number of before says nothing of what came after.
    _ = machine.serverChanged(to: ServerBadge(count: 5), cause: "a push")
    let second = try #require(machine.accepted(first, ServerBadge(count: 5)).next)
    _ = machine.crossed()
    machine.adopt(BadgeEntry(time: .at(0), cause: "app set 5", state: machine.state))
    let refused = machine.failed(second, with: .refused(status: 422, detail: "no")).change
    #expect(refused.state == BadgeState(local: 5, server: nil) && machine.isInDoubt)
  }

  @Test(
    "BD-6 BD-7 another program's set ends a doubt; one that failed does not",
    arguments: [("app set 5", false), ("failed sync: set 3: HTTP status 503", true)])
  func doubtBesideAnother(cause: String, isInDoubt: Bool) {
    var machine = machine()
    _ = machine.crossed()
    machine.adopt(entry(cause, local: 4, server: 4))
    #expect(machine.isInDoubt == isInDoubt)
  }

  @Test("BD-7 a divergence is visible, and a server change during a sync waits for the response")
  func divergence() throws {
    var machine = machine()
    let request = try #require(try machine.set(0).next)
    _ = machine.serverChanged(to: ServerBadge(count: 5), cause: "campaign +1")
    #expect(machine.state == BadgeState(local: 4, server: 5))
    #expect(machine.state.diverges)
    // The failed set changes nothing; what the campaign did meanwhile holds as it would have without the set.
    _ = machine.failed(request, with: .noNetwork("x"))
    #expect(machine.state == BadgeState(local: 5, server: 5))
  }

  @Test(
    "BD-8 99+ above 99 in tight places only", arguments: [(0, "0"), (99, "99"), (100, "99+"), (1_000, "99+")])
  func short(count: Int, text: String) { #expect(BadgeState.short(count) == text) }

  @Test("BD-7 what does not change anything is not a line of the ledger")
  func unchanged() {
    var machine = machine()
    #expect(machine.serverChanged(to: ServerBadge(count: 4), cause: "server set") == nil)
  }
}
