import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import Testing

@testable import inbox

/// `inbox drive` where something is refused, gone, switched off, or moved by another program.
@Suite(.queued)
struct DriveFailureTests {
  private let program: Program

  init() throws { program = try Program() }

  private func drive(_ lines: String...) async throws -> [JSONValue] {
    try program.home.write(lines.joined(separator: "\n") + "\n", to: "lines.jsonl")
    let outcome = try await program.run(
      ["drive", "--profile", "sandbox"], input: program.home.path + "/lines.jsonl")
    let answers = try outcome.output.split(separator: "\n").map { try JSONValue.parse(Data($0.utf8)) }
    try #require(answers.count == lines.count, "\(outcome)")
    return answers
  }

  private func texts(_ answer: JSONValue, _ list: String, _ member: String) -> [String] {
    (answer[list]?.elements ?? []).compactMap { $0[member]?.text }
  }

  private static let expiring = Acme.campaigns.replacing(
    "subject = \"Our new screws\"", with: "subject = \"Our new screws\"\nexpires = \"+1h\"")

  @Test(
    "EN-8 QA-6 what the server did not take says so in the why of its request, and waits",
    arguments: [401, 503])
  func notTaken(status: Int) async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    await sandbox.setFault(Fault(.engagements, status: status))
    let answers = try await drive(
      #"{"id":1,"do":"refresh","list":"Primary"}"#, #"{"id":2,"do":"open","message":"plain"}"#,
      #"{"id":3,"do":"state"}"#)
    let sent = answers[1]["sent"]?.elements ?? []
    #expect(!sent.isEmpty && sent.allSatisfy { $0["status"]?.integer == status }, "\(answers[1])")
    let words = status == 401 ? "The outbox is paused: " : "1 event waiting: "
    for why in texts(answers[1], "sent", "why") {
      #expect(why.hasPrefix("open plain: queued: opened") && why.contains(words), "\(why)")
    }
    #expect(answers[1]["notSent"]?.elements == [])
    #expect(answers[2]["result"]?["waiting"]?["events"]?.integer == 1)
    await sandbox.stop()
  }

  @Test("QA-6 what a line requested that ended in an error is in the next response without one, once")
  func requestsOfErrors() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    await sandbox.setFault(Fault(.messages, status: 500))
    let answers = try await drive(
      #"{"id":1,"do":"refresh","list":"Primary"}"#, #"{"id":2,"do":"dance"}"#, #"{"id":3,"do":"state"}"#,
      #"{"id":4,"do":"state"}"#)
    #expect(answers[0]["ok"] == .bool(false) && answers[0]["sent"] == nil && answers[1]["notSent"] == nil)
    let sent = answers[2]["sent"]?.elements ?? []
    #expect(!sent.isEmpty && sent.allSatisfy { $0["status"]?.integer == 500 }, "\(answers[2])")
    #expect(answers[3]["sent"]?.elements == [])
    await sandbox.stop()
  }

