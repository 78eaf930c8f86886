import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxVendors
import Synchronization
import Testing

/// What goes to the message-center back end, and what its responses say, as values.
@Suite("Responsys' requests and responses")
struct ResponsysRequestTests {
  private static let maria = Identity.user("maria")
  private static let requests = ResponsysRequests(
    ResponsysSettings(base: "https://mc.brand.example/", appToken: "app", accountToken: "account"))

  private static func head(_ accept: String?, _ identity: String?, hasBody: Bool = false) -> [WireHeader] {
    var headers = accept.map { [WireHeader("Accept", $0)] } ?? []
    headers += [WireHeader("X-App-Token", "app"), WireHeader("X-Account-Token", "account")]
    headers += identity.map { [WireHeader("X-Identity", $0)] } ?? []
    return headers + (hasBody ? [WireHeader("Content-Type", "application/json")] : [])
  }

  private static let json = "application/json"

  @Test(
    "SB-6 each request is one literal method, URL, head and body",
    arguments: [
      (
        requests.messages(CenterName("Spring sale/é"), of: maria),
        WireRequest(
          "GET", "https://mc.brand.example/mc/v1/centers/Spring%20sale%2F%C3%A9/messages",
          headers: head(json, "user:maria"), about: [maria])
      ),
      (
        requests.setBadge(3, of: maria),
        WireRequest(
          "PUT", "https://mc.brand.example/mc/v1/badge", headers: head(json, "user:maria", hasBody: true),
          body: Data(#"{"count":3}"#.utf8), changes: true, about: [maria])
      ),
      (
        requests.badge(of: .device("7f3a")),
        WireRequest(
          "GET", "https://mc.brand.example/mc/v1/badge", headers: head(json, "device:7f3a"),
          about: [.device("7f3a")])
      ),
      (
        requests.pushes(of: maria),
        WireRequest(
          "GET", "https://mc.brand.example/mc/v1/pushes", headers: head(nil, "user:maria"), about: [maria])
      ),
    ])
  func literal(made: WireRequest, expected: WireRequest) {
    #expect(made == expected)
  }

  @Test("SB-6 EN-8 MC-12 an upload names its people in the body alone, and a recording knows of all of them")
  func report() {
    let events = [Self.maria, .device("d"), Self.maria].enumerated().map { number, identity in
      EngagementEvent(
        id: .numbered(number), kind: .open, identity: identity, session: nil, message: .numbered(1),
        time: .at(0))
    }
    let request = Self.requests.report(events, sent: .at(60))
    #expect(
      request
        == WireRequest(
          "POST", "https://mc.brand.example/mc/v1/engagements",
          headers: Self.head(Self.json, nil, hasBody: true),
          body: EngagementWire.encode(events, sent: .at(60)), changes: true,
          about: [.device("d"), Self.maria]))
  }

  @Test("MC-17 rich content of the back end's own origin is asked for with the tokens, in any spelling of it")
  func ownRich() {
    for url in [
      "https://mc.brand.example/mc/v1/rich/m1", "HTTPS://MC.Brand.Example:443/x",
      "https://mc.brand.example./x",
    ] {
      #expect(
        Self.requests.rich(url, of: Self.maria)
          == WireRequest(
            "GET", url, headers: Self.head("text/html", "user:maria"), changes: true, about: [Self.maria]))
    }
  }

  @Test(
    "MC-17 any other address of a sender is asked for with nothing that says who asks",
    arguments: [
      "https://www.brand.example/a", "http://mc.brand.example/a", "https://mc.brand.example:8443/a",
      "https://mc.brand.example.evil.example/a", "https://user@mc.brand.example/a", "/mc/v1/rich/m1", "",
    ])
  func otherRich(url: String) {
    var expected = WireRequest(
      "GET", url, headers: [WireHeader("Accept", "text/html")], about: [Self.maria])
    expected.source = .message
    #expect(Self.requests.rich(url, of: Self.maria) == expected)
  }

  @Test(
    "MC-15 EN-8 a status is about the token, the center or the request",
    arguments: [
      (400, InboxError.invalidToken(status: 400), InboxError.invalidToken(status: 400)),
      (401, .invalidToken(status: 401), .invalidToken(status: 401)),
      (403, .centerDisabled("Offers"), .invalidToken(status: 403)),
      (404, .centerFailure("Offers"), .refused(status: 404, detail: "what it says")),
      (302, .refused(status: 302, detail: "what it says"), .refused(status: 302, detail: "what it says")),
      (410, .refused(status: 410, detail: "what it says"), .refused(status: 410, detail: "what it says")),
      (429, .serverBusy(status: 429, retryAfter: 7), .serverBusy(status: 429, retryAfter: 7)),
      (503, .serverBusy(status: 503, retryAfter: 7), .serverBusy(status: 503, retryAfter: 7)),
      (501, .serverBusy(status: 501, retryAfter: 7), .serverBusy(status: 501, retryAfter: 7)),
    ])
  func statuses(status: Int, ofCenter: InboxError, ofOther: InboxError) {
    let response = WireResponse(status: status, retryAfter: 7, detail: "what it says")
    #expect(throws: ofCenter) { try ResponsysResponses.check(response, center: CenterName("Offers")) }
    #expect(throws: ofOther) { try ResponsysResponses.check(response) }
    #expect(throws: ofOther) { try ResponsysResponses.badge(response) }
    #expect(throws: ofOther) { try ResponsysResponses.receipt(response) }
  }

