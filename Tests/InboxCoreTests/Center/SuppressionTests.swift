import Corpus
import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxStore
import InboxTestSupport
import Testing

/// What is not reported is kept with its reasons, and costs the person who looks no wait (EN-4, EN-9).
@Suite(.queued)
struct SuppressionTests {
  private func rows(_ numbers: ClosedRange<Int>) -> [VisibleRow] { numbers.map { VisibleRow(.numbered($0)) } }

  /// Each row of the report as one line.
  private func lines(_ bench: CoreBench) async throws -> [String] {
    try await bench.center.deliveryReport().rows.map {
      "\($0.place.identity.label): \($0.title): \($0.facts.joined(separator: ", "))"
    }
  }

  @Test("EN-9 EN-10 MC-12 suppressed attempts are kept with person and session, over A→B→A and a restart")
  func retained() async throws {
    let archive = try InboxDatabase.inMemory()
    let bench = try CoreBench(identity: .user("anna"), archive: archive)
    try await bench.begin([.numbered(1)])
    for _ in 1...3 {
      await bench.center.setVisibleRows(rows(1...1))
      await bench.center.setVisibleRows([])
    }
    let session = try #require(await bench.center.session)
    try await bench.center.switchIdentity(to: .user("ben"))
    // Drawn for Anna before Ben came.
    await bench.center.setVisibleRows(rows(1...1), in: session.id)
    await bench.center.setVisibleRows([VisibleRow(.numbered(1), .partial)])
    try await bench.center.switchIdentity(to: .user("anna"))
    await bench.center.setVisibleRows(rows(1...1))
    await bench.center.setVisibleRows([])
    await bench.center.setVisibleRows(rows(1...1))
    await bench.center.stop()
    let next = try CoreBench(identity: .user("anna"), archive: archive)
    try await next.begin([.numbered(1)])
    await next.center.setVisibleRows([VisibleRow(.numbered(1), .covered)])
    #expect(
      try await lines(next) == [
        "anna: display m1 · session 1: attempts 4, suppressed 3: already displayed 2, identity changed 1, sent 1, "
          + "acknowledged 1",
        "anna: display m1 · session 3: attempts 2, suppressed 1: already displayed, sent 1, acknowledged 1",
        "ben: display m1 · session 2: attempts 1, suppressed 1: not fully visible",
        "anna: display m1 · session 4: attempts 1, suppressed 1: hidden by a dialog",
      ])
  }

  @Test("EN-3 EN-9 attempts of two programs at once whose sessions count to one number are told apart")
  func twoPrograms() async throws {
    let archive = try InboxDatabase.inMemory()
    let benches = try (1...2).map { _ in try CoreBench(identity: .user("anna"), archive: archive) }
    for bench in benches { try await bench.begin([.numbered(1)]) }
    await benches[0].center.setVisibleRows(rows(1...1))
    await benches[0].center.waitUntilIdle()
    await benches[1].center.setVisibleRows([VisibleRow(.numbered(1), .covered)])
    await benches[1].center.waitUntilIdle()
    #expect(
      try await lines(benches[0]) == [
        "anna: display m1 · session 1: attempts 1, sent 1, acknowledged 1",
        "anna: display m1 · session 1: attempts 1, suppressed 1: hidden by a dialog",
      ])
    for bench in benches { await bench.center.stop() }
  }

  @Test("EN-9 of rows that come after the end of their session only those are attempts that were not in view")
  func late() async throws {
    let bench = try CoreBench(identity: .user("anna"))
    try await bench.begin([.numbered(1), .numbered(2)])
    await bench.center.setVisibleRows(rows(1...1))
    let session = try #require(await bench.center.session)
    await bench.center.disappear()
    for _ in 1...2 { await bench.center.setVisibleRows(rows(1...2), in: session.id) }
    await bench.center.waitUntilIdle()
    #expect(
      try await lines(bench) == [
        "anna: display m1 · session 1: attempts 1, sent 1, acknowledged 1",
        "anna: display m2 · session 1: attempts 1, suppressed 1: no session",
      ])
  }

  @Test("EN-5 EN-9 the repeat of an open in flight is an attempt that was suppressed")
  func opens() async throws {
    let gate = ScriptedBackEnd()
    let archive = WatchedArchive(try .inMemory()) { call async throws(InboxError) in
      if call == .setRead { await gate.pass() }
    }
    let bench = try CoreBench(archive: archive)
    try await bench.begin([.numbered(1)])
    await gate.hold()
    let first = Task { try await bench.center.open(.numbered(1)) }
    await gate.held()
    #expect(try await bench.center.open(.numbered(1)) == nil)
    await gate.release()
    _ = try await first.value
    await bench.center.waitUntilIdle()
    #expect(
      try await lines(bench) == [
        "this device: open m1 · session 1: attempts 2, suppressed 1: the same open is still in flight, sent 1, "
          + "acknowledged 1"
      ])
  }

  @Test("EN-4 EN-9 looking waits for no disk; what gathers while one write is on its way is the next one")
  func gathers() async throws {
    let gate = ScriptedBackEnd()
    let log = Log()
    let archive = WatchedArchive(try .inMemory()) { call async throws(InboxError) in
      guard case .suppress(let attempts) = call else { return }
      await log.add(attempts.reduce(0) { $0 + $1.count })
      await gate.pass()
    }
    let bench = try CoreBench(archive: archive)
    try await bench.begin([])
    await gate.hold()
    await bench.center.setVisibleRows([VisibleRow(.numbered(1), .partial)])
    await gate.held()
    for number in 2...5 { await bench.center.setVisibleRows([VisibleRow(.numbered(number), .partial)]) }
    await gate.release()
    await bench.center.waitUntilIdle()
    #expect(await log.counts == [1, 4])
    #expect(try await archive.suppressed().count == 5)
  }

  private actor Log {
    var counts: [Int] = []
    func add(_ count: Int) { counts.append(count) }
  }

  @Test("EN-7 a kill may lose what was only gathered, and writes nothing after it")
  func killed() async throws {
    let gate = ScriptedBackEnd()
    let archive = WatchedArchive(try .inMemory()) { call async throws(InboxError) in
      if case .record = call { await gate.pass() }
    }
    let bench = try CoreBench(archive: archive)
    try await bench.begin([.numbered(1)])
    await gate.hold()
    await bench.center.setVisibleRows(rows(1...1))
    await gate.held()
    await bench.center.setVisibleRows([VisibleRow(.numbered(2), .partial)])
    await bench.center.abandon()
    await gate.release()
    await bench.center.waitUntilIdle()
    #expect(try await archive.suppressed().isEmpty)
    #expect(try await archive.deliveries().count == 1)
  }
}
