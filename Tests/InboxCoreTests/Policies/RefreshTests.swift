import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import Testing

struct RefreshTests {
  @Test(
    "MC-3 a center is due when never fetched, after the interval, or when the clock went backwards",
    arguments: [
      (nil, 0.0, true), (0.0, 299.0, false), (0.0, 300.0, true), (0.0, 301.0, true), (10.0, 5.0, true),
    ])
  func due(last: Double?, now: Double, isDue: Bool) {
    let machine = RefreshMachine(interval: 300, lastSuccess: last.map { Date.at($0) })
    #expect((machine.due(at: .at(now)) <= .at(now)) == isDue)
  }

  @Test("MC-3 one fetch in flight: a second caller joins, no matter which")
  func joins() {
    var machine = RefreshMachine(interval: 300, lastSuccess: nil)
    #expect(machine.request(.schedule, at: .at(0)) == .fetch(ticket: 1))
    #expect(machine.request(.asked, at: .at(0)) == .join)
    #expect(machine.request(.schedule, at: .at(0)) == .join)
    machine.succeeded(ticket: 1, at: .at(1), malformed: [])
    #expect(machine.request(.schedule, at: .at(2)) == .wait && machine.due(at: .at(2)) == .at(301))
    #expect(machine.request(.asked, at: .at(2)) == .fetch(ticket: 2))
  }

  @Test("MC-3 a failure does not use up the interval: the retry comes soon")
  func failureRetries() {
    var machine = RefreshMachine(interval: 300, lastSuccess: .at(0))
    #expect(machine.request(.asked, at: .at(300)) == .fetch(ticket: 1))
    machine.failed(ticket: 1, with: .noNetwork("x"), at: .at(301), jitter: 0.5)
    #expect(machine.due(at: .at(301)) == .at(301.5))
    #expect(machine.lastError == .noNetwork("x"))
    #expect(machine.lastSuccess == .at(0))
  }

  @Test("FE-8 a fetch that a person cancelled is not a failure, and is not asked again at once")
  func calledOff() {
    var machine = RefreshMachine(interval: 300, lastSuccess: nil)
    #expect(machine.request(.schedule, at: .at(0)) == .fetch(ticket: 1))
    machine.calledOff(ticket: 1, at: .at(5))
    #expect(machine.lastError == nil && machine.failures == 0 && !machine.isFetching)
    #expect(machine.request(.schedule, at: .at(6)) == .wait && machine.due(at: .at(6)) == .at(305))
    #expect(machine.request(.asked, at: .at(7)) == .fetch(ticket: 2))
    machine.succeeded(ticket: 2, at: .at(8), malformed: [])
    // One that was asked for before it was due leaves the schedule as it was.
    #expect(machine.request(.asked, at: .at(100)) == .fetch(ticket: 3))
    machine.calledOff(ticket: 3, at: .at(101))
    #expect(machine.due(at: .at(101)) == .at(308))
    // No one waits for it any more.
    machine.calledOff(ticket: 1, at: .at(900))
    #expect(machine.due(at: .at(101)) == .at(308))
  }

  @Test("MC-15 a refused token is not asked again before the interval")
  func refusedToken() {
    var machine = RefreshMachine(interval: 300, lastSuccess: nil)
    _ = machine.request(.asked, at: .at(0))
    machine.failed(ticket: 1, with: .invalidToken(status: 400), at: .at(0), jitter: 0.5)
    #expect(machine.due(at: .at(0)) == .at(300))
  }

  @Test("MC-3 a retry that was set while the clock was a year ahead is not waited for")
  func clockSetBack() {
    var machine = RefreshMachine(interval: 300, lastSuccess: nil)
    _ = machine.request(.asked, at: .at(31_536_000))
    machine.failed(
      ticket: 1, with: .noNetwork("x"), at: .at(31_536_000), jitter: 0.5)
    #expect(machine.due(at: .at(0)) == .at(0))
  }

