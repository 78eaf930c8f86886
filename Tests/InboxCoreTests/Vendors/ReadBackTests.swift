import Foundation
import InboxModel
import InboxStore
import InboxTestSupport
import InboxVendors
import Synchronization
import Testing

@testable import InboxCore

/// How vendors are asked what they recorded, and what they say (VE-14; wires.md 1.5 and §2.6).
struct ReadBackTests {
  private static let server = TokenSource { _ in "server-1" }
  private static let pair = TokenSource { _ in "id-1:secret-1" }

  private func iterable(_ play: IterablePlay, key: TokenSource = server) -> ReadBack {
    IterableReadBack.port(IterablePlay.settings, key: key, over: play.wire, time: play.time)
  }

  private func bloomreach(_ play: IterablePlay, key: TokenSource = pair) -> ReadBack {
    BloomreachReadBack.port(
      BloomreachPlay.project, project: "p 1", key: key, over: play.wire, time: play.time)
  }

  // MARK: - Iterable

  @Test(
    "VE-14 Iterable is asked by e-mail or by user id, with the server key and no other",
    arguments: [
      (Identity.user("maria+1@brand.example"), "events/maria%2B1%40brand.example"),
      (.user("userId=a/b"), "events/byUserId/a%2Fb"), (.user("maria"), "events/byUserId/maria"),
    ])
  func iterableRequest(identity: Identity, path: String) async throws {
    let play = IterablePlay([IterablePlay.response(200, #"{"events":[]}"#)])
    _ = try await iterable(play).events(identity, .at(0))
    let request = try #require(play.requests.first)
    #expect(request.method == "GET" && request.url == "https://api.brand.example/api/\(path)?limit=200")
    #expect(request.headers.filter { $0.name == "Api-Key" }.map(\.value) == ["server-1"])
    #expect(!request.changes && request.body == nil)
  }

  @Test("VE-14 Iterable's events of messages, in its shapes of a time; others are counted")
  func iterableEvents() async throws {
    let play = IterablePlay([
      IterablePlay.response(
        200,
        """
        {"events":[
         {"eventType":"inAppOpen","eventName":"inAppOpen","messageId":"m1","createdAt":"2027-01-15T08:00:05.000Z",
          "deviceInfo":{"deviceId":"device-1","platform":"iOS","appPackageName":"a"},"campaignId":7},
         {"eventType":"inAppClick","messageId":"m1","createdAt":"2027-01-15 08:00:06 +00:00","clickedUrl":"https://b.example"},
         {"eventType":"inAppDelivery","messageId":"m2","createdAt":1800000007000},
         {"eventType":"embeddedReceived","messageId":"e1","createdAt":"2027-01-15 10:00:08 +02:00"},
         {"eventType":"inAppClose","messageId":"m1"},
         {"eventType":"inAppSend","messageId":"m1","createdAt":"2027-01-15T08:00:00.000Z"},
         {"eventType":"customEvent","eventName":"bought"},{}
        ]}
        """)
    ])
    let page = try await iterable(play).events(IterablePlay.maria, .at(0))
    func event(
      _ kind: RecordedEvent.Kind, _ name: String, _ message: String, _ seconds: Double?,
      device: String? = nil, about: String? = nil
    ) -> RecordedEvent {
      RecordedEvent(
        kind, name: name, identity: IterablePlay.maria, message: MessageID(message),
        time: seconds.map { .at($0) }, device: device, link: about, about: about)
    }
    #expect(
      page.events == [
        event(.open, "inAppOpen", "m1", 5, device: "device-1"),
        event(.click, "inAppClick", "m1", 6, about: "https://b.example"),
        event(.delivery, "inAppDelivery", "m2", 7), event(.delivery, "embeddedReceived", "e1", 8),
        event(.close, "inAppClose", "m1", nil),
      ])
    #expect(page.otherCount == 3 && page.since == nil && page.limit == nil)
  }

  @Test(
    "VE-14 VE-10 Iterable's visits, the rows seen in them and deletions, as it returns them and as they are expected"
  )
  func iterableVisits() async throws {
    let id = "1F0C2A66-0000-4000-8000-000000000000"
    let play = IterablePlay([
      IterablePlay.response(
        200,
        """
        {"events":[
         {"eventType":"inboxSession","inboxSessionId":"\(id)","createdAt":1800000009000,
          "deviceInfo":{"deviceId":"device-1"}},
         {"eventType":"inboxMessageImpression","inboxSessionId":"\(id)","messageId":"m1","displayCount":2,
          "displayDuration":3.5,"createdAt":1800000009000},
         {"eventType":"inboxMessageImpression","inboxSessionId":"\(id)","messageId":"m2","displayCount":0,
          "createdAt":1800000009000},
         {"eventType":"embeddedSession","session":{"id":"\(id)"},"createdAt":1800000009000},
         {"eventType":"embeddedImpression","inboxSessionId":"\(id)","messageId":"e1","displayCount":1,
          "createdAt":1800000009000},
         {"eventType":"inAppDelete","messageId":"m1","inboxSessionId":"\(id)","deleteAction":"delete-button",
          "createdAt":1800000010000}
        ]}
        """)
    ])
    let port = iterable(play)
    let page = try await port.events(IterablePlay.maria, .at(0))
    func event(
      _ kind: RecordedEvent.Kind, _ name: String, _ message: String? = nil, _ seconds: Double = 9,
      views: Int? = nil
    ) -> RecordedEvent {
      RecordedEvent(
        kind, name: name, identity: IterablePlay.maria, message: message.map { MessageID($0) },
        time: .at(seconds), session: id, views: views)
    }
    var session = event(.session, "inboxSession")
    session.device = "device-1"
    var deletion = event(.delete, "inAppDelete", "m1", 10)
    deletion.about = "delete-button"
    #expect(
      page.events == [
        session, event(.display, "inboxMessageImpression", "m1", views: 2),
        event(.session, "embeddedSession"), event(.display, "embeddedImpression", "e1", views: 1), deletion,
      ])
    // A row that came into view not once was not seen.
    #expect(page.otherCount == 1 && port.kinds == Set(RecordedEvent.Kind.allCases))

    let make = try #require(play.backEnd().visitEvents)
    let visit = InboxVisit(
      id: try #require(UUID(uuidString: id)), identity: IterablePlay.maria, start: .at(1), end: .at(9),
      countsAtStart: [:], countsAtEnd: [:],
      impressions: [
        .init(
          message: Message(id: MessageID("m1"), sent: .at(0), subject: "s", body: "", center: .primary),
          count: 2, seconds: 3.5)
      ])
    let expected = make(visit).flatMap {
      port.visits(
        VendorEvent(id: UUID(), kind: $0.kind, identity: visit.identity, time: visit.end, body: $0.body))
    }
    #expect(
      expected == [
        event(.session, "inboxSession"), event(.display, "trackInboxSession", "m1", views: 2),
      ])
    func change(_ kind: MessageChange.Kind, in center: CenterName = .primary) -> RecordedEvent? {
      port.changes(
        MessageChange(
          id: UUID(), kind: kind, identity: visit.identity,
          message: MessageKey(center: center, id: MessageID("m1")), time: .at(10), session: visit.id))
    }
    #expect(change(.delete) == event(.delete, "inAppConsume", "m1", 10))
    #expect(change(.read) == nil && change(.delete, in: CenterName("1")) == nil)
    #expect(bloomreach(play).kinds == [.open, .click])
  }

