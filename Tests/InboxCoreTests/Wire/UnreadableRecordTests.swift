import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

/// Answers in which one record holds what is not text, or no JSON at all.
struct UnreadableRecordTests {
  private static let good = #"{"id":"good","sent_ts":"2026-11-20T08:30:00Z","subject":"s","message":"m"}"#
  private static let after = #"{"id":"after","sent_ts":"2026-11-20T08:31:00Z","subject":"s","message":"m"}"#

  /// A record with a place for bytes in one of its parts.
  private static func record(_ place: String, _ bytes: [UInt8]) -> Data {
    let whole =
      #"{"id":"badID","sent_ts":"2026-11-20T08:30:00Z","subject":"aSUBJECT","message":"m","custom_key_value_pairs":{"kKEY":"VALUE"},"later":[{"x":"UNKNOWN"}]}"#
    let parts = whole.split(separator: place, maxSplits: 1)
    return Data(parts[0].utf8) + bytes + Data(parts[1].utf8)
  }

  private func response(_ record: Data) throws -> FetchedPage {
    let body = Data("{\"messages\":[\(Self.good),".utf8) + record + Data(",\(Self.after)],\"n\":1e400}".utf8)
    return try FetchedPage(RawResponse(body: body, requestURL: "u"), center: .primary)
  }

