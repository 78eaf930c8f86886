import Foundation
import Glibc
import InboxModel
import InboxSandbox
import InboxTestSupport
import Testing

@testable import inbox

/// What `inbox drive` says of requests that failed, of its end, and of people.
@Suite(.queued)
struct DriveOutcomeTests {
  private let program: Program

  init() throws { program = try Program() }

  private func ask(_ drive: DriveProcess, _ members: String) async throws -> JSONValue {
    try JSONValue.parse(Data(try await drive.ask(members).utf8))
  }

  private func sent(_ answer: JSONValue) -> [(status: Int?, why: String)] {
    (answer["sent"]?.elements ?? []).map { ($0["status"]?.integer, $0["why"]?.text ?? "") }
  }

  @Test("QA-6 EN-9 each request says what came of it, not what came of the one behind it")
  func outcomes() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let drive = try DriveProcess(program, ["--profile", "sandbox"])
    await sandbox.setFault(Fault(.messages, status: 500))
    try await drive.ask(#""do":"refresh","list":"Primary""#)
    await sandbox.clearFaults()
    let fetches = sent(try await ask(drive, #""do":"refresh","list":"Primary""#))
    #expect(fetches.map(\.status) == [500, 200])
    #expect(fetches.first?.why.contains("status 500") == true, "\(fetches)")
    #expect(fetches.last?.why.hasPrefix("Primary: 4 messages") == true, "\(fetches)")
    for status in [401, 503] {
      await sandbox.setFault(Fault(.badge, status: status))
      try await drive.ask(#""do":"badge","count":4"#)
    }
    await sandbox.clearFaults()
    let badges = sent(try await ask(drive, #""do":"badge","count":9"#))
    #expect(badges.map(\.status) == [401, 503, 200])
    for badge in badges.dropLast() {
      #expect(badge.why.hasPrefix("failed sync: set 4") && badge.why.contains("status \(badge.status ?? 0)"))
    }
    #expect(badges.last?.why == "app set 9")
    await sandbox.setFault(Fault(.engagements, status: 503))
    let refused = sent(try await ask(drive, #""do":"open","message":"plain""#))
    // The outbox may try again by itself before the fault is off.
    #expect(refused.allSatisfy { $0.status == 503 && $0.why.contains("1 event waiting: ") }, "\(refused)")
    await sandbox.clearFaults()
    let taken = sent(try await ask(drive, #""do":"flush""#))
    #expect(taken.last?.status == 200 && taken.last?.why == "open plain: acknowledged", "\(taken)")
    #expect(await drive.quit() == 0)
    await sandbox.stop()
  }

  @Test("BD-6 QA-6 EN-9 a set of the badge is not explained by what another program set before it")
  func badgeOfAnother() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let drive = try DriveProcess(program, ["--profile", "sandbox"])
    try await drive.ask(#""do":"badge","count":3"#)
    for (other, count) in [("5", 4), ("6", 7)] {
      _ = try await program.run("badge", "set", other, "--profile", "sandbox")
      let badges = sent(try await ask(drive, #""do":"badge","count":\#(count)"#))
      #expect(badges.map(\.why) == ["app set \(count)"])
    }
    #expect(await drive.quit() == 0)
    await sandbox.stop()
  }

  @Test(
    "EN-3 VE-10 a signal is a disappearance: the visit that ends with it is sent",
    arguments: [SIGTERM, SIGHUP])
  func signals(number: Int32) async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let drive = try DriveProcess(program, ["--profile", "sandbox-iterable"])
    try await drive.ask(#""do":"refresh""#)
    try await drive.ask(#""do":"appear""#)
    #expect(try await sandbox.receipts().events.allSatisfy { $0.type != .session })
    #expect(await drive.end(by: number) == (128 + number) << 8)
    #expect(try await sandbox.receipts().events.filter { $0.type == .session }.count == 1)
    await sandbox.stop()
  }

  @Test("EN-3 a signal ends drive although a request hangs, and its line gets no response any more")
  func hangs() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    await sandbox.setFault(Fault(.messages, stall: true))
    let drive = try DriveProcess(program, ["--profile", "sandbox"])
    let line = drive.write(#""do":"refresh""#)
    try await sandbox.faultStruck(.messages)
    #expect(await drive.end(by: SIGTERM) == (128 + SIGTERM) << 8)
    // It would wait for the rest of the response, and say after twenty seconds that it did not come.
    #expect(!drive.text.contains("\"id\":\(line),"), "\(drive.text)")
    await sandbox.stop()
  }

  @Test("QA-6 UL-5 VE-8 a field that a verb does not have does nothing, and the one that was meant is named")
  func unknownField() async throws {
    let drive = try DriveProcess(program, ["--demo"])
    for (members, words) in [
      (
        #""do":"link","url":"acme://x","dryrun":true"#, "“link” has no field “dryrun”. Did you mean “dryRun”?"
      ),
      (#""do":"badge","cuont":9"#, "“badge” has no field “cuont”. Did you mean “count”?"),
      (#""do":"identity","usr":"anna""#, "“identity” has no field “usr”. Did you mean “user”?"),
      (#""do":"refresh","lists":"Offers""#, "“refresh” has no field “lists”. Did you mean “list”?"),
      (#""do":"state","zzzzzzzz":1"#, "“state” has no field “zzzzzzzz”."),
    ] {
      let answer = try await ask(drive, members)
      #expect(
        answer["error"]?["kind"]?.text == "usage" && answer["error"]?["text"]?.text == words, "\(answer)")
    }
    let next = try await ask(drive, #""do":"state""#)
    #expect(next["sent"]?.elements == [] && next["result"]?["badge"]?["local"]?.integer == 0, "\(next)")
    #expect(await drive.quit() == 0)
  }

  @Test("QA-6 MC-6 what is listed again after its retention returned, and says meanwhile that it is kept")
  func returned() async throws {
    let drive = try DriveProcess(program, ["--demo"])
    func numbers() async throws -> JSONValue? {
      try await ask(drive, #""do":"refresh","list":"Primary""#)["result"]?["lists"]?.elements?.first
    }
    _ = try await numbers()
    _ = try await ask(drive, #""do":"clock","change":"+16d""#)
    let state = try await ask(drive, #""do":"state""#)
    let gone = state["result"]?["lists"]?.elements?.first?["gone"]?.elements ?? []
    let kept = gone.filter { $0["reason"]?.text == "retention" }
    #expect(!kept.isEmpty && kept.allSatisfy { $0["kept"]?.flag == true }, "\(gone)")
    #expect(try await numbers()?["returned"]?.integer ?? 0 >= kept.count)
    #expect(await drive.quit() == 0)
  }

  @Test(
    "EN-8 what a command left waiting beside an open inbox is sent by it, once, whatever it does meanwhile")
  func leftBesideScreen() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let terminal = try TerminalProgram(program, ["--profile", "sandbox"])
    try await terminal.wait(for: "A plain word", "online")
    await sandbox.setFault(Fault(.engagements, status: 503))
    let show = try await program.run("show", "plain", "--profile", "sandbox", "--json")
    #expect(show.output.contains(#""report":"waiting""#), "\(show)")
    terminal.press("jjj")
    await sandbox.clearFaults()
    let receipts = try await sandbox.receipts(ReceiptFilter(type: "open")) { !$0.engagements.isEmpty }
    #expect(receipts.engagements.map(\.count) == [1])
    terminal.press("Q")
    #expect(await terminal.end() == 0)
    await sandbox.stop()
  }

  @Test("EN-8 QA-6 what a command left waiting beside a session is sent by it, and is waited for")
  func leftByCommand() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let drive = try DriveProcess(program, ["--profile", "sandbox"])
    try await drive.ask(#""do":"refresh""#)
    await sandbox.setFault(Fault(.engagements, status: 503))
    let show = try await program.run("show", "plain", "--profile", "sandbox", "--json")
    #expect(show.status == 0 && show.output.contains(#""report":"waiting""#), "\(show)")
    await sandbox.clearFaults()
    try await drive.ask(#""do":"flush""#)
    #expect(try await sandbox.receipts().engagements.map(\.type) == ["open"])
    #expect(await drive.quit() == 0)
    #expect(try await program.run("report", "--profile", "sandbox").status == 0)
    await sandbox.stop()
  }

  @Test("VE-6 QA-6 ids that name no one, or the cookie of another installation, sign nobody out or in")
  func ids() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let drive = try DriveProcess(program, ["--profile", "sandbox-bloomreach"])
    let before = try await ask(drive, #""do":"state""#)["result"]?["identity"]
    for ids in [#"{"":"x"}"#, #"{"cookie":"another"}"#, #"{"cookie":"another","registered":"jo"}"#] {
      let answer = try await ask(drive, "\"do\":\"identity\",\"ids\":\(ids)")
      #expect(answer["error"]?["kind"]?.text == "configuration", "\(answer)")
    }
    let nobody = try await ask(drive, #""do":"identity","ids":{}"#)
    #expect(nobody["error"]?["kind"]?.text == "usage", "\(nobody)")
    #expect(try await ask(drive, #""do":"state""#)["result"]?["identity"] == before)
    // What the state says of a person is what signs it in again.
    let own = before?["ids"]?.serialized ?? ""
    let again = try await ask(drive, "\"do\":\"identity\",\"ids\":\(own)")
    #expect(again["result"]?["identity"] == before, "\(again)")
    #expect(await drive.quit() == 0)
    await sandbox.stop()
  }

  @Test("MC-1 EN-6 QA-6 a row outside a session was not displayed, and nothing is listed while disabled")
  func neitherShownNorListed() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let drive = try DriveProcess(program, ["--profile", "sandbox"])
    try await drive.ask(#""do":"refresh","list":"Primary""#)
    try await drive.ask(#""do":"look","ids":["plain"]"#)
    try await drive.ask(#""do":"delete","messages":["deep"]"#)
    let messages = try await ask(drive, #""do":"state""#)["result"]?["lists"]?.elements?.first?["messages"]
    #expect(messages?.elements?.count == 4)
    #expect(messages?.elements?.allSatisfy { $0["displayed"] == .bool(false) } == true, "\(messages as Any)")
    #expect(await drive.quit() == 0)
    #expect(try await program.run("disable", "--profile", "sandbox").status == 0)
    let disabled = try DriveProcess(program, ["--profile", "sandbox"])
    let lists = try await ask(disabled, #""do":"state""#)["result"]?["lists"]?.elements ?? []
    #expect(!lists.isEmpty && lists.allSatisfy { $0["messages"]?.elements == [] }, "\(lists)")
    #expect(await disabled.quit() == 0)
    await sandbox.stop()
  }
}
