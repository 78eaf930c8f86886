import Foundation
import InboxModel
import InboxTestSupport
import Synchronization
import Testing

@testable import inbox

/// `inbox drive` against servers that respond oddly: each response is what it is, and the session goes on.
@Suite(.queued)
struct DriveOddityTests {
  private let program: Program

  init() throws { program = try Program() }

  /// What a server plays: to fetches one after the other, to everything else always the same.
  private struct Play: Sendable {
    var fetches: [(status: Int, body: String)]
    var others = (status: 200, body: "{}")
    /// What of the path a fetch is known by.
    var isFetch: @Sendable (String) -> Bool
  }

  private static func response(_ status: Int, _ body: String) -> [UInt8] {
    let head =
      "HTTP/1.1 \(status) X\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
    return Array((head + "Connection: close\r\n\r\n" + body).utf8)
  }

  private func drive(
    _ profile: String, _ play: Play, _ lines: [String]
  ) async throws -> [JSONValue] {
    let count = Mutex(0)
    let server = try ScriptedServer { request in
      guard play.isFetch(request) else { return Self.response(play.others.status, play.others.body) }
      let fetch = count.withLock { count in
        defer { count += 1 }
        return play.fetches[min(count, play.fetches.count - 1)]
      }
      return Self.response(fetch.status, fetch.body)
    }
    try FileManager.default.createDirectory(
      atPath: program.home.path + "/config/inbox", withIntermediateDirectories: true)
    let address = profile.replacing("PORT", with: String(server.port))
    try program.home.write("default = \"p\"\n[profile.p]\n" + address, to: "config/inbox/config.toml")
    try program.home.write(lines.joined(separator: "\n") + "\n", to: "lines.jsonl")
    let outcome = try await program.run("drive", input: program.home.path + "/lines.jsonl")
    let answers = try outcome.output.split(separator: "\n").map { try JSONValue.parse(Data($0.utf8)) }
    try #require(answers.count == lines.count, "\(outcome)")
    return answers
  }

  private static let bloomreach = """
    vendor = "bloomreach"
    project-token = "proj"
    api-key = "the-api-key"
    base-url = "http://127.0.0.1:PORT"
    ids = { registered = "maria" }
    """
  private static let iterable = """
    vendor = "iterable"
    api-key = "the-api-key"
    email = "maria@brand.example"
    base-url = "http://127.0.0.1:PORT/api"
    placements = [1]
    """

  private func kind(_ answer: JSONValue) -> String { answer["error"]?["kind"]?.text ?? "ok" }

  private func why(_ answer: JSONValue, _ member: String = "sent") -> [String] {
    (answer[member]?.elements ?? []).compactMap { $0["why"]?.text }
  }

  private static func refreshes(_ count: Int, list: String? = nil) -> [String] {
    let list = list.map { ",\"list\":\"\($0)\"" } ?? ""
    return (0..<count).map { "{\"id\":\($0),\"do\":\"refresh\"\(list)}" }
  }