  @Test("VE-14 200 events may not be all: nothing is said of what is older than the oldest of them")
  func iterableLimit() async throws {
    let events = (0..<200).map {
      #"{"eventType":"inAppOpen","messageId":"m\#($0)","createdAt":\#(1_800_000_200_000 - $0 * 1_000)}"#
    }
    let play = IterablePlay([
      IterablePlay.response(200, #"{"events":[\#(events.joined(separator: ","))]}"#)
    ])
    let page = try await iterable(play).events(IterablePlay.maria, .at(0))
    #expect(page.since == .at(1) && page.limit == "Iterable returns the newest 200 events of a user")
  }

  @Test("VE-14 VE-7 what is refused is said in a sentence; busy is asked again, as often as three times")
  func iterableRefusals() async throws {
    let sentence =
      "This key cannot read events: Iterable refuses server-key of the profile (status 401, BadApiKey). Reading them takes a "
      + "key of the type Server-side, of this project and region; a mobile key cannot."
    let refused = IterablePlay([IterablePlay.response(401, #"{"code":"BadApiKey","msg":"x"}"#)])
    await #expect(throws: InboxError.credentialsRefused(sentence)) {
      _ = try await iterable(refused).events(IterablePlay.maria, .at(0))
    }
    #expect(refused.requests.count == 1)
    let busy = IterablePlay([IterablePlay.response(429, #"{"code":"RateLimitExceeded"}"#, retryAfter: 2)])
    await #expect(throws: InboxError.serverBusy(status: 429, retryAfter: 2)) {
      _ = try await iterable(busy).events(IterablePlay.maria, .at(0))
    }
    #expect(busy.requests.count == 4 && busy.naps == [1, 2, 4])
    let none = IterablePlay()
    await #expect(throws: InboxError.self) {
      _ = try await iterable(none, key: .none).events(IterablePlay.maria, .at(0))
    }
    await #expect(throws: InboxError.self) { _ = try await iterable(none).events(.device("d"), .at(0)) }
    #expect(none.requests.isEmpty)
    let odd = IterablePlay([IterablePlay.response(200, "{}")])
    await #expect(throws: InboxError.invalidPayload("it has no list named events")) {
      _ = try await iterable(odd).events(IterablePlay.maria, .at(0))
    }
  }

  @Test(
    "VE-14 a back end has the port where the profile has a key, and the vendors say that they can be asked")
  func port() {
    let play = IterablePlay()
    #expect(play.backEnd().readBack == nil)
    let keyed = IterableBackEnd.backEnd(IterablePlay.settings, serverKey: Self.server, over: play.wire)
    #expect(keyed.readBack?.settling == 120 && keyed.readBack?.resolution == 1)
    #expect(IterableBackEnd.capabilities().readBack && BloomreachBackEnd.capabilities.readBack)
    #expect(
      ResponsysBackEnd.capabilities.lack(of: .readBack)
        == "Responsys has no request that says what it recorded.")
    #expect(bloomreach(play).settling == 60 && bloomreach(play).device == "c-1")
  }

  // MARK: - Bloomreach

  @Test("VE-14 Bloomreach is asked with the private key, for the person's hard ids, newest first")
  func bloomreachRequest() async throws {
    let play = IterablePlay([IterablePlay.response(200, #"{"success":true,"data":[]}"#)])
    _ = try await bloomreach(play).events(.user("maria"), .at(0))
    let request = try #require(play.requests.first)
    #expect(
      BloomreachPlay.text(request) == """
        POST https://api.exponea.com/data/v2/projects/p%201/customers/events
        Accept: application/json
        Content-Type: application/json
        Authorization: Basic aWQtMTpzZWNyZXQtMQ==
        {"customer_ids":{"registered":"maria"},"event_types":["campaign"],"limit":500,"order":"desc","skip":0}
        """)
    #expect(!request.changes)
    _ = try await bloomreach(play).events(.device("d"), .at(0))
    #expect(try play.requests.last?.json["customer_ids"] == .object(["cookie": .string("c-1")]))
  }

  @Test("VE-14 Bloomreach's events of the App Inbox; campaign events of other channels are counted")
  func bloomreachEvents() async throws {
    let play = IterablePlay([
      IterablePlay.response(
        200,
        """
        {"success":true,"data":[
         {"type":"campaign","timestamp":1800000005.25,"properties":{"action_type":"app inbox","status":"opened",
          "device_id":"c-1","campaign_name":"Spring"}},
         {"type":"campaign","timestamp":1800000006,"properties":{"action_type":"app inbox","status":"clicked",
          "url":"https://b.example","cta":"Go"}},
         {"type":"campaign","timestamp":1800000007,"properties":{"action_type":"email","status":"opened"}},
         {"type":"campaign","timestamp":1800000008,"properties":{"action_type":"app inbox","status":"sent"}}
        ]}
        """)
    ])
    let page = try await bloomreach(play).events(.user("maria"), .at(0))
    #expect(
      page.events == [
        RecordedEvent(
          .open, name: "campaign/opened", identity: .user("maria"), time: .at(5.25), device: "c-1",
          about: "Spring"),
        RecordedEvent(
          .click, name: "campaign/clicked", identity: .user("maria"), time: .at(6), link: "https://b.example",
          about: "https://b.example"),
      ])
    #expect(page.otherCount == 2 && page.since == nil)
  }

  @Test("VE-14 EN-7 the link of a click that was sent is what its request says, as the archive kept it")
  func sentLinks() async throws {
    let link = "https://b.example/"
    let payloads: [JSONValue] = [
      .members(["event": "trackInAppClick", "body": JSONValue.members(["clickedUrl": link])]),
      .members(["event": "embedded-messaging/events/click", "body": JSONValue.members(["targetUrl": link])]),
      .members(["event_type": "campaign", "properties": JSONValue.members(["url": link])]),
    ]
    let archive = try InboxDatabase.inMemory()
    let kinds: [EngagementEvent.Kind] = [.click, .click, .click, .open]
    try await archive.put(
      zip(kinds, payloads + [payloads[0]]).enumerated().map { number, event in
        EngagementEvent(
          id: .numbered(number), kind: event.0, identity: .user("maria"), session: nil, message: .numbered(1),
          time: .at(0), payload: event.1)
      }, run: .numbered(7))
    let kept = try await archive.deliveries().map(\.payload)
    #expect(kept == payloads + [nil])
    let ports = [iterable(IterablePlay([])), iterable(IterablePlay([])), bloomreach(IterablePlay([]))]
    #expect(zip(ports, kept).map { port, payload in payload.flatMap(port.link) } == [link, link, link])
  }

  @Test("VE-14 Bloomreach is asked page by page, until what was sent first is covered")
  func bloomreachPages() async throws {
    func page(_ newest: Int, count: Int = 500) -> WireResponse {
      let data = (0..<count).map {
        #"{"type":"campaign","timestamp":\#(1_800_000_000 + newest - $0),"properties":{"action_type":"app inbox","status":"opened"}}"#
      }
      return IterablePlay.response(200, #"{"success":true,"data":[\#(data.joined(separator: ","))]}"#)
    }
    let covered = IterablePlay([page(2_000), page(1_520)])
    let some = try await bloomreach(covered).events(.user("maria"), .at(1_200))
    #expect(try covered.requests.map { try $0.json["skip"] } == [.integer(0), .integer(480)])
    #expect(some.events.count == 980 && some.since == .at(1_021) && some.limit == nil)
    let ended = IterablePlay([page(2_000), page(1_520, count: 23)])
    let all = try await bloomreach(ended).events(.user("maria"), .at(0))
    #expect(all.events.count == 503 && all.since == nil)
    let endless = IterablePlay((0..<21).map { page(2_000_000 - $0 * 480) })
    let most = try await bloomreach(endless).events(.user("maria"), .at(0))
    #expect(endless.requests.count == 20 && most.since != nil)
    #expect(most.events.count == 9_620)
    #expect(most.limit == "only the newest 9620 events of a customer were read")
  }

  @Test(
    "VE-14 events that come while Bloomreach is asked make none of the others come twice, nor hide what is there twice",
    arguments: [0, 1, 2, 3, 19, 20, 479, 480, 481, 700])
  func bloomreachMoved(arrivals: Int) async throws {
    // Each event is there twice, or as often as eight times where the first page ends.
    let times = (0..<650).map { 2_000 - ($0 < 496 || $0 >= 504 ? $0 / 2 : 248) }
    let newer = (0..<arrivals).map { 3_000 + arrivals - $0 }
    let skips = Mutex<[Int]>([])
    let wire = WirePort(
      send: { request async throws(InboxError) in
        let skip = try JSONValue.parse(request.body ?? Data())["skip"]?.integer ?? 0
        let number = skips.withLock {
          $0.append(skip)
          return $0.count
        }
        let list = (number == 1 ? times : newer + times).dropFirst(skip).prefix(500).map {
          #"{"type":"campaign","timestamp":\#(1_800_000_000 + $0),"properties":{"status":"opened"}}"#
        }
        return IterablePlay.response(200, #"{"success":true,"data":[\#(list.joined(separator: ","))]}"#)
      }, listen: { _, _ in AsyncThrowingStream { $0.finish() } })
    let port = BloomreachReadBack.port(
      BloomreachPlay.project, project: "p", key: Self.pair, over: wire, time: IterablePlay().time)
    let read = try await port.events(.user("maria"), .at(0)).events.compactMap(\.time)
    #expect(read.filter { $0 <= .at(2_000) } == times.map { .at(Double($0)) })
    #expect([0, arrivals].contains(read.count - times.count))
    #expect(skips.withLock { $0.prefix(2) } == [0, 480])
  }

  @Test(
    "VE-14 VE-7 what Bloomreach refuses is said in a sentence",
    arguments: [
      (401, #"{"success":false,"error":"Access key not found"}"#, "This key cannot read events"),
      (403, #"{"success":false,"error":"no permission"}"#, "with the permission “Events: Get” for campaign"),
      (404, #"{"success":false,"error":"Invalid project id"}"#, "Correct base-url and project-token"),
      (200, #"{"success":false,"errors":["no event_types"]}"#, "no event_types"),
      (200, #"{"success":true}"#, "it has no list named data"), (503, "", "status 503"),
    ])
  func bloomreachRefusals(status: Int, body: String, words: String) async {
    let play = IterablePlay([IterablePlay.response(status, body)])
    await #expect {
      _ = try await bloomreach(play).events(.user("maria"), .at(0))
    } throws: { "\($0)".contains(words) }
  }

  @Test("VE-14 a customer of whom nothing was tracked has no events; a key that is not a pair is not sent")
  func bloomreachOdds() async throws {
    let unknown = IterablePlay([
      IterablePlay.response(404, #"{"success":false,"errors":["Customer does not exist"]}"#)
    ])
    #expect(try await bloomreach(unknown).events(.user("maria"), .at(0)).events.isEmpty)
    let play = IterablePlay()
    for key in ["", "secret", ":secret", "id:"] {
      await #expect(throws: InboxError.self) {
        _ = try await bloomreach(play, key: TokenSource { _ in key }).events(.user("maria"), .at(0))
      }
    }
    #expect(play.requests.isEmpty)
  }
}
