import Foundation
import InboxCore
import InboxModel
import InboxStore
import InboxTestSupport
import InboxVendors
import Testing

/// A back end that does what it should not: out of order, twice, late, hours off, far too much, half of it missing.
@Suite(.queued)
struct OddBackEndTests {
  private func ids(_ bench: CoreBench, _ limit: Int = 200) async throws -> [String] {
    try await bench.center.window(limit: limit).rows.map(\.key.id.rawValue)
  }

  @Test(
    "MC-7 MC-12 answers out of order: the one that was asked for last is what counts",
    arguments: [
      ["anna", "ben"], ["ben", "anna"], ["anna", "ben", "anna"], ["ben", "anna", "ben", "anna"],
    ])
  func outOfOrder(people: [String]) async throws {
    let bench = try CoreBench(identity: .user("start"))
    try await bench.begin([])
    await bench.backEnd.hold()
    for (number, person) in people.enumerated() {
      await bench.backEnd.set((0...number).map { .numbered($0) }, for: .user(person))
      try await bench.center.switchIdentity(to: .user(person))
      await bench.backEnd.held(number + 1)
    }
    // The newest response comes first, the oldest last.
    await bench.backEnd.releaseBackwards()
    await bench.center.waitUntilIdle()
    #expect(try await ids(bench).count == people.count)
    let centers = await bench.snapshot()?.centers
    #expect(centers?.first?.refresh.isFetching == false)
  }

  @Test(
    "MC-7 MC-13 the same answer twice, and the same record twice in one response: one message, one notice")
  func twice() async throws {
    let bench = try CoreBench()
    try await bench.begin([])
    let updates = await bench.center.updates()
    await bench.backEnd.set([.numbered(1, subject: "first"), .numbered(2), .numbered(1, subject: "last")])
    for _ in 1...3 { try await bench.center.refresh(.primary) }
    #expect(try await ids(bench) == ["m2", "m1"])
    #expect(try await bench.center.message(.numbered(1))?.message.subject == "last")
    await bench.center.stop()
    var published: [[CenterName]] = []
    for await case .updated(let news) in updates { published.append(news.map(\.name)) }
    #expect(published == [[.primary]])
  }

  @Test(
    "MC-1 MC-14 late after disabling: captured, but not stored and not published as news; the state stays disabled",
    arguments: [nil, InboxError.noNetwork("x"), .centerDisabled("Primary"), .invalidToken(status: 400)])
  func late(error: InboxError?) async throws {
    let bench = try CoreBench()
    try await bench.begin([])
    let responses = await bench.center.rawResponses()
    let updates = await bench.center.updates()
    await bench.backEnd.set([.numbered(1)])
    await bench.backEnd.hold()
    let refresh = Task { try await bench.center.refresh(.primary) }
    await bench.backEnd.held()
    try await bench.center.setEnabled(false)
    await bench.backEnd.fail(with: error)
    await bench.backEnd.release()
    await #expect(throws: InboxError.cancelled) { try await refresh.value }
    #expect(try await bench.archive.find(MessageID("m1"), of: .device("d1")).isEmpty)
    #expect(await bench.snapshot()?.centers.first?.refresh.lastError == nil)
    await bench.center.stop()
    var captured = 0
    for await _ in responses { captured += 1 }
    #expect(captured == (error == nil ? 1 : 0))
    var published = 0
    for await case .updated in updates { published += 1 }
    #expect(published == 0)
  }

  @Test(
    "MC-10 MC-11 a server whose clock is hours off: the order is the server's, expiry is by the clock here",
    arguments: [-12.0, -3, 3, 12])
  func skewed(hours: Double) async throws {
    let skew = hours * 3_600
    let bench = try CoreBench()
    let messages = (1...3).map { number in
      Message.numbered(number, sent: .at(skew + Double(number)), expiry: .at(skew + 3_600 * 4))
    }
    try await bench.begin(messages)
    let isShown = skew + 3_600 * 4 > 0
    #expect(try await ids(bench) == (isShown ? ["m3", "m2", "m1"] : []))
    let counts = await bench.snapshot()?.centers.first?.counts
    #expect(counts == CenterCounts(total: isShown ? 3 : 0, unread: isShown ? 3 : 0))
    if !isShown {
      #expect(try await bench.center.gone(.primary).allSatisfy { $0.removal.reason == .expired })
    }
  }

