import Corpus
import Foundation
import InboxModel
import InboxStore
import InboxTestSupport
import NIOConcurrencyHelpers
import Testing

@testable import InboxCore

@Suite(.queued)
struct EngagementTests {
  private func rows(_ numbers: ClosedRange<Int>) -> [VisibleRow] { numbers.map { VisibleRow(.numbered($0)) } }

  @Test("EN-2 EN-8 a display is reported once per session, and again in the next")
  func displays() async throws {
    let bench = try CoreBench()
    try await bench.begin((1...3).map { .numbered($0) })
    await bench.center.setVisibleRows(rows(1...3))
    await bench.center.setVisibleRows([])
    await bench.center.setVisibleRows(rows(1...3))
    #expect(await bench.reports() == ["display m1", "display m2", "display m3"])
    await bench.center.disappear()
    await bench.center.appear()
    await bench.center.setVisibleRows(rows(2...2))
    #expect(await bench.reports().last == "display m2")
    #expect(await bench.reports().count == 4)
    let sessions = await bench.backEnd.reported.map(\.session?.number)
    #expect(sessions == [1, 1, 1, 2])
  }

  @Test("EN-3 appear begins a session, disappear ends it, repeats change nothing")
  func sessions() async throws {
    let bench = try CoreBench()
    try await bench.begin([])
    let session = try #require(await bench.center.session)
    await bench.center.appear()
    #expect(await bench.center.session == session)
    for _ in 1...2 {
      await bench.center.disappear()
      #expect(await bench.center.session == nil)
    }
    await bench.center.appear()
    #expect(await bench.center.session?.number == session.number + 1)
  }