  @Test("QA-6 VE-9 MC-15 Bloomreach: each odd response to a fetch is an error of its kind, and nothing more")
  func bloomreachFetches() async throws {
    let cases: [(Int, String, String)] = [
      (200, #"{"success":false,"errors":["x"]}"#, "invalid-payload"), (200, "", "empty-response"),
      (200, #"{"success":1,"messages":[]}"#, "invalid-payload"), (200, "[]", "invalid-payload"),
      (200, #"{"messages":[]}"#, "invalid-payload"), (200, "<html>", "invalid-payload"),
      (200, #"{"success":true,"messages":{}}"#, "invalid-payload"),
      (200, #"{"success":true,"sync_token":7}"#, "invalid-payload"), (304, "", "refused"),
      (302, "", "refused"), (400, #"{"errors":["no"]}"#, "refused"), (401, "", "unauthorized"),
      (403, "", "unauthorized"), (404, "", "configuration"), (410, "", "refused"),
      (429, "", "server-busy"), (503, "", "server-busy"), (200, #"{"success":true}"#, "ok"),
      (200, #"{"success":true,"messages":null,"sync_token":null}"#, "ok"),
      (201, #"{"success":true,"messages":[{"id":"m1","type":"push"},7]}"#, "ok"),
    ]
    let play = Play(fetches: cases.map { ($0.0, $0.1) }, isFetch: { $0.hasSuffix("/appinbox/fetch") })
    let lines = Self.refreshes(cases.count) + [#"{"id":"s","do":"state"}"#]
    let answers = try await drive(Self.bloomreach, play, lines)
    #expect(answers.dropLast().map(kind) == cases.map(\.2))
    let list = answers.last?["result"]?["lists"]?.elements?.first
    #expect(list?["messages"]?.elements?.compactMap { $0["id"]?.text } == ["m1"])
    #expect(list?["unreadable"]?.elements?.count == 1 && list?["error"] == nil)
  }

  @Test("QA-6 VE-10 MC-15 Iterable: each odd response to a fetch is an error of its kind, and nothing more")
  func iterableFetches() async throws {
    let refused = { (code: String) in #"{"msg":"m","code":"\#(code)","params":null}"# }
    let cases: [(Int, String, String)] = [
      (200, refused("Success"), "invalid-payload"), (200, "", "empty-response"),
      (200, "[]", "invalid-payload"),
      (200, #"{"inAppMessages":null}"#, "invalid-payload"),
      (201, #"{"inAppMessages":[]}"#, "invalid-payload"),
      (204, "", "invalid-payload"), (301, "", "refused"), (400, refused("BadParams"), "refused"),
      (401, refused("BadApiKey"), "unauthorized"), (401, refused("InvalidJwtPayload"), "unauthorized"),
      (401, refused("RateLimitExceeded"), "server-busy"), (403, refused("Forbidden"), "unauthorized"),
      (404, "", "refused"), (429, refused("RateLimitExceeded"), "server-busy"),
      (200, #"{"inAppMessages":[]}"#, "ok"),
      (200, #"{"inAppMessages":[7,{"messageId":"m1","saveToInbox":true,"content":{"html":"x"}}]}"#, "ok"),
    ]
    let play = Play(fetches: cases.map { ($0.0, $0.1) }, isFetch: { $0.contains("/inApp/getMessages") })
    let lines = Self.refreshes(cases.count, list: "Primary") + [#"{"id":"s","do":"state"}"#]
    let answers = try await drive(Self.iterable, play, lines)
    #expect(answers.dropLast().map(kind) == cases.map(\.2))
    let list = answers.last?["result"]?["lists"]?.elements?.first
    #expect(list?["messages"]?.elements?.compactMap { $0["id"]?.text } == ["m1"])
    #expect(list?["unreadable"]?.elements?.count == 1 && list?["error"] == nil)
  }

  @Test("EN-8 VE-9 Bloomreach: what the server says it did not take is refused with its reason, once")
  func bloomreachRefusal() async throws {
    let list = #"{"success":true,"sync_token":"t","messages":[{"id":"m1","type":"push","is_read":true}]}"#
    var play = Play(fetches: [(200, list)], isFetch: { $0.hasSuffix("/appinbox/fetch") })
    play.others = (200, #"{"success":false,"errors":["no such customer"]}"#)
    let answers = try await drive(
      Self.bloomreach, play,
      [
        #"{"do":"refresh"}"#, #"{"do":"open","message":"m1"}"#, #"{"do":"flush","seconds":1}"#,
        #"{"do":"identity","ids":{"registered":""}}"#, #"{"do":"state"}"#,
      ])
    #expect(why(answers[1]).contains { $0.contains("refused") && $0.contains("no such customer") })
    #expect(answers[2]["sent"]?.elements == [])
    #expect(kind(answers[3]) == "configuration")
    #expect(answers[4]["result"]?["identity"]?["user"]?.text == "maria")
    #expect(answers[4]["result"]?["waiting"]?["events"]?.integer == 0)
  }

  @Test("EN-8 VE-5 VE-10 Iterable: events of placements have their own names, and a refusal in a 200 is one")
  func iterableEvents() async throws {
    let message =
      #"{"messageId":"m1","read":true,"saveToInbox":true,"createdAt":1,"content":{"html":"<a href=\"x\">"}}"#
    let embedded = #"{"metadata":{"messageId":"e1"},"elements":{"title":"E"}}"#
    var play = Play(
      fetches: [
        (200, #"{"inAppMessages":[\#(message)]}"#),
        (200, #"{"placements":[{"placementId":1,"embeddedMessages":[\#(embedded)]}]}"#),
      ], isFetch: { $0.hasPrefix("GET") })
    play.others = (200, #"{"msg":"unknown message","code":"BadParams","params":null}"#)
    let answers = try await drive(
      Self.iterable, play,
      [
        #"{"do":"refresh","list":"Primary"}"#, #"{"do":"refresh","list":"1"}"#,
        #"{"do":"open","message":"e1"}"#, #"{"do":"click","message":"e1","url":"https://x.example/"}"#,
        #"{"do":"delete","messages":["m1","m1"]}"#, #"{"do":"flush","seconds":1}"#, #"{"do":"state"}"#,
      ])
    #expect(why(answers[2], "notSent") == ["not sent: Iterable has no open event for an embedded message"])
    #expect(why(answers[3]).contains { $0.contains("BadParams: unknown message") })
    let deleted = answers[4]["sent"]?.elements ?? []
    #expect(deleted.compactMap { $0["path"]?.text } == ["/api/events/inAppConsume"], "\(answers[4])")
    #expect(answers[5]["sent"]?.elements == [])
    #expect(answers[6]["result"]?["waiting"]?["changes"]?.integer == 0)
  }

  @Test("QA-6 MC-10 what is restored and has expired meanwhile says that it is in no list")
  func restoredAfterEnd() async throws {
    let message =
      #"{"messageId":"m1","saveToInbox":true,"createdAt":1,"expiresAt":1000,"content":{"html":"x"}}"#
    var play = Play(fetches: [(200, #"{"inAppMessages":[\#(message)]}"#)], isFetch: { $0.hasPrefix("GET") })
    play.others = (200, #"{"msg":"","code":"Success","params":null}"#)
    let answers = try await drive(
      Self.iterable, play,
      [
        #"{"do":"refresh","list":"Primary"}"#, #"{"do":"delete","messages":["m1"]}"#,
        #"{"do":"restore","messages":["m1"]}"#,
      ])
    #expect(why(answers[2], "notSent").contains { $0.hasSuffix(": expired") }, "\(answers[2])")
    let outcome = try await program.run("delete", "m1", "--restore")
    #expect(outcome.output.contains("m1: restored, but it is gone since"), "\(outcome)")
  }
}