  @Test("EN-1 EN-5 QA-6 what is gone has no row and is not opened: deleted by the person, or expired")
  func gone() async throws {
    let sandbox = try await program.startSandbox(Self.expiring)
    let answers = try await drive(
      #"{"id":1,"do":"refresh","list":"Primary"}"#, #"{"id":2,"do":"appear"}"#,
      #"{"id":3,"do":"delete","messages":["plain"]}"#, #"{"id":4,"do":"clock","change":"+2h"}"#,
      #"{"id":5,"do":"look","ids":["plain","deep","rich"]}"#, #"{"id":6,"do":"open","message":"plain"}"#,
      #"{"id":7,"do":"open","message":"deep"}"#, #"{"id":8,"do":"restore","messages":["plain"]}"#,
      #"{"id":9,"do":"open","message":"plain"}"#, #"{"id":10,"do":"flush"}"#)
    #expect(texts(answers[4], "notSent", "what") == ["display plain", "display deep"], "\(answers[4])")
    let why = texts(answers[4], "notSent", "why")
    #expect(why.allSatisfy { $0.hasPrefix("it is gone since ") })
    #expect(why.first?.hasSuffix("deleted by the person") == true && why.last?.hasSuffix("expired") == true)
    for answer in answers[5...6] {
      let text = answer["error"]?["text"]?.text ?? ""
      #expect(answer["error"]?["kind"]?.text == "failed" && text.contains(" is gone since "), "\(answer)")
      #expect(text.hasSuffix("No open was reported."))
    }
    #expect(answers[8]["ok"] == .bool(true), "\(answers[8])")
    let types = try await sandbox.receipts().engagements.map { "\($0.type) \($0.messageID)" }
    #expect(types.sorted() == ["display rich", "open plain"])
    await sandbox.stop()
  }

  @Test("MC-1 QA-6 while message centers are disabled, appear and look say that")
  func disabled() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    _ = try await drive(#"{"id":1,"do":"refresh"}"#)
    let off = try await program.run("disable", "--profile", "sandbox")
    #expect(off.status == 0, "\(off)")
    let answers = try await drive(
      #"{"id":1,"do":"appear"}"#, #"{"id":2,"do":"look","ids":["plain"]}"#,
      #"{"id":3,"do":"open","message":"plain"}"#, #"{"id":4,"do":"state"}"#)
    #expect(answers[0]["ok"] == .bool(true) && texts(answers[0], "notSent", "what") == ["session"])
    #expect(texts(answers[1], "notSent", "what") == ["display plain"])
    for answer in answers[0...1] {
      let why = texts(answer, "notSent", "why").first ?? ""
      #expect(why.contains("Message centers are disabled."), "\(answer)")
    }
    #expect(answers[2]["error"]?["kind"]?.text == "disabled", "\(answers[2])")
    #expect(answers[3]["result"]?["session"] == nil)
    await sandbox.stop()
  }

  @Test("BD-1 QA-6 a badge that the server took and the archive could not is an error, and lost at the end")
  func unstoredBadge() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    _ = try await drive(#"{"id":1,"do":"badge","count":1}"#)
    try program.home.write(
      (1...30).map { "{\"id\":\($0),\"do\":\"badge\",\"count\":\($0)}\n" }.joined(), to: "lines.jsonl")
    // A file that may not grow fails as one on a full disk does: here when some changes are in the journal.
    let outcome = try await program.run(
      ["-c", "ulimit -f 128; trap '' XFSZ; exec \"$0\" drive --profile sandbox", Program.path],
      input: program.home.path + "/lines.jsonl", binary: "/bin/sh")
    let answers = try outcome.output.split(separator: "\n").map { try JSONValue.parse(Data($0.utf8)) }
    #expect(answers.first?["result"]?["held"]?.integer == 1, "\(outcome)")
    let error = try #require(answers.last?["error"], "\(outcome)")
    #expect(error["kind"]?.text == "archive", "\(error)")
    #expect(error["text"]?.text?.hasPrefix("The server holds a badge of 30 now") == true, "\(error)")
    #expect(outcome.status == 1 && outcome.errors.contains("changes of the badge"), "\(outcome.errors)")
    await sandbox.stop()
  }

  @Test("SB-4 QA-6 a session goes by the sandbox's clock when another program has moved it")
  func clock() async throws {
    let sandbox = try await program.startSandbox(Self.expiring)
    let drive = try DriveProcess(program, ["--profile", "sandbox"])
    try await drive.ask(#""do":"refresh""#)
    try await drive.ask(#""do":"appear""#)
    let moved = try await program.run("clock", "+2h")
    #expect(moved.status == 0, "\(moved)")
    let seen = try await drive.ask(#""do":"look","ids":["deep"]"#)
    #expect(seen.contains("it is gone since ") && !seen.contains("/sandbox/clock"), "\(seen)")
    #expect(await drive.quit() == 0)
    await sandbox.stop()
  }

  @Test("QA-6 an id is returned as it is written, also a number that no machine's type holds")
  func ids() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let ids = ["12345678901234567890", "1.2345678901234567890", "1.0", #"[1e400,{"a":null}]"#]
    try program.home.write(ids.map { "{\"id\":\($0),\"do\":\"clock\"}\n" }.joined(), to: "lines.jsonl")
    let outcome = try await program.run(
      ["drive", "--profile", "sandbox"], input: program.home.path + "/lines.jsonl")
    let answers = outcome.output.split(separator: "\n")
    #expect(answers.count == ids.count, "\(outcome)")
    for (answer, id) in zip(answers, ids) {
      #expect(answer.hasPrefix("{\"id\":\(id),\"notSent\""), "\(answer)")
    }
    await sandbox.stop()
  }
}