  @Test(
    "MC-4 MC-7 5,000 messages in spite of the cap: all are kept, and it is reported"
  )
  func farTooMany() async throws {
    let bench = try CoreBench()
    try await bench.begin([])
    let updates = await bench.center.updates()
    await bench.backEnd.set((1...5_000).map { .numbered($0) })
    let plan = try await bench.center.refresh(.primary)
    #expect(plan.inserts.count == 5_000)
    let window = try await bench.center.window(limit: 50)
    #expect(window.total == 5_000 && window.rows.count == 50)
    #expect(await bench.snapshot()?.unread == 5_000)
    // The cap explains the absence of what is older, a gap explains itself as withdrawn.
    await bench.backEnd.set((4_981...5_000).map { .numbered($0) })
    let after = try await bench.center.refresh(.primary)
    #expect(after.gone.count == 4_980 && after.gone.values.allSatisfy { $0 == .pushedOut })
    await bench.center.stop()
    var published: [String] = []
    for await update in updates {
      published += update.entries.map(\.why).filter { $0.contains("more than the 20") }
    }
    #expect(
      published.first == "Primary: 5000 messages, 5000 new, more than the 20 that a response should hold")
  }

  private static let whole = #"""
    {"id":"m7","sent_ts":"2027-01-15T07:00:00Z","subject":"S","message":"B","message_center_name":"Primary",
    "deeplink_url":"acme://x","richmessage_url":"https://x.example/r","richmessage_html":"<p>h</p>",
    "icon_url":"https://x.example/i.png","expiry_ts":"2027-02-01T00:00:00Z",
    "custom_key_value_pairs":{"k":"v"},"new_field":[1,2]}
    """#

  @Test(
    "MC-8 MC-9 every field missing, null or of another kind in turn: the rest of the batch is stored all the same",
    arguments: [
      ("id", false), ("sent_ts", false), ("subject", false), ("message", false),
      ("message_center_name", true), ("deeplink_url", true), ("richmessage_url", true),
      ("richmessage_html", true), ("icon_url", true), ("expiry_ts", true), ("custom_key_value_pairs", true),
      ("new_field", true),
    ])
  func missing(field: String, isOptional: Bool) async throws {
    for replacement in [nil, JSONValue.null, .array([]), .integer(5)] {
      let good = try JSONValue.parse(Data(Self.whole.utf8))
      guard case .object(var fields) = good else { return #expect(Bool(false), "it is not an object") }
      fields[field] = replacement
      let other = MessageWire.encode(.numbered(1))
      let list = JSONValue.object(["messages": .array([.object(fields), other])])
      let bench = try CoreBench()
      await bench.backEnd.respond(with: list.serialized)
      try await bench.begin([])
      let isRetained: Bool
      switch replacement {
      case nil, .null?: isRetained = isOptional
      // A field that no one knows may be anything.
      default: isRetained = field == "new_field"
      }
      let place: Comment = "\(field) = \(replacement?.serialized ?? "missing")"
      #expect(try await Set(ids(bench)) == (isRetained ? ["m7", "m1"] : ["m1"]), place)
      let malformed = await bench.snapshot()?.centers.first?.refresh.malformed ?? []
      #expect(malformed.count == (isRetained ? 0 : 1), place)
      if let bad = malformed.first { #expect(bad.reason.contains(field), place) }
    }
  }

  @Test(
    "MC-15 MC-14 a response that is none: its own error each, the bytes captured with their URL, the archive untouched",
    arguments: [
      ("", InboxError.emptyResponse), ("[]", .invalidPayload("it has no list named messages")),
      ("{}", .invalidPayload("it has no list named messages")),
      (#"{"error":"maintenance"}"#, .invalidPayload("it has no list named messages: maintenance")),
      (#"{"messages":{}}"#, .invalidPayload("messages is an object, not a list")),
      (#"{"messages":null}"#, .invalidPayload("messages is null, not a list")),
    ])
  func noResponse(body: String, error: InboxError) async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1)])
    let responses = await bench.center.rawResponses()
    await bench.backEnd.respond(with: body)
    await #expect(throws: error) { try await bench.center.refresh(.primary) }
    #expect(try await ids(bench) == ["m1"])
    #expect(await bench.snapshot()?.centers.first?.refresh.lastError == error)
    await bench.center.stop()
    var captured: [RawResponse] = []
    for await response in responses { captured.append(response) }
    #expect(captured == [RawResponse(body: Data(body.utf8), requestURL: "test:Primary")])
  }
}
