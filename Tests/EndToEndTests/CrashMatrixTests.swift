import Foundation
import Glibc
import InboxCore
import InboxEvidence
import InboxModel
import InboxSandbox
import InboxStore
import InboxTestSupport
import InboxTUI
import Testing

/// The real binary, killed with SIGKILL at each durable step, again and again on one profile: every start delivers what
/// the one before left.
///
/// The steps have a profile and a sandbox each, so that they go through at the same time.
///
/// Each victim reads as a person of its own, so that the sandbox's receipts, each event id once, say of every victim
/// exactly what it displayed and opened: nothing missing, nothing invented. Where the upload is what goes wrong, a victim
/// that sees no message before it has delivered what the last one left stands for a start of its own.
@Suite(.queued)
struct CrashMatrixTests {
  /// Where the victim is when it is killed.
  private struct Point: Sendable, CustomTestStringConvertible {
    var name: String
    /// What goes wrong at the server besides.
    var also: Fault?
    /// What goes wrong at the server: its strike is the moment.
    var fault: Fault
    /// What the victim presses before.
    var keys = ""
    /// How many opens are durable by then.
    var opens = 0
    /// Which profile: `late` reports displays when the session ends.
    var profile = "sandbox"
    /// What the sandbox must have of each victim besides.
    var served = 0
    var badges = 0

    var testDescription: String { name }
    /// Whether what is killed over is the upload of events, or waits for one that fails.
    var failsUpload: Bool { (also ?? fault).endpoint == .engagements }

    /// Who reads in the start of this number.
    func user(_ number: Int) -> String { "\(name) \(number)" }
  }

  /// 180 over the matrix, 20 of events that were never sent; `VendorCrashMatrixTests` has those of other vendors.
  private static let kills = 20
  /// The messages that each of them is shown.
  private static let shown = ["deep", "once", "plain", "rich", "universal"]
  /// Keeps the messages back until the test moves the clock.
  private static let hold = Fault(.messages, delayMilliseconds: 1_000)

  private static let points: [Point] = [
    Point(
      name: "after the insert, nothing sent", also: Fault(.engagements, status: 500),
      fault: Fault(.badge, stall: true), keys: "b 5 <enter>"),
    Point(name: "before the server has it", fault: Fault(.engagements, stall: true)),
    Point(
      name: "the server has it, its answer is lost",
      fault: Fault(.engagements, stall: true, after: true)),
    Point(
      name: "during the flush at the end of a session", fault: Fault(.engagements, stall: true),
      profile: "late"),
    Point(
      name: "during that flush, the server has it",
      fault: Fault(.engagements, stall: true, after: true), profile: "late"),
    Point(
      name: "during a rich fetch, not served", fault: Fault(.rich, stall: true),
      keys: "G <enter>", opens: 1),
    Point(
      name: "during a rich fetch, served", fault: Fault(.rich, stall: true, after: true),
      keys: "G <enter>", opens: 1, served: 1),
    Point(
      name: "during a badge sync, not counted", fault: Fault(.badge, stall: true),
      keys: "<enter> b 5 <enter>", opens: 1),
    Point(
      name: "during a badge sync, counted", fault: Fault(.badge, stall: true, after: true),
      keys: "<enter> b 5 <enter>", opens: 1, badges: 1),
  ]

  @Test(
    "EN-7 EN-8 MC-17 BD-1 no display or open is lost or invented, whenever the program is killed",
    arguments: points)
  private func matrix(_ point: Point) async throws {
    let program = try Program()
    let gate = VirtualClock.standing()
    let sandbox = try await program.startSandbox(
      Acme.campaigns + Acme.once, ["once.html": "<p>Only once</p>"], realTime: gate)
    if point.profile == "late" {
      try program.configure("late", for: sandbox, session: "displays = \"at-session-end\"")
    }
    for number in 1...Self.kills {
      if let also = point.also { await sandbox.setFault(also) }
      // Over what the one before left it would be killed before its own displays.
      let isHeld = point.fault.endpoint == .engagements && number > 1
      await sandbox.setFault(isHeld ? Self.hold : point.fault)
      let victim = try program.start(
        ["--profile", point.profile, "--screen", "80x24", "--keys", point.keys]
          + ["--user", point.user(number)])
      if isHeld {
        let (before, times) = (point.user(number - 1), point.fault.after == true ? 2 : 1)
        try await happens(before: victim.end) {
          _ = try await sandbox.receipts(ReceiptFilter(identity: "user:" + before)) {
            $0.engagements.count == Self.shown.count && $0.engagements.allSatisfy { $0.count >= times }
          }
        }
        await sandbox.setFault(point.fault)
        try await letGo(sandbox, gate)
      }
      try await kill(victim, when: point.fault.endpoint, of: sandbox)
      await sandbox.clearFaults()
    }
    try await recover(program, point.profile)
    let receipts = try await sandbox.receipts()
    let path = program.home.path + "/state/inbox/profiles/\(point.profile)/archive.sqlite"
    let archive = try InboxDatabase.open(path: path)
    #expect(try await archive.endedRuns().isEmpty)
    try await checkReport(archive, receipts, point)
    #expect(Set(receipts.engagements.map(\.identity)).count == Self.kills + 1)
    check(receipts, point)
    await sandbox.stop()
  }