  @Test("EN-5 each gesture is one open, with or without a session, and never a double while in flight")
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
    #expect(try await first.value != nil)
    #expect(await bench.reports() == ["open m1"])
    await bench.center.disappear()
    #expect(try await bench.center.open(.numbered(1)) != nil)
    #expect(await bench.reports() == ["open m1", "open m1"])
    #expect(await bench.backEnd.reported.map(\.session?.number) == [1, nil])
  }

  @Test("EN-11 MC-18 opening marks read here and reports an open, nothing else")
  func openMarksRead() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1)])
    _ = try await bench.center.open(.numbered(1))
    #expect(await bench.reports() == ["open m1"])
    #expect(try await bench.center.message(.numbered(1))?.read == .at(0))
    try await bench.center.mark(.numbered(1), read: false)
    try await bench.center.setDeleted(.numbered(1), true)
    #expect(await bench.reports() == ["open m1"])
  }

  @Test("EN-5 EN-11 what is no longer in the list is not opened, whatever a front still shows")
  func goneMessage() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1), .numbered(2)])
    let revision = try #require(await bench.snapshot()).revision
    // As another program does it: the core hears nothing of it.
    _ = try await bench.archive.setDeleted([.numbered(1)], of: .device("d1"), at: .at(0), queuing: nil)
    let error = await #expect(throws: InboxError.self) { try await bench.center.open(.numbered(1)) }
    #expect(error?.description.hasPrefix("“m1” is gone since ") == true)
    #expect(await bench.reports() == [])
    let later = try #require(await bench.snapshot()).revision
    #expect(later > revision)
    #expect(try await bench.center.open(.numbered(2)) != nil)
  }

  @Test("EN-5 MC-10 a message that expires while its open waits for the disk was opened all the same")
  func openedBeforeExpiry() async throws {
    let gate = ScriptedBackEnd()
    let archive = WatchedArchive(try .inMemory()) { call async throws(InboxError) in
      if call == .message { await gate.pass() }
    }
    let bench = try CoreBench(archive: archive)
    try await bench.begin([.numbered(1, expiry: .at(60))])
    await gate.hold()
    let opening = Task { try await bench.center.open(.numbered(1)) }
    await gate.held()
    bench.clock.advance(by: .seconds(60))
    await gate.release()
    #expect(try await opening.value?.key == .numbered(1))
    #expect(await bench.reports() == ["open m1"])
    #expect(await bench.backEnd.reported.map(\.time) == [.at(0)])
    await #expect(throws: InboxError.self) { try await bench.center.open(.numbered(1)) }
  }

  @Test("EN-5 a message that is not there is an error and no open")
  func unknownMessage() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1)])
    await #expect(throws: InboxError.unknownMessage("m9")) { try await bench.center.open(.numbered(9)) }
    #expect(await bench.reports() == [])
  }

  @Test("EN-3 with displays at session end they leave at the disappearance, opens at once")
  func atSessionEnd() async throws {
    var settings = MessageCenterSettings(centers: .primaryOnly)
    settings.displayDelivery = .atSessionEnd
    let bench = try CoreBench(settings: settings)
    try await bench.begin((1...2).map { .numbered($0) })
    await bench.center.setVisibleRows(rows(1...2))
    _ = try await bench.center.open(.numbered(2))
    #expect(await bench.reports() == ["open m2"])
    await bench.center.disappear()
    #expect(await bench.reports() == ["open m2", "display m1", "display m2"])
  }

  @Test("EN-3 with ends-on-open an open ends the session, as a phone's detail screen does")
  func endsOnOpen() async throws {
    var settings = MessageCenterSettings(centers: .primaryOnly)
    settings.sessionEndsOnOpen = true
    let bench = try CoreBench(settings: settings)
    try await bench.begin([.numbered(1)])
    _ = try await bench.center.open(.numbered(1))
    #expect(await bench.snapshot()?.session == nil)
    await bench.center.appear()
    #expect(await bench.snapshot()?.session?.number == 2)
  }

  @Test("EN-4 telling what is on the screen does not wait for the disk")
  func noWait() async throws {
    let gate = ScriptedBackEnd()
    await gate.hold()
    let archive = WatchedArchive(try .inMemory()) { call async throws(InboxError) in
      if case .record = call { await gate.pass() }
    }
    let bench = try CoreBench(archive: archive)
    try await bench.begin([.numbered(1)])
    await bench.center.setVisibleRows(rows(1...1))
    await gate.held()
    #expect(await bench.backEnd.reported.isEmpty)
    await gate.release()
    #expect(await bench.reports() == ["display m1"])
  }

  @Test(
    "EN-2 EN-7 displays that come while others are written are one transaction; none is lost, doubled or turned round"
  )
  func together() async throws {
    let gate = ScriptedBackEnd()
    await gate.hold()
    let sizes = NIOLockedValueBox<[Int]>([])
    let archive = WatchedArchive(try .inMemory()) { call async throws(InboxError) in
      guard case .record(let events) = call else { return }
      sizes.withLockedValue { $0.append(events.count) }
      await gate.pass()
    }
    let bench = try CoreBench(archive: archive)
    try await bench.begin((1...60).map { .numbered($0) })
    await bench.center.setVisibleRows(rows(1...1))
    await gate.held()
    for number in 2...60 { await bench.center.setVisibleRows(rows(1...number)) }
    #expect(await bench.center.displays.displayBatches.count == 59)
    await gate.release()
    #expect(await bench.reports() == (1...60).map { "display m\($0)" })
    #expect(sizes.withLockedValue { $0 } == [1, 59])
    #expect(await Set(bench.backEnd.reported.map(\.id)).count == 60)
  }

  @Test("EN-2 EN-7 what a transaction that failed held goes out ahead of what was displayed since, each once")
  func togetherFailed() async throws {
    let gate = ScriptedBackEnd()
    await gate.hold()
    let isBroken = NIOLockedValueBox(true)
    let archive = WatchedArchive(try .inMemory()) { call async throws(InboxError) in
      guard case .record = call else { return }
      await gate.pass()
      if isBroken.withLockedValue({ $0 }) { throw .storeUnavailable(path: "x", reason: "the disk is full") }
    }
    let bench = try CoreBench(archive: archive)
    try await bench.begin((1...4).map { .numbered($0) })
    for number in 1...4 { await bench.center.setVisibleRows(rows(1...number)) }
    await gate.release()
    await bench.center.waitUntilIdle()
    isBroken.withLockedValue { $0 = false }
    await bench.backEnd.set((1...5).map { .numbered($0) })
    await bench.center.setVisibleRows(rows(1...5))
    #expect(await bench.reports() == (1...5).map { "display m\($0)" })
  }

  @Test("EN-3 of the sessions that are over only the newest are remembered")
  func formerSessions() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1)])
    let first = try #require(await bench.center.session).id
    for _ in 0..<102 {
      await bench.center.disappear()
      await bench.center.appear()
    }
    #expect(await bench.center.visit.former.count == 100)
    // A row of one that is long forgotten is not reported, no matter who reports it.
    await bench.center.setVisibleRows(rows(1...1), in: first)
    #expect(await bench.reports() == [])
  }

  @Test("EN-9 a display has why lines when it is queued, sent, not fully visible or displayed before")
  func whyLines() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1), .numbered(2)])
    let updates = await bench.center.updates()
    await bench.center.setVisibleRows([VisibleRow(.numbered(1)), VisibleRow(.numbered(2), .partial)])
    await bench.center.waitUntilIdle()
    await bench.center.setVisibleRows([])
    await bench.center.setVisibleRows(rows(1...1))
    await bench.center.waitUntilIdle()
    await bench.center.stop()
    var lines: [String] = []
    for await update in updates {
      lines += update.entries.filter { $0.label == "display" }.map(\.why)
    }
    #expect(
      lines == [
        "suppressed: not fully visible", "queued: first display in session 1", "acknowledged",
        "suppressed: already displayed in session 1",
      ])
  }

  @Test("EN-3 stopping ends the session, flushes, and does not wait longer than it may")
  func stops() async throws {
    let bench = try CoreBench()
    try await bench.begin([.numbered(1)])
    await bench.backEnd.hold()
    await bench.center.setVisibleRows(rows(1...1))
    await bench.backEnd.held()
    let stopping = Task {
      await bench.center.stop(within: .seconds(2))
      await bench.backEnd.release()
    }
    try await until {
      bench.clock.advance(by: .seconds(1))
      return await !bench.backEnd.isHeld
    }
    await stopping.value
    #expect(try await bench.waiting().count == 1)
  }
}
