import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxStore
import InboxTestSupport
import InboxVendors
import NIOConcurrencyHelpers
import Testing

/// Responses that were captured elsewhere, looked at with the real core and a real database.
struct CapturedResponsesTests {
  private let clock = VirtualClock.standing()

  private static func record(_ number: Int, _ center: String, _ more: String = "") -> String {
    """
    {"id":"m\(number)","sent_ts":"2027-01-14T07:00:0\(number)Z","subject":"Subject \(number)","message":"Body",\
    "message_center_name":"\(center)"\(more)}
    """
  }

  private static func source(_ records: String..., name: String = "a.json") throws -> CapturedResponses.Source
  {
    .init(name: name, records: try CapturedRecords.read(Data("[\(records.joined(separator: ","))]".utf8)))
  }

  private func center(
    _ responses: CapturedResponses, resolver: LinkResolver = .offline
  ) async throws -> (MessageCenter, UpdateLog) {
    var settings = MessageCenterSettings(centers: responses.centers)
    settings.isReadOnly = true
    settings.receivesPushes = false
    let center = MessageCenter(
      settings: settings, identity: .device("captured"), backEnd: responses.backEnd,
      archive: try InboxDatabase.inMemory(), resolver: resolver, time: clock.time)
    let published = await UpdateLog(center)
    try await center.start()
    await center.appear()
    await center.refreshAll()
    return (center, published)
  }

  @Test(
    "MC-14 a response, a list, a record and the lines of list --raw are read alike",
    arguments: [
      "{\"messages\":[\(record(1, "Offers"))]}", "[\(record(1, "Offers"))]", record(1, "Offers"),
      JSONValue.object(["url": .string("u"), "answer": .string("{\"messages\":[\(record(1, "Offers"))]}")])
        .serialized + "\n",
    ])
  func forms(_ text: String) throws {
    #expect(try CapturedRecords.read(Data(text.utf8)).map { $0.text("id") } == ["m1"])
  }

