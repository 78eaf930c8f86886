import Foundation
import InboxCore
import InboxModel
import InboxSandbox
import InboxTestSupport
import Testing

@testable import inbox

/// `inbox drive`: the real binary, line by line.
@Suite(.queued)
struct DriveTests {
  private let program: Program

  init() throws { program = try Program() }

  /// The answers to some lines.
  private func drive(_ lines: String..., arguments: [String]) async throws -> [JSONValue] {
    try program.home.write(lines.joined(separator: "\n") + "\n", to: "lines.jsonl")
    let outcome = try await program.run(["drive"] + arguments, input: program.home.path + "/lines.jsonl")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let answers = try outcome.output.split(separator: "\n").map { try JSONValue.parse(Data($0.utf8)) }
    try #require(answers.count == lines.count, "\(outcome.output)")
    return answers
  }

  private func requests(_ answer: JSONValue) -> [String] {
    (answer["sent"]?.elements ?? []).map { "\($0["method"]?.text ?? "?") \($0["status"]?.integer ?? 0)" }
  }

  @Test("QA-6 a session with the sandbox: what a line sent, why, and how everything stands then")
  func session() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let answers = try await drive(
      #"{"id":"a","do":"refresh","list":"Primary"}"#, #"{"id":2,"do":"appear"}"#,
      #"{"id":3,"do":"look","list":"Primary","ids":["plain","deep","plain"]}"#,
      #"{"id":4,"do":"look","ids":["plain"]}"#, #"{"id":5,"do":"open","message":"rich"}"#,
      #"{"id":6,"do":"rich","message":"rich"}"#, #"{"id":7,"do":"badge","count":5}"#,
      #"{"id":8,"do":"link","url":"acme://products/12","dryRun":true}"#,
      #"{"id":9,"do":"delete","messages":["deep"]}"#, #"{"id":10,"do":"close","message":"rich","by":"back"}"#,
      #"{"id":11,"do":"flush"}"#, #"{"id":12,"do":"state"}"#, #"{"id":13,"do":"quit"}"#,
      arguments: ["--profile", "sandbox"])
    #expect(answers.map { $0["ok"] } == answers.map { _ in JSONValue.bool(true) }, "\(answers)")
    #expect(answers[0]["id"]?.text == "a" && requests(answers[0]) == ["GET 200"])
    #expect(answers[0]["sent"]?.elements?.first?["why"]?.text?.hasPrefix("Primary: 4 messages") == true)
    // A row is one row however often a line names it.
    #expect(answers[2]["notSent"]?.elements == [])
    let displays = answers[2]["sent"]?.elements?.compactMap { $0["why"]?.text }.joined(separator: "; ") ?? ""
    #expect(displays.contains("display plain: queued: first display"), "\(displays)")
    #expect(requests(answers[3]) == [])
    #expect(answers[4]["result"]?["message"]?["read"] == .bool(true))
    #expect(answers[5]["result"]?["text"]?.text?.contains("The book") == true)
    #expect(requests(answers[6]) == ["PUT 200"] && answers[6]["result"]?["held"]?.integer == 5)
    #expect(requests(answers[7]) == [] && answers[7]["result"]?["link"]?.text == "acme://products/12")
    #expect(answers[8]["notSent"]?.elements?.first?["what"]?.text == "delete deep")
    #expect(answers[9]["notSent"]?.elements?.first?["why"]?.text == "Responsys has no close event.")
    let state = answers[11]["result"]
    #expect(state?["waiting"]?["events"]?.integer == 0 && state?["session"]?["number"]?.integer == 1)
    #expect(state?["badge"]?["local"]?.integer == 5 && state?["badge"]?["source"]?.text == "server")
    let messages = state?["lists"]?.elements?.first?["messages"]?.elements ?? []
    func message(_ id: String) -> JSONValue? { messages.first { $0["id"]?.text == id } }
    #expect(message("plain")?["displayed"] == .bool(true) && message("plain")?["opened"] == .bool(false))
    #expect(message("rich")?["opened"] == .bool(true) && message("deep")?["deleted"] == .bool(true))
    let types = try await sandbox.receipts().engagements.map { "\($0.type) \($0.messageID)" }
    #expect(types.sorted() == ["display deep", "display plain", "open rich"])
    await sandbox.stop()
  }

  @Test("QA-6 a line that is not a request is answered, and the session goes on")
  func errors() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let answers = try await drive(
      "nonsense", "[1]", "", #"{"id":1,"do":"dance"}"#, #"{"id":2,"do":"open"}"#,
      #"{"id":3,"do":"look","ids":"plain"}"#, #"{"id":4,"do":"open","message":"nothing"}"#,
      #"{"id":5,"do":"badge","count":-1}"#, #"{"id":6,"do":"refresh","list":"Nowhere"}"#,
      #"{"id":7,"do":"identity","user":"anna"}"#, #"{"id":8,"do":"refresh","list":""}"#,
      arguments: ["--profile", "sandbox"])
    let kinds = answers.map { $0["error"]?["kind"]?.text ?? "none" }
    #expect(
      kinds == [
        "usage", "usage", "usage", "usage", "usage", "usage", "unknown-message", "negative-badge",
        "unknown-center", "none", "usage",
      ])
    #expect(answers[..<3].allSatisfy { $0["id"] == .null } && answers[3]["id"]?.integer == 1)
    #expect(answers[9]["result"]?["identity"]?["user"]?.text == "anna")
    await sandbox.stop()
  }

  @Test("QA-6 VE-8 once nothing reads the responses, no further line is done")
  func unread() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let lines = [#"{"id":1,"do":"refresh"}"#, #"{"id":2,"do":"open","message":"plain"}"#]
    try program.home.write(lines.joined(separator: "\n") + "\n", to: "lines.jsonl")
    // It begins when the reader has gone for certain.
    let script = """
      { trap '' PIPE; while echo; do :; done 2>/dev/null; "$0" drive --profile sandbox < "$1"; } | true
      """
    let outcome = try await program.run(
      ["-c", script, Program.path, program.home.path + "/lines.jsonl"], binary: "/bin/sh")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try await sandbox.receipts().engagements.isEmpty)
    await sandbox.stop()
  }

  @Test("QA-6 VE-1 --demo drives the stand-in of every vendor that a profile can name")
  func everyVendor() async throws {
    for vendor in VendorName.allCases {
      let answers = try await drive(
        #"{"id":1,"do":"state"}"#, arguments: ["--demo", "--vendor", vendor.rawValue])
      let named = answers[0]["result"]?["capabilities"]?["vendor"]
      #expect(named?.text == vendor.capabilities.vendor)
    }
  }

  @Test("QA-6 VE-8 what cannot begin says so on standard output too; --read-only sends nothing")
  func readOnly() async throws {
    let outcome = try await program.run("drive")
    let value = try JSONValue.parse(Data(outcome.output.utf8))
    #expect(outcome.status == 2 && value["id"] == .null && value["error"]?["kind"]?.text == "configuration")
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let answers = try await drive(
      #"{"id":1,"do":"refresh"}"#, #"{"id":2,"do":"open","message":"plain"}"#,
      #"{"id":3,"do":"badge","count":2}"#, arguments: ["--profile", "sandbox", "--read-only"])
    #expect(requests(answers[1]) == [])
    #expect(
      answers[1]["notSent"]?.elements?.first?["why"]?.text?.contains("--read-only was given") == true)
    #expect(answers[2]["error"]?["kind"]?.text == "read-only")
    #expect(try await sandbox.receipts().engagements.isEmpty)
    await sandbox.stop()
  }
}
