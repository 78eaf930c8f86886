import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxTap
import InboxVendors
import Testing

/// Requests and responses written from the vendors' published wires (wires.md 1.2…1.4, 2.2…2.4), never by our clients.
@Suite("What an app did, read from what passed")
struct ReadingTests {
  struct Case: Sendable {
    var request: String
    var body = ""
    var response = "{}"
    var status = 200
    /// Each action as kind, name, person and message.
    var does: [String]
  }

  private static let iterableUser = #""email":"maria@tarnvelo.example","createdAt":1795262395"#
  private static let maria = "maria@tarnvelo.example"

  static let cases = [
    Case(
      request: "POST https://api.exponea.com/webxp/projects/p/appinbox/fetch",
      body: #"{"customer_ids":{"cookie":"c1","registered":"maria"},"application_id":"default-application"}"#,
      response:
        #"{"success":true,"sync_token":"t1","messages":[{"id":"m1","type":"push","is_read":true,"create_time":1795262000.5,"content":{"title":"Sale","message":"Now"}}]}"#,
      does: ["fetch App Inbox maria 1 messages"]),
    Case(
      request: "POST https://api.exponea.com/webxp/projects/p/appinbox/markasread",
      body:
        #"{"customer_ids":{"cookie":"c1","registered":"maria"},"message_ids":["m1","m2"],"sync_token":"t1"}"#,
      does: ["read markasread maria m1", "read markasread maria m2"]),
    Case(
      request: "POST https://api.exponea.com/track/v2/projects/p/customers/events",
      body:
        #"{"customer_ids":{"cookie":"c1"},"event_type":"campaign","timestamp":1795262395.5,"properties":{"action_type":"app inbox","status":"clicked","url":"tarnvelo://sale","cta":"Go"}}"#,
      does: ["click campaign/clicked device:c1 tarnvelo://sale"]),
    Case(
      request: "POST https://api.exponea.com/track/u/v1/customers/events?stream_id=s",
      body:
        #"{"customer_ids":{"registered":"maria"},"event_type":"session_start","timestamp":1,"properties":{}}"#,
      does: ["session session_start maria"]),
    Case(
      request: "POST https://api.exponea.com/track/v2/projects/p/customers/events", body: "no JSON",
      does: ["tracking customers/events unreadable"]),
    Case(
      request:
        "GET https://api.iterable.com/api/inApp/getMessages?count=100&platform=iOS&email=maria%40tarnvelo.example",
      response:
        #"{"inAppMessages":[{"messageId":"m1","saveToInbox":true,"content":{"html":"<a href='x'>x</a>"},"inboxMetadata":{"title":"Sale"}}]}"#,
      does: ["fetch getMessages \(maria) 1 messages"]),
    Case(
      request: "POST https://api.iterable.com/api/events/trackInAppOpen",
      body: #"{\#(iterableUser),"messageId":"m1","messageContext":{"location":"inbox"}}"#,
      does: ["open trackInAppOpen \(maria) m1"]),
    Case(
      request: "POST https://api.iterable.com/api/events/inAppConsume",
      body: #"{\#(iterableUser),"messageId":"m1","deleteAction":"inbox-swipe"}"#,
      does: ["delete inAppConsume \(maria) m1 inbox-swipe"]),
    Case(
      request: "POST https://api.iterable.com/api/events/trackInboxSession",
      body:
        #"{\#(iterableUser),"inboxSessionId":"s1","impressions":[{"messageId":"m1","silentInbox":false,"displayCount":2,"displayDuration":1.25},{"messageId":"m2","displayCount":0,"displayDuration":0}]}"#,
      does: [
        "session trackInboxSession \(maria) 1 message seen",
        "display trackInboxSession \(maria) m1 2 times, 1.3 s",
      ]),
    Case(
      request: "POST https://api.iterable.com/api/users/registerDeviceToken", body: #"{"email":"\#(maria)"}"#,
      does: ["tracking users/registerDeviceToken \(maria)"]),
    Case(
      request: "POST http://127.0.0.1:8377/mc/v1/engagements",
      body:
        #"{"sent_ts":"2026-11-21T12:00:00Z","events":[{"id":"6F1B1D0C-4F5E-4C44-9D4C-1B7B5F1C0A11","type":"display","identity":"user:maria","session":{"id":"6F1B1D0C-4F5E-4C44-9D4C-1B7B5F1C0A12","number":3},"message_id":"m1","message_center_name":"Offers","ts":"2026-11-21T12:00:00Z"}]}"#,
      does: ["display display maria m1"]),
    Case(
      request: "PUT http://127.0.0.1:8377/mc/v1/badge", body: #"{"count":3}"#, does: ["badge badge set 3"]),
    Case(request: "GET https://cdn.example/picture.png", does: ["other GET /picture.png"]),
  ]

  @Test("QA-4 a vendor's adapter says what the app did", arguments: ReadingTests.cases)
  func reads(example: Case) {
    let read = ReadExchange(Self.exchange(example.request, example.body, example.response, example.status))
    let words = read.actions.map { action in
      let person = action.identity.map { identity in
        if case .user(let name) = identity { name } else { identity.storageKey }
      }
      let page = action.page.map { "\($0.messages.count) messages" }
      return [
        action.kind.rawValue, action.name, person, action.message?.id.rawValue, page,
        action.page == nil ? action.detail : nil, action.badge.map(String.init),
        action.problem == nil ? nil : "unreadable",
      ].compactMap { $0 }.joined(separator: " ")
    }
    #expect(words == example.does)
  }

  static func exchange(
    _ request: String, _ body: String, _ response: String = "{}", _ status: Int? = 200, number: Int = 1
  ) -> HTTPExchange {
    let words = request.split(separator: " ").map(String.init)
    let exchange = HTTPExchange(
      number: number, started: Date(timeIntervalSince1970: 1_795_262_400), method: words[0], url: words[1],
      requestHeaders: [.init("Api-Key", "0123456789abcdef"), .init("Authorization", "Bearer abcdef")],
      requestBody: body.isEmpty ? nil : Data(body.utf8))
    guard let status else { return exchange.failed("connection refused", after: 5) }
    return exchange.completed(status, body: Data(response.utf8), after: 5)
  }

  @Test("QA-4 BD-1 a badge that an app must not set is wrong in its request, and no broken response")
  func wrongBadge() {
    let read = ReadExchange(
      Self.exchange("PUT http://127.0.0.1:8377/mc/v1/badge", #"{"count":-1}"#, "{}", 422))
    let problem = read.actions.first?.problem ?? ""
    #expect(problem.hasPrefix("the request: ") && problem.contains("-1") && !problem.contains("back end"))
  }

  @Test("QA-4 an event of Bloomreach's finds its message by the tracking data that came with it")
  func match() throws {
    let fetched = ReadExchange(
      Self.exchange(
        "POST https://api.exponea.com/webxp/projects/p/appinbox/fetch",
        #"{"customer_ids":{"registered":"maria"}}"#,
        #"{"success":true,"messages":[{"id":"m1","type":"push","create_time":1,"content":{"title":"A","attributes":{"campaign_id":"c","action_id":1}}},{"id":"m2","type":"push","create_time":2,"content":{"title":"B","attributes":{"campaign_id":"c","action_id":2}}}]}"#
      ))
    let messages = try #require(fetched.actions.first?.page).messages
    let opened = ReadExchange(
      Self.exchange(
        "POST https://api.exponea.com/track/v2/projects/p/customers/events",
        #"{"customer_ids":{"registered":"maria"},"event_type":"campaign","properties":{"campaign_id":"c","action_id":2,"status":"opened"}}"#
      ))
    let action = try #require(opened.actions.first)
    let known = Dictionary(uniqueKeysWithValues: messages.map { ($0.key, $0) })
    #expect(opened.message(of: action, among: known)?.id == MessageID("m2"))
  }

  @Test(
    "QA-4 EN-9 a fetch that brought nothing is one of the list that its request names",
    arguments: ["", "{}"])
  func emptyFetch(response: String) throws {
    let url = "http://127.0.0.1:8377/mc/v1/centers/Offers/messages"
    let read = ReadExchange(Self.exchange("GET \(url)", "", response))
    let action = try #require(read.actions.first)
    let bytes = response.utf8.count
    #expect(
      read.line(of: action).kind == .fetch(CenterName("Offers"), url: url, bytes: bytes, failed: true))
    #expect(read.json(SecretMask())["actions"]?.elements?.first?["list"]?.text == "Offers")
  }

  @Test("QA-4 FE-3 a line has no secret, for people and for programs")
  func masked() {
    let url =
      "POST https://api.iterable.com/api/events/trackInAppOpen?api_key=topsecretvalue&jwt=topsecretvalue"
    let read = ReadExchange(Self.exchange(url, #"{"email":"m@x","messageId":"m1","token":"topsecretvalue"}"#))
    let lines = [read.text(SecretMask()), read.json(SecretMask()).serialized]
    #expect(lines.allSatisfy { !$0.contains("topsecretvalue") && $0.contains("m1") })
    let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlc2VjcmV0"
    let inPath = ReadExchange(Self.exchange("GET https://x.example/p/\(jwt)/y", ""))
    for line in [inPath.text(SecretMask()), inPath.json(SecretMask()).serialized] {
      #expect(!line.contains("c2lnbmF0dXJl") && line.contains("/y"))
    }
    let recorded = RecordingLine(
      .exchange(read.exchange), at: Date(timeIntervalSince1970: 0), since: Date(timeIntervalSince1970: 0)
    ).masked(by: SecretMask()).text
    for secret in ["topsecretvalue", "0123456789abcdef", "abcdef"] { #expect(!recorded.contains(secret)) }
  }

  @Test(
    "VE-7 a project token is the address of a project, which every app and web page has: it is shown; keys are not"
  )
  func projectToken() {
    let path = "https://api.exponea.com/track/v2/projects/p-5f1c/customers/events"
    var exchange = Self.exchange("POST \(path)", Self.opened, #"{"success":true}"#)
    exchange.requestHeaders = [WireHeader("Authorization", "Token secret-1")]
    let mask = SecretMask()
    let read = ReadExchange(exchange)
    #expect(read.json(mask)["url"]?.text == path && read.text(mask).contains("/projects/p-5f1c/"))
    let line = RecordingLine(.exchange(exchange), at: exchange.started, milliseconds: 0).masked(by: mask).text
    #expect(line.contains("p-5f1c") && !line.contains("secret-1"))
  }

  struct Judged: Sendable {
    var request: String
    var body: String
    var response: String
    var status = 200
    var outcomes: [AppOutcome.Kind]
  }

  static let open = "POST https://api.iterable.com/api/events/trackInAppOpen"
  static let engagements = "POST http://127.0.0.1:8377/mc/v1/engagements"
  static let event = "POST https://api.exponea.com/track/v2/projects/p/customers/events"
  static let batch = "POST https://api.exponea.com/track/v2/projects/p/batch"
  private static let opened =
    #"{"customer_ids":{"cookie":"c"},"event_type":"campaign","properties":{"status":"opened"}}"#
  static let ids = [
    "6F1B1D0C-4F5E-4C44-9D4C-1B7B5F1C0A11", "6F1B1D0C-4F5E-4C44-9D4C-1B7B5F1C0A12",
  ]
  private static let displays =
    "{\"events\":["
    + ids.map {
      #"{"id":"\#($0)","type":"display","identity":"user:maria","message_id":"m","ts":"2026-11-21T12:00:00Z"}"#
    }
    .joined(separator: ",") + "]}"

  static let judged = [
    Judged(
      request: open, body: "{\(iterableUser)}", response: #"{"code":"Success","msg":""}"#, outcomes: [.taken]),
    Judged(
      request: open, body: "{\(iterableUser)}", response: #"{"code":"BadParams","msg":"x"}"#,
      outcomes: [.refused]),
    Judged(request: open, body: "{\(iterableUser)}", response: "", outcomes: [.postponed]),
    Judged(request: open, body: "{\(iterableUser)}", response: #"{"code":"Succ"#, outcomes: [.postponed]),
    Judged(request: open, body: "{\(iterableUser)}", response: "{}", status: 204, outcomes: [.postponed]),
    Judged(request: open, body: "{\(iterableUser)}", response: "{}", status: 429, outcomes: [.postponed]),
    // What is wrong with a key or a token says nothing of the event: the client keeps it until that is mended (EN-8).
    Judged(request: open, body: "{\(iterableUser)}", response: "{}", status: 401, outcomes: [.postponed]),
    Judged(
      request: open, body: "{\(iterableUser)}", response: #"{"code":"BadApiKey","msg":"x"}"#, status: 400,
      outcomes: [.postponed]),
    Judged(request: open, body: "{\(iterableUser)}", response: "{}", status: 400, outcomes: [.refused]),
    Judged(request: event, body: opened, response: "{}", status: 401, outcomes: [.postponed]),
    Judged(request: event, body: opened, response: "{}", status: 403, outcomes: [.postponed]),
    Judged(
      request: engagements, body: displays, response: "", status: 400, outcomes: [.postponed, .postponed]),
    Judged(
      request: engagements, body: displays, response: "", status: 403, outcomes: [.postponed, .postponed]),
    Judged(request: engagements, body: displays, response: "", status: 422, outcomes: [.refused, .refused]),
    Judged(request: event, body: opened, response: #"{"success":true}"#, outcomes: [.taken]),
    Judged(
      request: event, body: opened, response: #"{"success":false,"errors":["x"]}"#, outcomes: [.refused]),
    // Its SDK reads no body of an event that was taken.
    Judged(request: event, body: opened, response: "", outcomes: [.taken]),
    Judged(request: event, body: opened, response: "{}", status: 400, outcomes: [.refused]),
    Judged(request: event, body: opened, response: "{}", status: 410, outcomes: [.refused]),
    Judged(request: event, body: opened, response: "{}", status: 302, outcomes: [.postponed]),
    Judged(request: event, body: opened, response: "{}", status: 503, outcomes: [.postponed]),
    Judged(
      request: batch,
      body: #"{"commands":[{"name":"customers/events","data":\#(opened)},{"name":"customers","data":{}}]}"#,
      response: #"{"success":true,"results":[{"success":true},{"success":false}]}"#,
      outcomes: [.taken, .refused]),
    Judged(
      request: engagements, body: displays,
      response: #"{"accepted":["\#(ids[0])"],"duplicates":[]}"#, outcomes: [.taken, .postponed]),
  ]

  @Test(
    "QA-4 EN-8 VE-13 only what the vendor's own client takes for acknowledged or refused is",
    arguments: ReadingTests.judged)
  func judges(example: Judged) {
    let read = ReadExchange(Self.exchange(example.request, example.body, example.response, example.status))
    #expect(read.actions.map { read.outcome(of: $0).kind } == example.outcomes)
  }

  @Test("QA-4 what the tap itself responded is not the vendor's word: the event waits, and was never sent")
  func withheld() {
    let body = #"{"email":"m@x","createdAt":1795262395,"messageId":"m1"}"#
    var exchange = Self.exchange(Self.open, body, "", nil)
    exchange.tap = TapIntervention(fault: "engagements 503")
    exchange.tap?.status = 503
    exchange.tap?.reachedVendor = false
    var deliveries = AppDeliveries()
    deliveries.take(ReadExchange(exchange))
    let row = deliveries.report.rows.first
    #expect(row?.verdict == .waiting && row?.tries == 0 && row?.unknownReceived == nil)
    #expect(!deliveries.report.hasReceipts)
  }

  @Test("QA-4 a list that the app did not get as it was is not shown as the app's")
  func notShown() {
    var exchange = Self.exchange(
      "GET https://api.iterable.com/api/inApp/getMessages?email=m%40x", "",
      #"{"inAppMessages":[{"messageId":"m1","saveToInbox":true,"content":{}}]}"#)
    exchange.tap = TapIntervention(fault: "messages truncated")
    exchange.tap?.reachedApp = false
    let action = ReadExchange(exchange).actions.first
    #expect(action?.page == nil && action?.problem != nil)
  }
}