  @Test("MC-14 of the lines of list --raw a bad one is reported by its number")
  func rawLines() {
    let good = JSONValue.object(["url": .string("u"), "answer": .string("{\"messages\":[]}")]).serialized
    let bad = JSONValue.object(["url": .string("u"), "answer": .string("{\"messages\":")]).serialized
    #expect(throws: InboxError.invalidPayload("response 2 is not a line of ‘inbox list --raw’")) {
      try CapturedRecords.read(Data("\(good)\nnone\n".utf8))
    }
    #expect(
      throws: InboxError.invalidPayload(
        "response 2: it is not JSON at line 1, column 13: it ends where a value should stand")
    ) { try CapturedRecords.read(Data("\(good)\n\(bad)\n".utf8)) }
  }

  @Test("MC-2 MC-14 their centers become the tabs, in order; a sixth is left out and reported by name")
  func centers() throws {
    let responses = try CapturedResponses([
      Self.source(Self.record(1, "Offers"), Self.record(2, "Orders")),
      Self.source(
        Self.record(3, "Travel"), Self.record(4, "Food"), Self.record(5, "Games"), Self.record(6, "Offers"),
        name: "b.json"),
    ])
    #expect(responses.centers.map(\.rawValue) == ["Primary", "Offers", "Orders", "Travel", "Food"])
    #expect(responses.leftOut == [CenterName("Games")])
    #expect(responses.first == CenterName("Offers") && responses.sources == ["a.json", "b.json"])
    #expect(try CapturedResponses([]).centers.map(\.rawValue) == ["Primary"])
  }

  @Test(
    "MC-9 MC-10 of several answers the newest record counts, a broken one is reported, an expired one is shown"
  )
  func lists() async throws {
    let responses = try CapturedResponses([
      Self.source(
        Self.record(1, "Offers"), Self.record(2, "Offers", #","expiry_ts":"2027-01-14T08:00:00Z""#)),
      Self.source(
        Self.record(1, "Offers", #","icon_url":"https%3A%2F%2Fa.example""#),
        #"{"id":"bad","message_center_name":"Offers"}"#),
    ])
    let (center, published) = try await center(responses)
    let list = try await center.window(CenterName("Offers"))
    #expect(list.rows.map(\.key.id.rawValue) == ["m2", "m1"] && list.total == 2)
    #expect(list.rows.last?.message.iconURL == "https://a.example")
    let snapshot = try #require(await published.snapshot())
    let offers = try #require(snapshot.centers.first { $0.name == CenterName("Offers") })
    #expect(offers.counts == CenterCounts(total: 2, unread: 1), "what is expired is not unread")
    #expect(offers.refresh.malformed.map(\.id) == ["bad"])
    #expect(await published.whys().contains("Offers: message “bad” was left out: sent_ts is missing"))
    #expect(try await center.gone(CenterName("Offers")).isEmpty)
    await center.stop()
  }

  @Test("EN-9 UL-5 BD-1 MC-18 nothing is reported, followed, set or marked, and each says why")
  func readOnly() async throws {
    let asked = NIOLockedValueBox(0)
    let resolver = LinkFixture.resolver { _ throws(LinkHop.Failure) in
      asked.withLockedValue { $0 += 1 }
      return LinkHop.Response(200, "{}")
    }
    let responses = try CapturedResponses([Self.source(Self.record(1, "Primary"))])
    let (center, published) = try await center(responses, resolver: resolver)
    let key = MessageKey(center: .primary, id: MessageID("m1"))
    let session = try #require(await center.session)
    await center.setVisibleRows([VisibleRow(key)], in: session.id)
    await center.setVisibleRows([VisibleRow(key)], in: session.id)
    #expect(try await center.open(key)?.read == nil)
    #expect(try await center.message(key)?.read == nil)
    let trail = try #require(
      await center.follow(LinkRequest("https://news.brand.example/pub/acc?x=1", from: .message(key))))
    #expect(trail.linkClass == .responsysApp && trail.click == .no && trail.hops.isEmpty)
    #expect(trail.reason.hasSuffix("captured responses are read-only, so nothing was sent"))
    await #expect(throws: InboxError.captured("nothing is marked in them")) {
      try await center.mark(key, read: true)
    }
    await #expect(throws: InboxError.captured("nothing is deleted from them")) {
      try await center.setDeleted(key, true)
    }
    await #expect(
      throws: InboxError.captured("the badge is held by the server, of which they say nothing")
    ) { try await center.setBadge(3) }
    #expect(try await center.badgeLedger().isEmpty)
    await #expect(
      throws: InboxError.captured("they do not say whose they are, and there are no others here")
    ) { try await center.switchIdentity(to: .user("maria")) }
    await #expect(throws: InboxError.captured("message centers are on or off in an app")) {
      try await center.setEnabled(false)
    }
    await center.stop()
    let why = "suppressed: captured responses are read-only"
    #expect(await published.whys().filter { $0 == why }.count == 2, "one for the display, one for the open")
    #expect(asked.withLockedValue { $0 } == 0)
    #expect(await center.waitingEvents == 0)
  }

  @Test("MC-17 rich content that a request would bring is not fetched; what the record carries is shown")
  func rich() async throws {
    let responses = try CapturedResponses([
      Self.source(
        Self.record(1, "Primary", #","richmessage_url":"https%3A%2F%2Fa.example%2Frich""#),
        Self.record(2, "Primary", #","richmessage_html":"<p>Words</p>""#))
    ])
    let (center, _) = try await center(responses)
    #expect(
      try await center.richContent(MessageKey(center: .primary, id: MessageID("m2"))) == "<p>Words</p>")
    await #expect(
      throws: InboxError.captured(
        "the rich content at https://a.example/rich is not fetched, as that would be a request")
    ) { _ = try await center.richContent(MessageKey(center: .primary, id: MessageID("m1"))) }
    await center.stop()
  }
}
