import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

struct WireTests {
  private func decode(_ json: String, _ center: CenterName = .primary) throws -> FetchedPage {
    try FetchedPage(RawResponse(body: Data(json.utf8), requestURL: "http://b/x"), center: center)
  }

  @Test("MC-8 every field of the vendor's record, literally")
  func fullRecord() throws {
    let response = try decode(
      #"""
      {"messages":[{"id":"m-1","sent_ts":"2026-11-20T08:30:00Z","subject":"Spring sale","message":"Up to 30%",
      "message_center_name":"Offers","deeplink_url":"shop%3A%2F%2Fproducts%2F12%3Fa%3Db%2520c",
      "richmessage_url":"https%3A%2F%2Fc.example%2Fr","richmessage_html":"<p>x</p>",
      "icon_url":"https%3A%2F%2Fc.example%2Fi.png","expiry_ts":"2026-11-27T08:30:00.250+02:00",
      "custom_key_value_pairs":{"tier":"gold"},"future_field":[1,2]}]}
      """#, CenterName("Offers"))
    let message = try #require(response.messages.first)
    #expect(response.malformed.isEmpty)
    #expect(message.id == MessageID("m-1"))
    #expect(message.sent == Date(timeIntervalSince1970: 1_795_163_400))
    #expect(message.subject == "Spring sale")
    #expect(message.body == "Up to 30%")
    #expect(message.deepLink == "shop://products/12?a=b%20c")
    #expect(message.richURL == "https://c.example/r")
    #expect(message.richHTML == "<p>x</p>")
    #expect(message.iconURL == "https://c.example/i.png")
    #expect(message.expiry == Date(timeIntervalSince1970: 1_795_761_000.25))
    #expect(message.custom == ["tier": "gold"])
    #expect(message.raw.contains(#""future_field":[1,2]"#))
    #expect(message.kind == .openRichMessage)
  }

  @Test("MC-8 a missing or empty center name means Primary")
  func missingCenter() throws {
    let record = #"{"id":"a","sent_ts":"2026-11-20T08:30:00Z","subject":"s","message":"m"}"#
    #expect(try decode(#"{"messages":[\#(record)]}"#).messages.map(\.center) == [.primary])
  }

  @Test(
    "MC-9 one malformed record is listed with its reason and the others are kept",
    arguments: [
      (#"{"sent_ts":"2026-11-20T08:30:00Z","subject":"s","message":"m"}"#, "id is missing"),
      (#"{"id":"","sent_ts":"2026-11-20T08:30:00Z","subject":"s","message":"m"}"#, "id is empty"),
      (
        #"{"id":7,"sent_ts":"2026-11-20T08:30:00Z","subject":"s","message":"m"}"#,
        "id is a number, not a text"
      ),
      (#"{"id":"a","subject":"s","message":"m"}"#, "sent_ts is missing"),
      (
        #"{"id":"a","sent_ts":"yesterday","subject":"s","message":"m"}"#,
        "sent_ts “yesterday” is not an ISO 8601 time in UTC"
      ),
      (#"{"id":"a","sent_ts":"2026-11-20T08:30:00Z","message":"m"}"#, "subject is missing"),
      (#"{"id":"a","sent_ts":"2026-11-20T08:30:00Z","subject":"s"}"#, "message is missing"),
      (
        #"{"id":"a","sent_ts":"2026-11-20T08:30:00Z","subject":"s","message":"m","expiry_ts":5}"#,
        "expiry_ts is a number, not a text"
      ),
      (
        #"{"id":"a","sent_ts":"2026-11-20T08:30:00Z","subject":"s","message":"m","custom_key_value_pairs":[]}"#,
        "custom_key_value_pairs is a list, not an object"
      ),
      (
        #"{"id":"a","sent_ts":"2026-11-20T08:30:00Z","subject":"s","message":"m","message_center_name":"Other"}"#,
        "it belongs to “Other”, but “Primary” was asked for"
      ),
      ("17", "the record is a number, not an object"), ("null", "the record is null, not an object"),
    ])
  func malformed(record: String, reason: String) throws {
    let good = #"{"id":"good","sent_ts":"2026-11-20T08:30:00Z","subject":"s","message":"m"}"#
    let response = try decode(#"{"messages":[\#(record),\#(good)]}"#)
    #expect(response.messages.map(\.id) == [MessageID("good")])
    #expect(response.malformed.map(\.reason) == [reason])
    #expect(response.malformed.map(\.index) == [0])
  }

  @Test("MC-15 an empty answer is 5005, half a JSON or no list is 5004, an empty list is not an error")
  func wholeAnswer() throws {
    #expect(throws: InboxError.emptyResponse) { try decode("") }
    for body in [#"{"messages":[{"id":"#, "[]", "{}", #"{"messages":{}}"#, "<html>"] {
      let error = #expect(throws: InboxError.self) { try decode(body) }
      #expect(error?.code == 5004)
    }
    #expect(try decode(#"{"messages":[]}"#).messages.isEmpty)
  }

  @Test("MC-15 each error that the vendor's SDK has a number for has that number, and no other has one")
  func codes() {
    let codes: [(InboxError, Int?)] = [
      (.noNetwork("x"), 5001), (.timedOut(seconds: 1), 5001), (.maximumRetryReached("x"), 5002),
      (.invalidURL("x"), 5003), (.invalidPayload("x"), 5004), (.emptyResponse, 5005),
      (.invalidToken(status: 401), 400), (.centerDisabled("x"), 403), (.centerFailure("x"), 404),
      (.credentialsRefused("refused"), nil), (.serverBusy(status: 500, retryAfter: nil), nil),
      (.refused(status: 422, detail: ""), nil), (.negativeBadge(-1), nil), (.cancelled, nil),
    ]
    for (error, code) in codes { #expect(error.code == code, "\(error)") }
  }

  @Test("MC-2 MC-15 of Primary no one is told to remove it from the profile or to rename it there")
  func primary() {
    for error in [InboxError.centerDisabled("Primary"), .centerFailure("Primary")] {
      #expect(!error.description.contains("profile") && error.description.contains("account"))
    }
    for error in [InboxError.centerDisabled("Offers"), .centerFailure("Offers")] {
      #expect(error.description.contains("profile"))
    }
  }

  @Test("MC-14 the raw bytes and the request URL come with every response")
  func raw() throws {
    let response = try decode(#"{"messages":[]}"#)
    #expect(String(decoding: response.raw, as: UTF8.self) == #"{"messages":[]}"#)
    #expect(response.requestURL == "http://b/x")
  }

  @Test("SB-6 an engagement upload, literally, both ways")
  func engagement() throws {
    let event = EngagementEvent(
      id: .numbered(1), kind: .display, identity: .user("maria"),
      session: .init(id: .numbered(9), number: 3), message: .numbered(5), time: .at(0))
    let literal =
      #"{"events":[{"id":"00000000-0000-0000-0000-000000000001","identity":"user:maria","#
      + #""message_center_name":"Primary","message_id":"m5","session":{"#
      + #""id":"00000000-0000-0000-0000-000000000009","number":3},"ts":"2027-01-15T08:00:00.000Z","#
      + #""type":"display"}],"sent_ts":"2027-01-15T08:00:01.500Z"}"#
    #expect(String(decoding: EngagementWire.encode([event], sent: .at(1.5)), as: UTF8.self) == literal)
    #expect(try EngagementWire.decodeRequest(Data(literal.utf8)) == [event])
    let first = "00000000-0000-0000-0000-000000000001"
    let second = "0000abcd-0000-0000-0000-000000000002"
    let response = #"{"accepted":["\#(first)"],"duplicates":["\#(second)"]}"#
    let taken: Set<UUID> = [.numbered(1), UUID(uuidString: second) ?? UUID()]
    #expect(try EngagementWire.decodeResponse(Data(response.utf8)) == EngagementReceipt(accepted: taken))
    // A server may leave out a list that is empty.
    for (list, id) in [("accepted", first), ("duplicates", second)] {
      let receipt = try EngagementWire.decodeResponse(Data(#"{"\#(list)":["\#(id)"]}"#.utf8))
      #expect(receipt.accepted == Set([id].compactMap { UUID(uuidString: $0) }))
    }
    // No sandbox has such generations.
    for number in ["0", "-9223372036854775808"] {
      let odd = #"{"accepted":["\#(first)"],"late":["\#(first)"],"generation":\#(number)}"#
      #expect(try EngagementWire.decodeResponse(Data(odd.utf8)).generation == nil)
    }
    let written = EngagementWire.encodeResponse(accepted: [first], duplicates: [second])
    #expect(String(decoding: written, as: UTF8.self) == response)
    let whole =
      #"{"accepted":["\#(first)"],"duplicates":["\#(second)"],"generation":2,"late":["\#(first)"]}"#
    #expect(
      try EngagementWire.decodeResponse(Data(whole.utf8))
        == EngagementReceipt(accepted: taken, late: [.numbered(1)], generation: 2))
    let published = EngagementWire.encodeResponse(
      accepted: [first], duplicates: [second], late: [first], generation: 2)
    #expect(String(decoding: published, as: UTF8.self) == whole)
  }

  @Test("SB-6 the badge body, literally, and what is refused in it")
  func badge() throws {
    #expect(String(decoding: BadgeWire.encode(12), as: UTF8.self) == #"{"count":12}"#)
    #expect(try BadgeWire.decode(Data(#"{"count":12}"#.utf8)) == 12)
    let response = ServerBadge(count: 5, version: 7)
    #expect(
      String(decoding: BadgeWire.encodeResponse(response), as: UTF8.self) == #"{"count":5,"version":7}"#)
    #expect(try BadgeWire.decodeResponse(Data(#"{"count":5,"version":7}"#.utf8)) == response)
    #expect(try BadgeWire.decodeResponse(Data(#"{"count":5}"#.utf8)) == ServerBadge(count: 5))
    for body in [#"{"count":-1}"#, #"{"count":"1"}"#, #"{"count":1.5}"#, "{}", "12", ""] {
      #expect(throws: InboxError.self) { try BadgeWire.decode(Data(body.utf8)) }
    }
  }

  @Test(
    "SB-6 pushes, literally, both ways",
    arguments: [
      (Push.state(badge: 3), #"{"badge":3,"type":"state"}"#),
      (.state(badge: 3, version: 9), #"{"badge":3,"badge_version":9,"type":"state"}"#),
      (.keepAlive, #"{"type":"keep-alive"}"#),
      (
        .badge(.init(count: 0, cause: "campaign clear")),
        #"{"badge":0,"cause":"campaign clear","type":"badge"}"#
      ),
      (
        .message(.numbered(4), alert: "Hello", badge: .init(count: 2, cause: "campaign +1")),
        #"{"alert":"Hello","badge":2,"cause":"campaign +1","message_center_name":"Primary","message_id":"m4","type":"push"}"#
      ),
      (
        .message(.numbered(4), alert: "Hello", badge: nil, attachment: "https://cdn.acme.example/a.jpg"),
        #"{"alert":"Hello","media_attachment_url":"https://cdn.acme.example/a.jpg","message_center_name":"Primary","message_id":"m4","type":"push"}"#
      ),
    ])
  func pushes(push: Push, json: String) throws {
    #expect(String(decoding: PushWire.encode(push), as: UTF8.self) == json)
    #expect(try PushWire.decode(Data(json.utf8)) == push)
  }

  @Test(
    "MC-8 a time is read in every form of ISO 8601 that servers write",
    arguments: [
      "2026-11-20T08:30:00.5Z", "2026-11-20t08:30:00,5z", "2026-11-20 08:30:00.5+00", "20261120T083000.5Z",
      "20261120T093000.5+0100", "2026-11-20T07:30:00.5-01:00",
    ])
  func times(text: String) {
    let noon = Date(timeIntervalSince1970: 1_795_163_400)
    #expect(WireDate.parse(text) == noon.addingTimeInterval(0.5))
    #expect(
      WireDate.parse(
        text.replacing(":00.5", with: "").replacing(":00,5", with: "")
          .replacing("3000.5", with: "30")) == noon)
  }

  @Test(
    "MC-8 times that are none are refused",
    arguments: [
      "", "2026-11-20", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-11-20T24:00:00Z",
      "2026-11-20T08:30:00", "2026-11-20T08:30:00.Z", "2026-11-20T08:30:00Zx", "２０２６-11-20T08:30:00Z",
      "2026-1120T08:30:00Z", "2026-11-20T08:30.5Z", "20261120T0830,5Z", "20261120T08:30:00Z",
      "2026-11-20T08:30:Z", "20261120T08Z",
      "2026-11-20T08:30:00+00:",
    ])
  func badTimes(text: String) { #expect(WireDate.parse(text) == nil) }

  @Test(
    "MC-8 times survive writing and reading",
    arguments: [0.0, 951_782_400, 1_709_164_800, 4_102_444_799.999, -1])
  func times(seconds: Double) throws {
    let date = Date(timeIntervalSince1970: seconds)
    let parsed = try #require(WireDate.parse(WireDate.format(date)))
    #expect(abs(parsed.timeIntervalSince(date)) < 0.001)
  }

  @Test("MC-8 a date beyond the years that can be written is refused, and written as the last of them")
  func farDates() {
    #expect(WireDate.parse("0000-01-01T00:00:00+23:59") == nil)
    #expect(WireDate.parse("9999-12-31T23:59:59-00:01") == nil)
    // The latest time of .NET.
    #expect(WireDate.parse("9999-12-31T23:59:59.9999999Z") == WireDate.range.upperBound)
    #expect(WireDate.format(Date(timeIntervalSince1970: 1e300)) == "9999-12-31T23:59:59.999Z")
    #expect(WireDate.format(Date(timeIntervalSince1970: -1e300)) == "0000-01-01T00:00:00.000Z")
  }

  @Test("FE-9 JSON for programs moves no cursor and turns no text around")
  func harmlessJSON() throws {
    let value = JSONValue.object(["a": .string("\u{9B}31m \u{7F} \u{202E}x \u{1B} é 日本 😀")])
    #expect(value.serialized == #"{"a":"\u009b31m \u007f \u202ex \u001b é 日本 😀"}"#)
    #expect(try JSONValue.parse(Data(value.serialized.utf8)) == value)
  }

  @Test("MC-8 any bytes at all: the decoder answers or refuses, it never traps")
  func anyBytes() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let template = Array(
      #"{"messages":[{"id":"a","sent_ts":"2026-11-20T08:30:00Z","subject":"s","message":"m"}]}"#.utf8)
    for _ in 0..<500 {
      var bytes = template
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let response = try? FetchedPage(RawResponse(body: Data(bytes), requestURL: ""), center: .primary)
      #expect((response?.messages.count ?? 0) + (response?.malformed.count ?? 0) <= 1, "seed \(seed)")
    }
  }

  @Test("MC-9 a NUL in an id is malformed, in any other text it is replaced: databases end there")
  func nul() throws {
    let record = #"{"id":"m\u0000x","sent_ts":"2027-01-15T07:00:00Z","subject":"S","message":"B"}"#
    #expect(throws: InboxError.invalidPayload("id holds a NUL character")) {
      try MessageWire.decode(JSONValue.parse(Data(record.utf8)))
    }
    let text = #"{"id":"m","sent_ts":"2027-01-15T07:00:00Z","subject":"a\u0000b","message":"B"}"#
    #expect(try MessageWire.decode(JSONValue.parse(Data(text.utf8))).subject == "a\u{FFFD}b")
    let link = text.dropLast() + #","deeplink_url":"shop%3A%2F%2Fx%00y"}"#
    #expect(try MessageWire.decode(JSONValue.parse(Data(link.utf8))).deepLink == "shop://x\u{FFFD}y")
    let pairs = text.dropLast() + #","custom_key_value_pairs":{"a":"b\u0000c"}}"#
    #expect(try MessageWire.decode(JSONValue.parse(Data(pairs.utf8))).custom == ["a": "b\u{FFFD}c"])
  }
}
