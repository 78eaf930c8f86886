import Foundation
import InboxModel
import InboxTestSupport
import Synchronization
import Testing

@testable import inbox

/// `inbox drive` over profiles of other vendors, against servers that play literal responses (wires.md §1 and §2).
@Suite(.queued)
struct DriveVendorTests {
  private let program: Program

  init() throws { program = try Program() }

  private static func response(_ body: String) -> [UInt8] {
    Array(
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        .utf8)
  }

  private func drive(_ profile: String, _ lines: [String]) async throws -> [JSONValue] {
    try FileManager.default.createDirectory(
      atPath: program.home.path + "/config/inbox", withIntermediateDirectories: true)
    try program.home.write("default = \"p\"\n[profile.p]\n" + profile, to: "config/inbox/config.toml")
    try program.home.write(lines.joined(separator: "\n") + "\n", to: "lines.jsonl")
    let outcome = try await program.run("drive", input: program.home.path + "/lines.jsonl")
    let answers = try outcome.output.split(separator: "\n").map { try JSONValue.parse(Data($0.utf8)) }
    try #require(answers.count == lines.count, "\(outcome)")
    // No secret, wherever it comes from, is in what a program reads.
    #expect(!outcome.output.contains("the-api-key") && !outcome.errors.contains("the-api-key"))
    return answers
  }

  private func paths(_ answer: JSONValue) -> [String] {
    (answer["sent"]?.elements ?? []).compactMap { $0["path"]?.text.map { String($0.prefix { $0 != "?" }) } }
  }