  @Test(
    "MC-15 MC-17 410 means served already, of the back end's own content alone; an empty body is no content, and NUL is replaced"
  )
  func rich() throws {
    let own = Self.requests.rich("https://mc.brand.example/r", of: Self.maria)
    let hosted = Self.requests.rich("https://www.brand.example/r", of: Self.maria)
    func read(_ response: WireResponse, _ request: WireRequest) throws(InboxError) -> String {
      try ResponsysResponses.rich(response, to: request, of: MessageID("m1"))
    }
    let page = WireResponse(status: 200, body: Data("<p>".utf8))
    #expect(try read(page, own) == "<p>" && read(page, hosted) == "<p>")
    let nul = WireResponse(status: 200, body: Data("<p>a\0b".utf8))
    #expect(try read(nul, own) == "<p>a\u{FFFD}b" && read(nul, hosted) == "<p>a\u{FFFD}b")
    for (status, body) in [(200, ""), (204, ""), (200, " \r\n\t")] {
      let response = WireResponse(status: status, body: Data(body.utf8))
      #expect(throws: InboxError.emptyResponse) { try read(response, own) }
      #expect(throws: InboxError.self) { try read(response, hosted) }
    }
    #expect(throws: InboxError.richContentAlreadyServed(MessageID("m1"))) {
      try read(WireResponse(status: 410), own)
    }
    #expect(throws: InboxError.invalidToken(status: 401)) { try read(WireResponse(status: 401), own) }
    for status in [200, 302, 401, 410] {
      let reason = "the web host responded with status \(status)"
      #expect(throws: InboxError.contentUnavailable(url: hosted.url, reason: reason)) {
        try read(WireResponse(status: status), hosted)
      }
    }
  }

  @Test("BD-7 the cause of a badge push holds no NUL, where a database would end")
  func cause() throws {
    let line = Data(#"{"type":"badge","badge":3,"cause":"sale\u0000now"}"#.utf8)
    #expect(
      try PushWire.decode(line)
        == .badge(Push.BadgeChange(count: 3, cause: "sale\u{FFFD}now", version: nil)))
  }

  @Test("SB-6 the back end sends each of them once and reads what comes back")
  func backEnd() async throws {
    let sent = Mutex<[WireRequest]>([])
    let bodies = [
      "/mc/v1/centers/Offers/messages": #"{"messages":[]}"#, "/mc/v1/badge": #"{"count":2,"version":9}"#,
      "/mc/v1/engagements": #"{"accepted":[],"duplicates":["\#(UUID.numbered(1).uuidString)"]}"#,
    ]
    let wire = WirePort(
      send: { request in
        sent.withLock { $0.append(request) }
        let path = request.url.replacing("https://mc.brand.example", with: "")
        return WireResponse(status: 200, body: Data((bodies[path] ?? "<p>").utf8))
      }, listen: { _, _ in AsyncThrowingStream { nil } })
    let backEnd = ResponsysBackEnd.backEnd(
      ResponsysSettings(base: "https://mc.brand.example", appToken: "app", accountToken: "account"),
      over: wire)
    let fetched = try await backEnd.fetch(FetchRequest(CenterName("Offers"), Self.maria))
    #expect(fetched.raw.requestURL == "https://mc.brand.example/mc/v1/centers/Offers/messages")
    #expect(try fetched.page().messages == [] && fetched.raw.body.count == 15)
    #expect(try await backEnd.setBadge(5, Self.maria) == ServerBadge(count: 2, version: 9))
    #expect(try await backEnd.badge(Self.maria) == ServerBadge(count: 2, version: 9))
    #expect(try await backEnd.report([], .at(0)).accepted == [.numbered(1)])
    let url = "https://www.brand.example/r"
    #expect(try await backEnd.richContent(MessageID("m1"), url, Self.maria) == "<p>")
    #expect(
      sent.withLock { $0 } == [
        Self.requests.messages(CenterName("Offers"), of: Self.maria),
        Self.requests.setBadge(5, of: Self.maria), Self.requests.badge(of: Self.maria),
        Self.requests.report([], sent: .at(0)), Self.requests.rich(url, of: Self.maria),
      ])
  }
}
