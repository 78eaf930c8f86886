import Foundation
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxVendors

/// What a command of the front asks a sandbox for, as values.
struct SandboxRequestTests {
  @Test(
    "SB-2 SB-3 SB-4 each command is one literal request",
    arguments: [
      ("clock +5m", "POST", "/sandbox/clock", "+5m"),
      ("fault messages 500 times 2", "POST", "/sandbox/faults", "messages 500 times 2"),
      ("fault clear", "DELETE", "/sandbox/faults", nil),
      ("fault clear a&b", "DELETE", "/sandbox/faults?endpoint=a%26b", nil),
      ("launch a/b", "POST", "/sandbox/campaigns/a%2Fb/launch", "a/b"),
      ("launch a b", "POST", "/sandbox/campaigns/a%20b/launch", "a b"),
      ("launch a b in C d", "POST", "/sandbox/campaigns/a%20b/launch?center=C%20d", "a b in C d"),
      ("launch a in B in c", "POST", "/sandbox/campaigns/a/launch?center=B%20in%20c", "a in B in c"),
      (
        #"launch "back in stock" in B"#, "POST", "/sandbox/campaigns/back%20in%20stock/launch?center=B",
        #""back in stock" in B"#
      ), ("withdraw spring", "POST", "/sandbox/campaigns/spring/withdraw", "spring"),
      ("withdraw a b", "POST", "/sandbox/campaigns/a%20b/withdraw", "a b"),
    ] as [(String, String, String, String?)])
  func literal(command: String, method: String, path: String, body: String?) throws {
    let requests = SandboxRequests(base: "http://127.0.0.1:8377/")
    let made = try #require(requests.command(command))
    var expected = WireRequest(
      method, "http://127.0.0.1:8377" + path, body: body.map { Data($0.utf8) }, about: nil)
    expected.seconds = 20
    expected.limit = 64 << 20
    #expect(made == expected)
  }

  @Test(
    "SB-2 what lacks something is not a request",
    arguments: ["", "clock", "fault", "launch", "launch ", "dance now"])
  func incomplete(command: String) {
    #expect(SandboxRequests(base: "http://127.0.0.1:1").command(command) == nil)
  }

  @Test(
    "VE-14 receipts are read back of one person, or none of them where only their generation is asked for")
  func receipts() {
    let requests = SandboxRequests(base: "http://127.0.0.1:1")
    let base = "http://127.0.0.1:1/sandbox/receipts"
    #expect(requests.receipts().url == base)
    #expect(requests.receipts(of: .user("a&b")).url == base + "?identity=user%3Aa%26b")
    #expect(requests.receipts(limit: 0).url == base + "?limit=0")
    #expect(requests.receipts(of: .device("d"), limit: 9).url == base + "?identity=device%3Ad&limit=9")
    #expect(
      requests.receipts(limit: 9, after: "clicks.7-events.5").url == base + "?limit=9&after=clicks.7-events.5"
    )
  }

  @Test("SB-1 the control token travels in the Authorization header alone")
  func token() throws {
    let token = try #require(ControlToken("0123456789abcdef"))
    let request = SandboxRequests(base: "http://10.0.0.2:1", token: token).receipts()
    #expect(
      request.headers == [
        WireHeader("Authorization", "Bearer 0123456789abcdef"), WireHeader("X-Read-Back", "yes"),
      ])
    #expect(!request.url.contains(token.text) && request.body == nil)
  }
}
