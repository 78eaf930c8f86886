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

  @Test("VE-6 QA-6 ids that name no one, or the cookie of another installation, sign nobody out or in")
  func ids() async throws {
    let sandbox = try await program.startSandbox(Acme.campaigns)
    let drive = try DriveProcess(program, ["--profile", "sandbox-bloomreach"])
    let before = try await ask(drive, #""do":"state""#)["result"]?["identity"]
    for ids in [#"{"":"x"}"#, #"{"cookie":"another"}"#, #"{"cookie":"another","registered":"jo"}"#] {
      let answer = try await ask(drive, "\"do\":\"identity\",\"ids\":\(ids)")
      #expect(answer["error"]?["kind"]?.text == "configuration", "\(answer)")
    }
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