  @Test("QA-6 VE-9 Bloomreach: a fetch, an open with its mark, and what it has no word for")
  func bloomreach() async throws {
    let server = try ScriptedServer { request in
      guard request.hasSuffix("/appinbox/fetch") else { return Self.response(#"{"success":true}"#) }
      return Self.response(
        #"""
        {"success":true,"sync_token":"s1","messages":[{"id":"m1","type":"push","is_read":false,"create_time":1700000000.5,
        "content":{"title":"Spring","message":"Sale","has_tracking_consent":true}},
        {"id":"x1","type":"story","content":{}}]}
        """#)
    }
    let answers = try await drive(
      """
      vendor = "bloomreach"
      project-token = "proj"
      api-key = "the-api-key"
      base-url = "http://127.0.0.1:\(server.port)"
      ids = { registered = "maria" }
      cookie = "c-1"
      """,
      [
        #"{"id":1,"do":"refresh"}"#, #"{"id":2,"do":"open","message":"m1"}"#,
        #"{"id":3,"do":"look","ids":["m1"]}"#, #"{"id":4,"do":"unread","messages":["m1"]}"#,
        #"{"id":5,"do":"badge","count":1}"#, #"{"id":6,"do":"state"}"#,
        #"{"id":7,"do":"identity","ids":{"registered":"anna"}}"#,
      ])
    #expect(paths(answers[0]) == ["/webxp/projects/proj/appinbox/fetch"], "\(answers[0])")
    #expect(
      Set(paths(answers[1])) == [
        "/webxp/projects/proj/appinbox/markasread", "/track/v2/projects/proj/customers/events",
      ], "\(answers[1])")
    #expect(answers[2]["notSent"]?.elements?.first?["why"]?.text == "Bloomreach has no display event.")
    #expect(answers[3]["ok"] == .bool(true) && paths(answers[3]) == [])
    #expect(answers[4]["error"]?["kind"]?.text == "unsupported")
    let list = answers[5]["result"]?["lists"]?.elements?.first
    #expect(list?["cursor"]?.text == "s1" && list?["setAside"]?.elements?.first?["id"]?.text == "x1")
    #expect(answers[5]["result"]?["identity"]?["ids"]?["registered"]?.text == "maria")
    #expect(answers[6]["result"]?["identity"]?["ids"]?["registered"]?.text == "anna")
  }

  @Test("QA-6 VE-9 Bloomreach: what is not sent, or is refused, says so once in its answer")
  func refusals() async throws {
    let server = try ScriptedServer { request in
      if request.hasSuffix("/customers/events") {
        return Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
      }
      return Self.response(
        #"{"success":true,"messages":[{"id":"m1","type":"push","content":{"title":"Spring"}}]}"#)
    }
    let answers = try await drive(
      """
      vendor = "bloomreach"
      project-token = "proj"
      api-key = "the-api-key"
      base-url = "http://127.0.0.1:\(server.port)"
      ids = { registered = "maria" }
      """,
      [
        #"{"id":1,"do":"refresh"}"#, #"{"id":2,"do":"read","messages":["m1"]}"#,
        #"{"id":3,"do":"delete","messages":["m1"]}"#, #"{"id":4,"do":"restore","messages":["m1"]}"#,
        #"{"id":5,"do":"open","message":"m1"}"#, #"{"id":6,"do":"state"}"#,
      ])
    func unsent(_ index: Int) -> [JSONValue] { answers[index]["notSent"]?.elements ?? [] }
    // Without a sync token there is nothing to mark with.
    #expect(paths(answers[1]) == [] && unsent(1).map { $0["what"]?.text } == ["read m1"], "\(answers[1])")
    #expect(unsent(1).first?["why"]?.text?.contains("sync token") == true)
    #expect(unsent(2).map { $0["what"]?.text } == ["delete m1"], "\(answers[2])")
    #expect(unsent(3).map { $0["what"]?.text } == ["restore m1"])
    let event = answers[4]["sent"]?.elements?.first
    #expect(event?["status"]?.integer == 400 && event?["why"]?.text?.contains("refused") == true)
    #expect(!unsent(4).contains { $0["what"]?.text == "open m1" }, "\(answers[4])")
    #expect(answers[5]["result"]?["waiting"] == .object(["events": .integer(0), "changes": .integer(0)]))
  }

  @Test(
    "EN-8 VE-5 show and click say what became of the event: refused in the server's words, or waiting, or reported",
    arguments: [400, 503, 200])
  func outcomes(status: Int) async throws {
    let server = try ScriptedServer { request in
      guard request.hasSuffix("/customers/events"), status != 200 else {
        return Self.response(
          #"{"success":true,"sync_token":"s","messages":[{"id":"m1","type":"push","content":{"title":"Spring"}}]}"#
        )
      }
      let body = #"{"errors":{"_global":["No such event type"]},"success":false}"#
      return Array(
        "HTTP/1.1 \(status) No\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)".utf8
      )
    }
    _ = try await drive(
      """
      vendor = "bloomreach"
      project-token = "proj"
      api-key = "the-api-key"
      base-url = "http://127.0.0.1:\(server.port)"
      ids = { registered = "maria" }
      """, [#"{"id":1,"do":"refresh"}"#])
    let shown = try await program.run("show", "m1")
    let clicked = try await program.run("click", "m1", "https://a.example/", "--json")
    let click = try JSONValue.parse(Data(clicked.output.utf8))
    switch status {
    case 400:
      #expect(
        shown.output.contains("was refused: ") && shown.output.contains("(status 400: No such event type)"))
      #expect(!shown.output.contains("{") && clicked.status == 1)
      #expect(click["report"]?.text == "refused" && click["reported"] == .bool(false), "\(clicked)")
    case 503:
      #expect(shown.output.contains("it is stored and goes out") && shown.output.contains("status 503"))
      #expect(click["report"]?.text == "waiting" && clicked.status == 0, "\(clicked)")
    default:
      #expect(shown.output.contains("This was reported as an open."), "\(shown)")
      #expect(click["report"]?.text == "sent" && click["reported"] == .bool(true), "\(clicked)")
    }
  }

  @Test("VE-6 VE-9 a profile that names no customer says what Bloomreach makes of a cookie alone")
  func cookieAlone() async throws {
    let server = try ScriptedServer { _ in Self.response(#"{"success":true}"#) }
    let answers = try await drive(
      """
      vendor = "bloomreach"
      project-token = "proj"
      api-key = "the-api-key"
      base-url = "http://127.0.0.1:\(server.port)"
      cookie = "c-1"
      """, [#"{"id":1,"do":"refresh"}"#])
    #expect(paths(answers[0]) == ["/webxp/projects/proj/appinbox/fetch"])
    let list = try await program.run("list", "--offline")
    #expect(list.errors.contains("This profile names no customer"), "\(list)")
    let named = try await program.run("list", "--offline", "--user", "maria")
    #expect(!named.errors.contains("names no customer"), "\(named)")
  }

  @Test(
    "VE-6 EN-7 what was done under one project is held and named under another, and goes out under its own")
  func otherProject() async throws {
    let isDown = Mutex(true)
    let server = try ScriptedServer { request in
      if request.hasSuffix("/appinbox/fetch") {
        return Self.response(
          #"{"success":true,"sync_token":"s","messages":[{"id":"m1","type":"push","content":{"title":"Spring"}}]}"#
        )
      }
      guard isDown.withLock({ $0 }) else { return Self.response(#"{"success":true}"#) }
      return Array("HTTP/1.1 503 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
    }
    func profile(_ project: String) -> String {
      """
      vendor = "bloomreach"
      project-token = "\(project)"
      api-key = "the-api-key"
      base-url = "http://127.0.0.1:\(server.port)"
      ids = { registered = "maria" }
      """
    }
    _ = try await drive(
      profile("one"), [#"{"id":1,"do":"refresh"}"#, #"{"id":2,"do":"open","message":"m1"}"#])
    isDown.withLock { $0 = false }
    let before = server.requests.count
    let answers = try await drive(
      profile("two"), [#"{"id":1,"do":"flush","seconds":5}"#, #"{"id":2,"do":"state"}"#])
    #expect(server.requests.count == before, "\(server.requests.dropFirst(before))")
    #expect(
      answers[1]["result"]?["waiting"]?["held"]?.elements?.first?["count"]?.integer == 2, "\(answers[1])")
    let list = try JSONValue.parse(Data(try await program.run("list", "--offline", "--json").output.utf8))
    #expect(list["held"]?.elements?.first?["identity"]?.text == Identity.user("maria").storageKey, "\(list)")
    let report = try await program.run("report", "--json")
    #expect(report.status == 1 && report.output.contains("\"held\":1"), "\(report)")
    _ = try await drive(profile("one"), [#"{"id":1,"do":"flush","seconds":5}"#])
    let sent = server.requests.dropFirst(before)
    #expect(sent.count == 2 && sent.allSatisfy { $0.contains("/one/") }, "\(sent)")
  }

  @Test(
    "QA-6 VE-5 VE-9 Bloomreach: links in document order, one for each address, and their words in a click")
  func links() async throws {
    let server = try ScriptedServer { request in
      guard request.hasSuffix("/appinbox/fetch") else { return Self.response(#"{"success":true}"#) }
      return Self.response(
        #"""
        {"success":true,"sync_token":"s1","messages":[{"id":"h","type":"html","create_time":5,"content":{"title":"Spring",
        "message":"<a href='https://a.example/'>One</a><a href='https://a.example/'>Again</a><b data-link='app://b'>Buy</b>"}},
        {"id":"p","type":"push","create_time":4,"content":{"title":"Sale","message":"a<b, 5 & 6\nNow","action":"deeplink","url":"app://c",
        "actions":[{"action":"browser","title":"Go","url":"https://d.example/"},{"action":"app","title":"Open","url":"x"}]}}]}
        """#)
    }
    let answers = try await drive(
      """
      vendor = "bloomreach"
      project-token = "proj"
      api-key = "the-api-key"
      base-url = "http://127.0.0.1:\(server.port)"
      ids = { registered = "maria" }
      """,
      [
        #"{"id":1,"do":"refresh"}"#, #"{"id":2,"do":"rich","message":"h"}"#,
        #"{"id":3,"do":"rich","message":"p"}"#, #"{"id":4,"do":"state"}"#,
        #"{"id":5,"do":"click","message":"h","url":" "}"#,
      ])
    #expect(answers[4]["error"]?["kind"]?.text == "usage", "\(answers[4])")
    func links(_ index: Int) -> [String] {
      (answers[index]["result"]?["links"]?.elements ?? []).map {
        "\($0["number"]?.integer ?? 0) \($0["url"]?.text ?? "") \($0["text"]?.text ?? "")"
      }
    }
    #expect(links(1) == ["1 https://a.example/ One", "3 app://b Buy"], "\(answers[1])")
    #expect(links(2) == ["1 https://d.example/ Go", "2 app://c deep link"], "\(answers[2])")
    // What a message without rich content has is its text.
    #expect(answers[2]["result"]?["text"]?.text == "a<b, 5 & 6\nNow" && answers[2]["result"]?["html"] == nil)
    #expect(answers[1]["result"]?["html"]?.text?.hasPrefix("<a href") == true)
    let messages = answers[3]["result"]?["lists"]?.elements?.first?["messages"]?.elements
    #expect(messages?.last?["actions"]?.elements?.map { $0["title"]?.text } == ["Go"])
    let file = program.home.path + "/click.inboxrec"
    for link in ["3", "app://b"] {
      let outcome = try await program.run("click", "h", link, "--record", file)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let recorded = try String(contentsOfFile: file, encoding: .utf8)
      #expect(recorded.contains(#"\"cta\":\"Buy\""#), "\(link): \(recorded)")
      try FileManager.default.removeItem(atPath: file)
    }
    for link in ["", " ", "nothing", "https://a.example/ b"] {
      let outcome = try await program.run("click", "h", link)
      #expect(outcome.status == 2 && outcome.errors.contains("link"), "\(link): \(outcome)")
    }
  }

  @Test("QA-6 VE-10 Iterable: delivery, open, click, close, consume, and a session with impressions")
  func iterable() async throws {
    let server = try ScriptedServer { request in
      guard request.contains("/inApp/getMessages") else {
        return Self.response(#"{"msg":"","code":"Success","params":null}"#)
      }
      return Self.response(
        #"""
        {"inAppMessages":[{"messageId":"m1","campaignId":1,"createdAt":1700000000000,"saveToInbox":true,"read":false,
        "trigger":{"type":"never"},"inboxMetadata":{"title":"Spring","subtitle":"Sale"},
        "content":{"html":"<a href='https://x.example/'>Go</a>"}}]}
        """#)
    }
    let answers = try await drive(
      """
      vendor = "iterable"
      api-key = "the-api-key"
      email = "maria@brand.example"
      base-url = "http://127.0.0.1:\(server.port)/api"
      """,
      [
        #"{"id":1,"do":"refresh"}"#, #"{"id":2,"do":"open","message":"m1"}"#,
        #"{"id":3,"do":"click","message":"m1","url":"https://x.example/"}"#,
        #"{"id":4,"do":"close","message":"m1","by":"link","url":"https://x.example/"}"#,
        #"{"id":5,"do":"state"}"#, #"{"id":6,"do":"delete","messages":["m1"]}"#,
      ])
    #expect(
      paths(answers[0]) == ["/api/inApp/getMessages", "/api/events/trackInAppDelivery"], "\(answers[0])")
    #expect(paths(answers[1]) == ["/api/events/trackInAppOpen"], "\(answers[1])")
    #expect(paths(answers[2]) == ["/api/events/trackInAppClick"])
    #expect(paths(answers[3]) == ["/api/events/trackInAppClose"])
    #expect(answers[4]["result"]?["badge"]?["source"]?.text == "unread")
    #expect(answers[4]["result"]?["badge"]?["local"]?.integer == 0)
    #expect(paths(answers[5]) == ["/api/events/inAppConsume"])
  }

  @Test(
    "VE-10 VE-5 Iterable: a placement's own action is no button's, also where one leads to the same address")
  func ownAction() async throws {
    let server = try ScriptedServer { request in
      guard request.contains("/embedded-messaging/messages") else {
        return Self.response(#"{"inAppMessages":[],"msg":"","code":"Success","params":null}"#)
      }
      return Self.response(
        #"""
        {"placements":[{"placementId":1,"embeddedMessages":[{"metadata":{"messageId":"e1","placementId":1},"elements":
        {"title":"E","defaultAction":{"type":"openUrl","data":"https://d.example/"},"buttons":[{"id":"b2","title":"Same",
        "action":{"type":"openUrl","data":"https://d.example/"}}]}}]}]}
        """#)
    }
    let answers = try await drive(
      """
      vendor = "iterable"
      api-key = "the-api-key"
      email = "maria@brand.example"
      placements = [1]
      base-url = "http://127.0.0.1:\(server.port)/api"
      """,
      [
        #"{"id":1,"do":"refresh"}"#, #"{"id":2,"do":"look","list":"Placement 1","ids":["e1"]}"#,
        #"{"id":3,"do":"look","list":"1","ids":["e1"]}"#,
        #"{"id":4,"do":"look","list":"Inbox","ids":["e1"]}"#,
        #"{"id":5,"do":"look","list":"Placement 2","ids":["e1"]}"#,
      ])
    // A list has the name of `state` and that of its tab.
    #expect(answers[1]["ok"] == .bool(true) && answers[2]["ok"] == .bool(true))
    #expect(answers[3]["error"]?["kind"]?.text == "unknown-message")
    #expect(answers[4]["error"]?["kind"]?.text == "unknown-center")
    let file = program.home.path + "/click.inboxrec"
    for (link, isButton) in [("https://d.example/", false), ("1", true)] {
      let outcome = try await program.run("click", "e1", link, "--record", file)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let recorded = try String(contentsOfFile: file, encoding: .utf8)
      #expect(recorded.contains("/embedded-messaging/events/click"), "\(recorded)")
      #expect(recorded.contains("buttonIdentifier") == isButton, "\(link): \(recorded)")
      try FileManager.default.removeItem(atPath: file)
    }
  }

  @Test(
    "QA-6 VE-10 Iterable: what the inbox holds no longer is counted neither by the badge nor by a session")
  func iterableCounts() async throws {
    let fetches = Mutex(0)
    let server = try ScriptedServer { request in
      guard request.contains("/inApp/getMessages") else {
        return Self.response(#"{"msg":"","code":"Success","params":null}"#)
      }
      let ids = fetches.withLock { count in
        count += 1
        return count == 1 ? ["m1", "m2"] : ["m1"]
      }
      let messages = ids.map {
        #"{"messageId":"\#($0)","createdAt":1700000000000,"saveToInbox":true,"content":{"html":"<a href='https://x.example/'>Go</a>"}}"#
      }
      return Self.response(#"{"inAppMessages":[\#(messages.joined(separator: ","))]}"#)
    }
    let answers = try await drive(
      """
      vendor = "iterable"
      api-key = "the-api-key"
      email = "maria@brand.example"
      base-url = "http://127.0.0.1:\(server.port)/api"
      """,
      [
        #"{"id":1,"do":"refresh"}"#, #"{"id":2,"do":"state"}"#, #"{"id":3,"do":"refresh"}"#,
        #"{"id":4,"do":"state"}"#, #"{"id":5,"do":"open","message":"m1"}"#,
      ])
    #expect(answers[1]["result"]?["badge"]?["local"]?.integer == 2)
    #expect(answers[3]["result"]?["badge"]?["local"]?.integer == 1)
    // The open is what marks it read, so nothing is missing.
    #expect(answers[4]["notSent"]?.elements == [])
  }
}
