import Foundation
import Glibc
import InboxEvidence
import InboxModel
import InboxSandbox
import InboxStore
import InboxTestSupport
import InboxTransport
import InboxVendors
import Testing

/// The real binary as the app of another vendor, killed with SIGKILL around each request, again and again on one profile:
/// every start delivers what the one before left.
///
/// These vendors' wires have no ids of events: what the server took without the program learning of it comes once more,
/// and the report names it as a repeat.
@Suite(.queued)
struct VendorCrashMatrixTests {
  /// Where the program is when it is killed.
  private enum Moment: CaseIterable {
    /// The open is durable, and the server takes nothing.
    case storedAndNotSent
    case beforeTheServerHasIt
    case theServerHasIt
    /// The answer is on its way, or here: whether the mark is stored is left to chance.
    case aroundTheMark

    var fault: Fault {
      switch self {
      case .storedAndNotSent: Fault(.engagements, status: 429)
      case .beforeTheServerHasIt: Fault(.engagements, stall: true)
      case .theServerHasIt: Fault(.engagements, stall: true, after: true)
      case .aroundTheMark: Fault(.engagements, delayMilliseconds: 1_000, after: true)
      }
    }
  }

  private static let kills = 3
  private static let messages = kills * Moment.allCases.count
  private static let person = "annegret"

  private static let campaigns =
    """
    [brand]
    name = "Acme"
    domain = "news.acme.example"
    scheme = "acme"

    """
    + (0..<messages).map { number in
      """

      [[campaign]]
      id = "m\(number)"
      kind = "launch-app"
      subject = "Subject \(number)"
      message = "Text"
      sent = "-\(number + 1)m"

      """
    }.joined()

  @Test(
    "VE-4 VE-5 EN-7 EN-8 no open, mark, click or first sight is lost or invented, whenever the program is killed",
    arguments: [VendorName.bloomreach, .iterable])
  func matrix(vendor: VendorName) async throws {
    let program = try Program()
    let gate = VirtualClock.standing()
    let sandbox = try await program.startSandbox(Self.campaigns, realTime: gate)
    let arguments = ["--profile", "sandbox-\(vendor.rawValue)", "--user", Self.person]
    var number = 0
    for _ in 0..<Self.kills {
      for moment in Moment.allCases {
        let victim = try DriveProcess(program, arguments)
        // What the one before left goes out first, so that this one is killed over its own.
        if number == 0 { try await victim.ask(#""do":"refresh""#) }
        try await victim.ask(#""do":"flush","seconds":60"#)
        try await kill(victim, at: moment, over: "m\(number)", sandbox, gate)
        await sandbox.clearFaults()
        number += 1
      }
    }
    let survivor = try DriveProcess(program, arguments)
    let answer = try await survivor.ask(#""do":"flush","seconds":60"#)
    #expect(answer.contains(#""waiting":{"changes":0,"events":0}"#), "\(answer)")
    #expect(await survivor.quit() == 0)
    try await check(program, sandbox, vendor)
    await sandbox.stop()
  }

  private func kill(
    _ victim: DriveProcess, at moment: Moment, over message: String, _ sandbox: Sandbox, _ gate: VirtualClock
  ) async throws {
    await sandbox.setFault(moment.fault)
    let open = #""do":"open","message":"\#(message)""#
    if moment == .storedAndNotSent {
      let link = "https://news.acme.example/\(message)"
      try await victim.ask(#""do":"click","message":"\#(message)","url":"\#(link)""#)
      try await victim.ask(open)
    } else {
      victim.write(open)
      try await sandbox.faultStruck(.engagements)
    }
    if moment == .aroundTheMark {
      // The fault's delay, besides the line that keeps clients alive.
      try await gate.sleepers(2)
      gate.advance(by: .seconds(1))
    }
    #expect(await victim.kill() == SIGKILL, "\(moment)")
  }

  /// The sandbox has what the archive says, and the archive what was done.
  private func check(_ program: Program, _ sandbox: Sandbox, _ vendor: VendorName) async throws {
    let receipts = try await sandbox.receipts(ReceiptFilter(vendor: vendor))
    #expect(receipts.events.allSatisfy { $0.identity == "user:" + Self.person })
    let all = (0..<Self.messages).map { "m\($0)" }.sorted()
    func received(_ type: VendorReceipt.Kind) -> [String] {
      receipts.events.filter { $0.type == type }.compactMap(\.messageID).sorted()
    }
    #expect(received(.open) == all, "\(vendor)")
    #expect(received(.click).count == Self.kills, "\(vendor)")
    #expect(received(.delivery) == (vendor == .iterable ? all : []), "\(vendor)")
    let path = program.home.path + "/state/inbox/profiles/sandbox-\(vendor.rawValue)/archive.sqlite"
    let archive = try InboxDatabase.open(path: path)
    // An open and its mark are two steps: the mark is the server's where it is stored.
    var marked: [String] = []
    for id in all {
      let key = MessageKey(center: .primary, id: MessageID(id))
      if try await archive.message(key, of: .user(Self.person))?.read != nil { marked.append(id) }
    }
    #expect(
      marked.count >= Self.kills && received(.read) == (vendor == .bloomreach ? marked : []), "\(vendor)")
    let deliveries = try await archive.deliveries()
    let report = DeliveryReport(
      deliveries, suppressed: try await archive.suppressed(),
      receipts: try await Self.receipts(of: sandbox))
    #expect(report.isProven && report.earlier == 0, "\(report.summary), \(vendor)")
    let rows = report.rows.filter { $0.events > 0 }
    #expect(rows.allSatisfy { $0.received == $0.events }, "\(vendor)")
    // Nothing comes again but what was tried again, and the report names each.
    let kinds: [VendorReceipt.Kind] = [.open, .click, .delivery]
    let repeats = receipts.events.filter { kinds.contains($0.type) }.reduce(0) { $0 + $1.count - 1 }
    #expect(rows.reduce(0) { $0 + ($1.duplicates ?? 0) } == repeats, "\(vendor)")
    #expect(rows.allSatisfy { $0.tries >= $0.events + ($0.duplicates ?? 0) }, "\(vendor)")
    #expect(rows.count { $0.verdict == .duplicated } <= 2 * Self.kills, "\(vendor)")
    // Iterable's open alone is on its way then: it was taken, and is sent again.
    if vendor == .iterable { #expect(repeats >= Self.kills) }
  }

  /// What the program itself reads of the receipts.
  private static func receipts(of sandbox: Sandbox) async throws -> DeliveryReceipts {
    let base = sandbox.endpoint.httpURL
    let transport = try Transport(TransportSettings(origins: [base]))
    let commander = SandboxCommander(SandboxRequests(base: base), over: transport.wire)
    let receipts: Result<DeliveryReceipts, InboxError>
    do throws(InboxError) { receipts = .success(try await DeliveryReceipts(from: commander)) } catch {
      receipts = .failure(error)
    }
    await transport.close()
    return try receipts.get()
  }
}