  @Test("MC-15 ten failures in a row are MaximumRetryReached, 5002; being offline uses up no tries")
  func maximumRetry() {
    var machine = RefreshMachine(interval: 300, lastSuccess: nil)
    let busy = InboxError.serverBusy(status: 500, retryAfter: nil)
    func fail(_ error: InboxError, _ number: Int) {
      _ = machine.request(.asked, at: .at(0))
      machine.failed(ticket: number, with: error, at: .at(0), jitter: 0.5)
    }
    for number in 1...20 { fail(.noNetwork("down"), number) }
    #expect(machine.lastError == .noNetwork("down"))
    for number in 21...29 { fail(busy, number) }
    #expect(machine.lastError == busy)
    fail(busy, 30)
    #expect(machine.lastError == .maximumRetryReached(busy.description))
    #expect(machine.lastError?.code == 5002)
    #expect(machine.due(at: .at(0)) == .at(300))
    _ = machine.request(.asked, at: .at(0))
    machine.succeeded(ticket: 31, at: .at(1), malformed: [])
    fail(busy, 32)
    #expect(machine.lastError == busy)
  }

  @Test("MC-12 a response with an old ticket changes nothing")
  func oldTicket() {
    var machine = RefreshMachine(interval: 300, lastSuccess: nil)
    _ = machine.request(.asked, at: .at(0))
    machine.succeeded(ticket: 7, at: .at(1), malformed: [])
    #expect(machine.isFetching)
    #expect(machine.lastSuccess == nil)
  }

  @Test(
    "EN-8 retry delays double from half a second to 300 s",
    arguments: [(1, 0.5), (2, 1.0), (3, 2.0), (10, 256.0), (11, 300.0), (1_000, 300.0)])
  func delays(attempt: Int, seconds: Double) {
    #expect(RetryPolicy().delay(attempt: attempt, jitter: 0.5) == seconds)
  }

  @Test(
    "EN-8 Retry-After is seconds or a date",
    arguments: [
      ("7", 7), (" 7", 7), ("-9", 0), ("0", 0), ("Fri, 15 Jan 2027 08:01:00 GMT", 60),
      ("Fri, 15 Jan 2027 07:00:00 GMT", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 0), ("soon", nil), ("", nil),
      ("Friday, 15-Jan-27 08:01:00 GMT", 60), ("Fri Jan 15 08:01:00 2027", 60),
      ("Fri Feb  5 08:00:00 2027", 21 * 86_400), ("Saturday, 15-Jan-78 08:01:00 GMT", 0),
      ("Friday, 15-Jan-076 08:01:00 GMT", nil), ("Fri Jan 15 2027", nil),
      ("Fri, 99 Jan 2027 08:01:00 GMT", nil),
      ("Fri, 15 Jan 9999 08:01:00 GMT", 31_536_000),
      ("9223372036854775807", 31_536_000), ("9223372036854775808", 31_536_000), ("99999999", 31_536_000),
      (String(repeating: "9", count: 400), 31_536_000), ("1e3", nil), ("12x", nil),
    ] as [(String, Int?)])
  func retryAfter(value: String, seconds: Int?) {
    #expect(RetryAfter.seconds(value, at: .at(0)) == seconds)
  }

