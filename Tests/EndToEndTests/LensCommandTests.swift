import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import Testing

/// The lens and what is stale, through the real binary.
@Suite(.queued)
struct LensCommandTests {
  private let program: Program

  init() throws { program = try Program() }

  @Test(
    "QA-1 a recorded run is counted by every vendor's rule, also one of before that has no lines of gestures")
  func lens() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let file = program.home.path + "/run.jsonl"
    let run = try await program.run(
      "--profile", "sandbox", "--screen", "80x24", "--keys", "j <enter> <esc> <enter> <esc>", "--record", file
    )
    #expect(run.status == 0, "\(run.errors)")
    let lens = try await program.run("lens", file)
    #expect(lens.status == 0, "\(lens.errors)")
    #expect(lens.output.contains("the rules disagree on"))
    #expect(lens.output.contains("Bloomreach has no display event"))
    let json = try JSONValue.parse(Data(try await program.run("lens", file, "--json").output.utf8))
    let messages = json["messages"]?.elements ?? []
    let opened = try #require(messages.first { ($0["counts"]?["airship"]?["count"]?.integer ?? 0) > 0 })
    #expect(opened["counts"]?["responsys"]?["count"]?.integer == 1)
    #expect(json["notes"]?.elements?.isEmpty == true)

    // As an earlier version would have written it.
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let former = text.split(separator: "\n").filter { !$0.contains(#""type":"gesture""#) }
    #expect(former.count < text.split(separator: "\n").count)
    let uncounted = former.joined(separator: "\n").replacing(#/"lines":[0-9]+,/#, with: "")
    try program.home.write(uncounted + "\n", to: "former.jsonl")
    let lived = try JSONValue.parse(
      Data(try await program.run("lens", program.home.path + "/former.jsonl", "--json").output.utf8))
    #expect(lived["notes"]?.elements?.count == 1)
    for rule in ["responsys", "airship", "clevertap-inbox", "braze-6.5.0"] {
      func counts(_ json: JSONValue) -> [String] {
        (json["messages"]?.elements ?? []).map {
          "\($0["message_id"]?.text ?? "") \($0["counts"]?[rule]?["count"]?.integer ?? -1)"
        }.sorted()
      }
      #expect(counts(lived) == counts(json), "\(rule)")
    }
    await sandbox.stop()
  }

  @Test("QA-1 without a recording it says what to give, and a file that is none is named")
  func missing() async throws {
    let none = try await program.run("lens")
    #expect(none.status == 2 && none.errors.contains("name a recording: ‘inbox --record FILE’ makes one"))
    let absent = try await program.run("lens", program.home.path + "/nothing.jsonl")
    #expect(absent.status == 2 && absent.errors.contains("nothing.jsonl"))
  }

  @Test("QA-3 MC-11 what the sandbox has withdrawn, and which SDK would show it still")
  func stale() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    _ = try await program.run("list", "--profile", "sandbox", "--refresh")
    let before = try await program.run("stale", "--profile", "sandbox")
    #expect(before.status == 0, "\(before.output)\(before.errors)")
    let withdrawn = try await program.run("campaign", "withdraw", "plain")
    #expect(withdrawn.status == 0, "\(withdrawn.errors)")
    _ = try await program.run("list", "--profile", "sandbox", "--refresh")
    let after = try await program.run("stale", "--profile", "sandbox", "--json")
    let json = try JSONValue.parse(Data(after.output.utf8))
    let record = try #require(json["records"]?.elements?.first)
    #expect(record["message_id"]?.text == "plain" && record["listed"] == .bool(false))
    #expect(record["sdks"]?["airship-android"]?["shown"] == .bool(false))
    #expect(record["sdks"]?["clevertap-android"]?["shown"] == .bool(true))
    // Of a message that was withdrawn no page of Oracle's says anything.
    #expect(record["sdks"]?["responsys-ios"] == nil)
    #expect(json["vendor"]?.text == "Responsys" && after.status == 0)
    let unknown = try await program.run("stale", "--profile", "sandbox", "--center", "Nosuch")
    #expect(unknown.status != 0 && unknown.errors.contains("Nosuch"))
    await sandbox.stop()
  }

  @Test("QA-3 MC-9 a center that was never fetched is named where the others are checked")
  func unfetched() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let sentence = "Not checked: Offers, which was never fetched."
    func check(_ arguments: String...) async throws -> String {
      let outcome = try await program.run(arguments + ["--profile", "sandbox"])
      return outcome.output + outcome.errors
    }
    _ = try await check("list", "--refresh", "--center", "Primary")
    for command in ["stale", "lint"] {
      let said = try await check(command)
      #expect(said.contains(sentence), "\(said)")
    }
    #expect(try await !check("stale", "--center", "Primary").contains("Not checked"))
    _ = try await check("list", "--refresh")
    for command in ["stale", "lint"] { #expect(try await !check(command).contains("Not checked")) }
    await sandbox.stop()
  }
}