  static let bad: [([UInt8], String)] = [
    ([0xFF], "the byte 0xFF is not UTF-8"), ([0xC3, 0x28], "the byte 0xC3 is not UTF-8"),
    // Overlong, a surrogate in UTF-8, beyond the last character, a continuation alone.
    ([0xC0, 0xAF], "the byte 0xC0 is not UTF-8"), ([0xED, 0xA0, 0x80], "the byte 0xED is not UTF-8"),
    ([0xF4, 0x90, 0x80, 0x80], "the byte 0xF4 is not UTF-8"), ([0x80], "the byte 0x80 is not UTF-8"),
    (Array(#"\ud800"#.utf8), #"\ud800 is half of a surrogate pair, which is not a character"#),
    (Array(#"\udc00\ud800"#.utf8), #"\udc00 is half of a surrogate pair, which is not a character"#),
    (Array(#"\u12"#.utf8), #"\u wants four hexadecimal digits"#),
    (Array(#"\x41"#.utf8), #"there is no such escape in a text: write \\ for a backslash"#),
    ([0x0A], #"a text holds a line break or another control character: write \n"#),
    ([0x1B], #"a text holds a line break or another control character: write \n"#),
  ]

  @Test(
    "MC-9 one text that is none, wherever it stands, costs its message alone, which is named with the byte")
  func texts() throws {
    for (bytes, problem) in Self.bad {
      for (place, field) in [
        ("ID", "id"), ("SUBJECT", "subject"), ("KEY", "custom_key_value_pairs"),
        ("VALUE", "custom_key_value_pairs"), ("UNKNOWN", "later"),
      ] {
        let record = Self.record(place, bytes)
        let response = try response(record)
        #expect(response.messages.map(\.id.rawValue) == ["good", "after"], "\(place) \(bytes)")
        let bad = try #require(response.malformed.first)
        #expect(response.malformed.count == 1 && bad.index == 1)
        let offset = try #require(record.firstRange(of: Data(bytes))).lowerBound - record.startIndex
        #expect(bad.reason == "\(field), at byte \(offset) of the record: \(problem)", "\(place) \(bytes)")
        if place != "ID" { #expect(bad.id == "badID") } else { #expect(bad.id?.hasPrefix("bad") == true) }
      }
    }
  }

  @Test(
    "MC-9 a record that is not JSON costs nothing but itself, as long as it can be reported where it ends",
    arguments: [
      (#"{"id":"b","n":01}"#, "n, at byte 14 of the record: this is not a JSON number"),
      (#"{"id":"b" "n":1}"#, "at byte 10 of the record: “\"” stands where a comma or “}” should be"),
      (#"{"id":"b","n":tru}"#, "n, at byte 14 of the record: “t” begins no true, false or null"),
      (
        #"{"id":"b",,}"#,
        "at byte 10 of the record: “,” stands where the name of a member should be, in quotes"
      ),
      ("nonsense", "at byte 0 of the record: “n” begins no true, false or null"),
    ])
  func records(_ record: String, _ reason: String) throws {
    let response = try response(Data(record.utf8))
    #expect(response.messages.map(\.id.rawValue) == ["good", "after"])
    #expect(response.malformed.map(\.reason) == [reason])
  }

  @Test("MC-9 a huge number in a member that no one knows costs no message")
  func hugeNumber() throws {
    let record = Self.good.replacing("\"s\"", with: "\"s\",\"x\":{\"y\":[1e400,-1e400]}")
    let response = try response(Data(record.utf8))
    #expect(response.messages.map(\.id.rawValue) == ["good", "good", "after"] && response.malformed.isEmpty)
  }

  @Test(
    "MC-15 where it cannot be reported what belongs to which record the response is refused, with the place",
    arguments: [
      (#"{"messages":[{"id":"a"},{"id":"b"]}"#, "line 1, column 34: “]” closes nothing that is open"),
      (
        #"{"messages":[{"id":"a"} {"id":"b"}]}"#,
        "line 1, column 25: “{” stands where a comma or “]” should be"
      ),
      (#"{"messages":[{"id":"a"#, "line 1, column 20: the text that begins here has no end"),
      (#"{"messages":[]}x"#, "line 1, column 16: “x” comes after the end of the value"),
      (#"{"messages":[]"#, "line 1, column 1: the object that begins here has no end"),
    ])
  func responses(_ body: String, _ place: String) {
    #expect(throws: InboxError.invalidPayload("it is not JSON at \(place)")) {
      try FetchedPage(RawResponse(body: Data(body.utf8), requestURL: ""), center: .primary)
    }
  }

  @Test("MC-9 MC-14 of captured responses, in every form, one bad record costs nothing but itself as well")
  func captured() async throws {
    for (bytes, problem) in Self.bad {
      let record = Self.record("SUBJECT", bytes)
      let list = Data("[\(Self.good),".utf8) + record + Data("]".utf8)
      let whole = Data("{\"messages\":".utf8) + list + Data("}".utf8)
      let raw = Data(CapturedRecords.rawLine(RawResponse(body: whole, requestURL: "u")).serialized.utf8)
      for form in [list, whole, raw, record] {
        let responses = try CapturedResponses([.init(name: "a.json", records: try CapturedRecords.read(form))]
        )
        let response = try await responses.backEnd.fetch(FetchRequest(.primary, .device("d"))).page()
        #expect(response.messages.map(\.id.rawValue) == (form == record ? [] : ["good"]))
        #expect(response.malformed.map(\.id) == ["badID"])
        #expect(response.malformed.first?.reason.hasSuffix(problem) == true, "\(response.malformed)")
      }
    }
  }

  @Test("MC-9 a captured record whose center cannot be read is one of Primary, and makes no tab")
  func unreadableCenter() throws {
    let record = #"{"id":"a","message_center_name":"Off\ud800ers"}"#
    let responses = try CapturedResponses([
      .init(name: "a.json", records: try CapturedRecords.read(Data("[\(record)]".utf8)))
    ])
    #expect(responses.centers.map(\.rawValue) == ["Primary"] && responses.first == .primary)
  }

  @Test("MC-9 of a response of nothing but bad records a thousand are named, the others are counted")
  func many() throws {
    let body =
      #"{"messages":["# + Array(repeating: "7", count: 2_999).joined(separator: ",") + #",{"id":"z"}]}"#
    let response = try FetchedPage(RawResponse(body: Data(body.utf8), requestURL: ""), center: .primary)
    #expect(
      response.messages.isEmpty && response.malformed.count == 1_001
        && response.malformed.recordCount == 3_000)
    #expect(response.malformed.last?.description == "2000 more records cannot be read")
    // Any known message may be among those that are not named.
    let known = MessageMerge.Known(message: .numbered(1), cacheState: .listed)
    #expect(MessageMerge.plan(known: [known], page: response).gone.isEmpty)
    let lint = try LintInput(Data(body.utf8))
    #expect(lint.malformed.recordCount == 3_000 && lint.malformed.count == 1_001)
  }
}