  @Test(
    "EN-8 MC-15 a sentence says how long a server asks to wait and that it is tried again then, never longer than the cap",
    arguments: [
      (nil, ". Try again."),
      (
        120,
        " and asks to wait 120 s. Try again after that; a refresh and the outbox do so by themselves."
      ),
      (
        300,
        " and asks to wait 300 s. Try again after that; a refresh and the outbox do so by themselves."
      ),
      (
        31_536_000,
        " and asks to wait more than 300 s. Try again after that; a refresh and the outbox do so by themselves, after 300 s."
      ),
    ] as [(Int?, String)])
  func waiting(seconds: Int?, end: String) {
    #expect(
      InboxError.serverBusy(status: 503, retryAfter: seconds).description
        == "The back end responded with status 503" + end)
    #expect(Double(InboxError.longestWait) == RetryPolicy().cap)
  }

  @Test(
    "MC-15 a sentence fits every request that can fail so, and says what to do",
    arguments: [
      (
        InboxError.refused(status: 402, detail: "Pay first"),
        "The back end refused the request (status 402: Pay first). An event or a mark that is refused is not sent again. "
          + "Anything else may be tried again, once what it says is put right."
      ),
      (
        .refused(status: 304, detail: ""),
        "The back end responded with status 304 (not modified), which no request asks for, so it took and sent nothing. "
          + "Try again; if it comes again, look for a cache or proxy in between."
      ),
      (
        .refused(status: 302, detail: ""),
        "The back end redirects the request elsewhere (status 302), which is not followed, so it was not taken. Log in to "
          + "the network, or correct the address in the profile."
      ),
      (
        .emptyResponse,
        "The back end sent an empty response, which says neither what there is nor what was taken. Try again; if it comes "
          + "again, report it to the account's team."
      ),
      (
        .invalidPayload("it is not JSON"),
        "The back end's response cannot be read: it is not JSON. Nothing of it was stored. If it comes again, show it to "
          + "the account's team; of a list, ‘inbox list --raw’ prints it."
      ),
    ] as [(InboxError, String)])
  func sentences(error: InboxError, sentence: String) {
    #expect(error.description == sentence)
  }

  @Test("EN-8 jitter is a tenth either way and Retry-After is honoured up to the cap")
  func jitter() {
    let retry = RetryPolicy()
    #expect(abs(retry.delay(attempt: 2, jitter: 0) - 0.9) < 1e-9)
    #expect(abs(retry.delay(attempt: 2, jitter: 1) - 1.1) < 1e-9)
    #expect(retry.delay(attempt: 1, jitter: 0.5, retryAfter: 0) == 0.5)
    #expect(retry.delay(attempt: 1, jitter: 0.5, retryAfter: -9) == 0.5)
    #expect(retry.delay(attempt: 1, jitter: 0.5, retryAfter: 7) == 7)
    #expect(retry.delay(attempt: 1, jitter: 0.5, retryAfter: 9_999) == 300)
  }

  @Test(
    "EN-8 what passes by itself is retried, token trouble pauses, the rest is dropped",
    arguments: [
      (InboxError.noNetwork("x"), RetryPolicy.Disposition.retry), (.timedOut(seconds: 1), .retry),
      (.serverBusy(status: 503, retryAfter: nil), .retry), (.invalidToken(status: 401), .pause),
      (.refused(status: 422, detail: ""), .drop), (.refused(status: 302, detail: ""), .retry),
      (.invalidPayload("x"), .retry), (.invalidURL("x"), .pause),
      (.storeUnavailable(path: "p", reason: "full"), .retry),
    ])
  func disposition(error: InboxError, expected: RetryPolicy.Disposition) {
    #expect(RetryPolicy().disposition(of: error) == expected)
  }

  @Test("EN-8 what a status says about a request, for each status that there is")
  func statuses() {
    func statuses(_ wanted: RetryPolicy.Disposition?) -> Set<Int> {
      Set((-1...1_000).filter { RetryPolicy.disposition(ofStatus: $0) == wanted })
    }
    let taken = Set(200...299)
    let retried = Set(300...399).union([408, 429]).union(500...599)
    #expect(statuses(nil) == taken)
    #expect(statuses(.retry) == retried)
    #expect(statuses(.drop) == Set(-1...1_000).subtracting(taken).subtracting(retried))
    for status in -1...1_000 {
      let error = InboxError(status: status, retryAfter: 7, detail: "x")
      #expect(error.map { RetryPolicy().disposition(of: $0) } == RetryPolicy.disposition(ofStatus: status))
    }
    #expect(
      InboxError(status: 503, retryAfter: 7, detail: "x") == .serverBusy(status: 503, retryAfter: 7))
  }

  @Test(
    "MC-10 expired when now is at or after the expiry",
    arguments: [(nil, false), (-1.0, true), (0.0, true), (0.001, false), (60.0, false)])
  func expiry(offset: Double?, isExpired: Bool) {
    #expect(ExpiryPolicy.isExpired(offset.map { Date.at($0) }, at: .at(0)) == isExpired)
  }

  @Test("VE-3 MC-3 a list that another application served is due at once, and after its fetch as usual")
  func outOfDate() {
    var machine = RefreshMachine(interval: 300, lastSuccess: .at(0))
    #expect(machine.due(at: .at(10)) == .at(300))
    machine.isOutOfDate(at: .at(10))
    #expect(machine.due(at: .at(10)) == .at(10) && machine.due(at: .at(20)) == .at(20))
    guard case .fetch(let ticket) = machine.request(.schedule, at: .at(20)) else {
      Issue.record("It is not fetched.")
      return
    }
    machine.succeeded(ticket: ticket, at: .at(21), malformed: [])
    #expect(machine.due(at: .at(30)) == .at(321))
  }
}
