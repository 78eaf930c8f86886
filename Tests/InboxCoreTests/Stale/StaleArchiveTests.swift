import Foundation
import InboxCore
import InboxModel
import InboxStore
import InboxTestSupport
import Testing

@testable import InboxEvidence

/// The report as a core makes it from its archive.
struct StaleArchiveTests {
  @Test(
    "QA-3 MC-11 what was withdrawn is there with what the SDKs would do, also on a clock that stands",
    arguments: [600, 0])
  func withdrawn(seconds: Int) async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1), .numbered(2)])
    await bench.backEnd.set([.numbered(2)])
    bench.clock.advance(by: .seconds(seconds))
    _ = try await bench.center.refresh(.primary)
    let report = try await bench.center.staleReport(of: [.primary], at: bench.clock.date)
    #expect(Set(report.rows.map(\.id)) == ["m1", "m2"])
    let gone = try #require(report.rows.first { $0.id == "m1" })
    // The archive keeps what the server no longer lists (MC-7).
    #expect(gone.isListed == false && gone.isShown)
    #expect(gone.verdicts["iterable-android"]?.shows == false)
    #expect(gone.verdicts["clevertap-ios"]?.shows == true)
    #expect(report.rows.first?.id == "m1")
  }

  @Test("QA-3 MC-11 what the person deleted and the newest response lacks is not listed by the server")
  func deleted() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1), .numbered(2), .numbered(3)])
    for key in [MessageKey.numbered(1), .numbered(2)] { try await bench.center.setDeleted(key, true) }
    await bench.backEnd.set([.numbered(2), .numbered(3)])
    bench.clock.advance(by: .seconds(600))
    _ = try await bench.center.refresh(.primary)
    let report = try await bench.center.staleReport(of: [.primary], at: bench.clock.date)
    func row(_ id: String) -> StaleReport.Row? { report.rows.first { $0.id == id } }
    #expect(row("m1")?.isListed == false && row("m1")?.isShown == false)
    #expect(row("m2")?.isListed == true && row("m2")?.isShown == false)
  }

  @Test("QA-3 MC-11 on a clock that stands it is not known whether the response came before a deletion")
  func deletedMeanwhile() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1), .numbered(2)])
    try await bench.center.setDeleted(.numbered(1), true)
    await bench.backEnd.set([.numbered(2)])
    _ = try await bench.center.refresh(.primary)
    func row() async throws -> StaleReport.Row? {
      try await bench.center.staleReport(of: [.primary], at: bench.clock.date).rows.first { $0.id == "m1" }
    }
    let doubted = try #require(try await row())
    #expect(doubted.isListed == nil && doubted.facts.hasPrefix("the newest response came in the moment"))
    bench.clock.advance(by: .seconds(600))
    _ = try await bench.center.refresh(.primary)
    #expect(try await row()?.isListed == false)
  }

  @Test("QA-3 MC-6 what is due leaves the cache before it is judged, so that a second report says the same")
  func retention() async throws {
    let archive = try InboxDatabase.inMemory()
    let bench = try CoreBench(archive: archive)
    try await bench.begin([.numbered(1)])
    await bench.center.stop(within: .zero)
    let later = try CoreBench(archive: archive)
    later.clock.advance(by: .seconds(20 * 86_400))
    try await later.center.start()
    let report = try await later.center.staleReport(of: [.primary], at: later.clock.date)
    #expect(report.rows.map(\.why) == [Removal.Reason.retention.words])
  }

  @Test("QA-3 the HTML in the archive is judged, not the row of a list without it")
  func html() async throws {
    let bench = try CoreBench()
    try await bench.begin([
      .numbered(1, richHTML: "<a href='https://acme.example'>Sale</a>"),
      .numbered(2, richHTML: "<b>Sale</b>"), .numbered(3),
    ])
    let report = try await bench.center.staleReport(of: [.primary], at: bench.clock.date)
    func shows(_ id: String) -> Bool? { report.rows.first { $0.id == id }?.verdicts["iterable-ios"]?.shows }
    #expect(shows("m1") == true)
    #expect(shows("m2") == false)
    // Of another vendor's message without HTML nothing can be said.
    #expect(shows("m3") == true)
  }
}
