import Foundation
import InboxCore
import InboxSandbox
import InboxStore
import InboxTestSupport
import Testing

@testable import inbox

/// What `Benchmarks/throughput` measures: here that nothing is lost or left behind, never how long it takes.
@Suite(.queued)
struct ThroughputTests {
  @Test("EN-2 EN-7 each display is durable once, with its why line")
  func displays() async throws {
    let database = try InboxDatabase.inMemory()
    let figures = try await DisplayBench(count: 1_010, rows: 25).run(on: database)
    #expect(figures.looks == 41 && figures.reported == 1_010)
    #expect(figures.durable == 1_010 && figures.ids == 1_010 && figures.messages == 1_010)
    #expect((1...41).contains(figures.transactions) && figures.largest >= 25)
  }

  @Test("SB-5 EN-8 fifty clients refresh and report at once: no error, nothing lost, nothing twice")
  func clients() async throws {
    await Turn.last()
    let bench = ClientsBench(clients: 50, rounds: 1)
    try OpenFileLimit.raise(to: bench.openFiles, for: "fifty clients")
    let sandbox = try await Sandbox.start(
      SandboxOptions(launchesTimed: false), campaigns: [CampaignFile.parse(Acme.campaigns, name: "test.toml")]
    )
    let figures = try await bench.run(on: sandbox)
    await sandbox.stop()
    #expect(figures.errors.isEmpty, "\(figures.errors)")
    #expect(figures.isWhole && figures.sent >= 50 && figures.lines == 50, "\(figures)")
    #expect(figures.badges.sent == 50 && figures.fetches.sent % 50 == 0 && figures.fetches.sent > 0)
  }

  @Test("what is lost, comes twice or belongs to nobody does not pass for whole")
  func isNotWhole() {
    var figures = ClientsBench.Figures()
    #expect(figures.isWhole)
    figures.sent = 2
    #expect(!figures.isWhole)
    figures.received = 2
    #expect(figures.isWhole)
    figures.twice = 1
    #expect(!figures.isWhole)
  }

  @Test("MC-3 MC-10 a day leaves no more in memory than its first hours: only history grows")
  @MainActor func day() async throws {
    await Turn.last()
    let folder = try TemporaryFolder()
    let campaigns = [try CampaignFile.parse(Acme.campaigns, name: "test.toml")]
    let figures = try await DayBench(in: folder.path, campaigns: campaigns)
      .run(hours: 4, marks: [2, 4], step: 30)
    #expect(figures.map(\.hours) == [2, 4])
    let growing = DayBench.growing(figures).map { "\($0.name): \($0.count)" }
    #expect(growing.isEmpty, "\(growing)")
    let last = try #require(figures.last?.retained)
    func count(_ name: String) -> Int? { last.first { $0.name == name }?.count }
    // It did happen: eight campaigns came, and displays were reported.
    #expect(count("open push lines") == 1)
    #expect((count("receipts of events") ?? 0) > 8 && (count("entries of the event pane") ?? 0) > 40)
    #expect(count("events that wait") == 0 && count("programs that wait for receipts") == 0)
  }

  @Test("what may not grow is found where it does")
  func growing() {
    func figures(_ count: Int, _ growth: RetainedCount.Growth) -> DayBench.Figures {
      DayBench.Figures(hours: 1, retained: [RetainedCount("things", count, growth)], resident: 0, archive: 0)
    }
    func names(_ growth: RetainedCount.Growth) -> [String] {
      DayBench.growing([figures(5, growth), figures(6, growth)]).map(\.name)
    }
    #expect(names(.none) == ["things"] && names(.upTo(5)) == ["things"])
    #expect(names(.upTo(6)).isEmpty && names(.history).isEmpty)
  }

  @Test("a process that may not open enough files is told what it needs")
  func files() {
    let error = #expect(throws: Exit.self) { try OpenFileLimit.raise(to: 1 << 40, for: "All clients") }
    #expect(error?.sentence.contains("All clients need 1099511627776 open files") == true)
  }
}