  /// The device's own report agrees with the receipts after all these kills: everything is there, and what came again
  /// was sent again.
  private func checkReport(_ archive: any Archive, _ receipts: Receipts, _ point: Point) async throws {
    let counts = receipts.engagements.compactMap { event in
      UUID(uuidString: event.id).map { ($0, event.count) }
    }
    let deliveries = try await archive.deliveries()
    let report = DeliveryReport(
      deliveries, suppressed: try await archive.suppressed(),
      receipts: DeliveryReceipts(
        counts: Dictionary(uniqueKeysWithValues: counts),
        generation: ReceiptGeneration(number: receipts.generation)))
    #expect(report.isProven, "\(report.summary)")
    #expect(
      report.rows.allSatisfy { $0.received == $0.events && $0.tries >= $0.events + ($0.duplicates ?? 0) })
    #expect(report.earlier == 0)
    if point.failsUpload { #expect(deliveries.count { $0.tries > 1 } >= Self.kills) }
  }

  /// A start that nothing happens to.
  private func recover(_ program: Program, _ profile: String) async throws {
    let run = try await program.run("--profile", profile, "--screen", "80x24", "--user", "survivor")
    #expect(run.status == 0, "\(run.errors)")
  }

  /// Kills a victim when the fault of an endpoint strikes.
  private func kill(
    _ victim: Program.Running, when endpoint: FaultEndpoint, of sandbox: Sandbox
  ) async throws {
    try await happens(before: victim.end) { try await sandbox.faultStruck(endpoint) }
    Glibc.kill(victim.process, SIGKILL)
    #expect(await victim.end.value == SIGKILL)
  }

  /// Returns when something is over that comes about while a victim lives.
  private func happens(
    before end: Task<Int32, Never>, _ moment: @escaping @Sendable () async throws -> Void
  ) async throws {
    let (moments, first) = AsyncStream.makeStream(of: Bool.self)
    let waiting = Task {
      try await moment()
      first.yield(true)
    }
    Task {
      _ = await end.value
      first.yield(false)
    }
    defer { waiting.cancel() }
    var all = moments.makeAsyncIterator()
    try #require(await all.next() == true, "the victim ended by itself")
  }

  /// Lets the messages of both centers go that ``hold`` keeps back.
  private func letGo(_ sandbox: Sandbox, _ gate: VirtualClock) async throws {
    // Beside them the push service's rhythm sleeps on that clock.
    try await gate.sleepers(3)
    await sandbox.clearFaults(.messages)
    gate.advance(by: .seconds(1))
  }

  private func check(_ receipts: Receipts, _ point: Point) {
    for number in 1...Self.kills {
      let victim = "user:" + point.user(number)
      let events = receipts.engagements.filter { $0.identity == victim }
      let displays = events.filter { $0.type == "display" }.map(\.messageID).sorted()
      #expect(displays == Self.shown, "\(victim)")
      #expect(events.count { $0.type == "open" } == point.opens, "\(victim)")
      #expect(Set(events.map { $0.session?.id }).count == 1, "\(victim)")
      let served = receipts.rich.filter { $0.identity == victim }.reduce(0) { $0 + $1.served }
      #expect(served == point.served, "\(victim)")
      #expect(receipts.badge.count { $0.identity == victim } == point.badges, "\(victim)")
    }
  }

  @Test("EN-7 killed after an event was stored and before it was sent: it goes out at the next start")
  func storedNotSent() async throws {
    let program = try Program()
    let gate = VirtualClock.standing()
    let sandbox = try await program.startSandbox(Acme.campaigns, realTime: gate)
    for number in 1...Self.kills {
      await sandbox.setFault(Self.hold)
      let terminal = try TerminalProgram(
        program, "--profile", "sandbox", "--user", "victim \(number)", size: Size(columns: 100, rows: 40))
      let opens = ReceiptFilter(type: "open")
      try await happens(before: terminal.ending) {
        _ = try await sandbox.receipts(opens) { $0.engagements.count == number - 1 }
      }
      // The upload of the displays hangs; what happens meanwhile is stored and waits for it.
      await sandbox.setFault(Fault(.engagements, stall: true))
      try await letGo(sandbox, gate)
      try await terminal.wait(for: "A plain word")
      try await sandbox.faultStruck(.engagements)
      terminal.press("\r")
      // The message's history is read from the archive.
      try await terminal.wait(for: "opened in session \(number), waiting")
      terminal.send(signal: SIGKILL)
      #expect(await terminal.end() == SIGKILL)
      #expect(try await sandbox.receipts(opens).engagements.count == number - 1)
      await sandbox.clearFaults()
    }
    try await recover(program, "sandbox")
    let receipts = try await sandbox.receipts()
    for number in 1...Self.kills {
      let events = receipts.engagements.filter { $0.identity == "user:victim \(number)" }
      #expect(
        events.map { "\($0.type) \($0.messageID)" }.sorted() == [
          "display deep", "display plain", "display rich", "display universal", "open plain",
        ])
      #expect(events.allSatisfy { $0.session?.number == number })
    }
    await sandbox.stop()
  }

  @Test(
    "MC-17 EN-11 killed during a rich fetch: what was served then is reported as lost, what was not is still to be had"
  )
  func richAfterwards() async throws {
    for (isServed, words) in [(true, "was already served once"), (false, "Only once")] {
      let program = try Program()
      let sandbox = try await program.startSandbox(
        Acme.campaigns + Acme.once, ["once.html": "<p>Only once</p>"])
      await sandbox.setFault(Fault(.rich, stall: true, after: isServed))
      let victim = try program.start(
        ["--profile", "sandbox", "--screen", "80x24", "--keys", "G <enter>"])
      try await kill(victim, when: .rich, of: sandbox)
      await sandbox.clearFaults()
      let after = try await program.run("show", "once", "--profile", "sandbox")
      #expect((after.output + after.errors).contains(words))
      await sandbox.stop()
    }
  }
}
