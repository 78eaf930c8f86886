import Foundation
import InboxEvidence
import InboxModel
import InboxStore
import InboxTestSupport
import Testing

@testable import InboxCore

/// Marks of a person on their way to a server that takes them, on a real database.
@Suite(.queued)
struct ChangeTests {
  private let maria = Identity.user("maria")
  private let jonas = Identity.user("jonas")
  private let clock = VirtualClock.standing()
  private let archive: InboxDatabase

  init() throws { archive = try .inMemory() }

  private func core(_ server: MarkingServer, adopts: Bool = true) -> MessageCenter {
    var settings = MessageCenterSettings(centers: .primaryOnly)
    settings.receivesPushes = false
    settings.adoptsOutbox = adopts
    return MessageCenter(
      settings: settings, identity: maria, backEnd: server.port, archive: archive, time: clock.time,
      random: RandomSource(id: { UUID() }, jitter: { 0.5 }))
  }

  /// A core that has fetched what its server lists.
  private func begun(_ server: MarkingServer, connected: Bool = true) async throws -> MessageCenter {
    let center = core(server)
    try await center.start()
    if connected { await center.connect() } else { try await center.refresh(.primary) }
    await center.waitUntilIdle()
    return center
  }

  private func server(
    _ messages: [Int] = [1, 2, 3], takes: Set<MessageChange.Kind> = Set(MessageChange.Kind.allCases)
  ) -> MarkingServer {
    let server = MarkingServer(takes: takes)
    server.list(messages, for: maria)
    return server
  }

  /// Which of the messages that are listed are read here.
  private func read(_ center: MessageCenter) async throws -> Set<String> {
    Set(try await center.window().rows.filter { $0.read != nil }.map(\.key.id.rawValue))
  }

  /// Lets the timer fire until something is so.
  private func retry(_ center: MessageCenter, until isTrue: () -> Bool) async throws {
    try await until {
      if isTrue() { return true }
      await center.waitUntilIdle()
      try await clock.sleepers()
      clock.advance(by: .seconds(1))
      await center.waitUntilIdle()
      return isTrue()
    }
  }

  @Test(
    "VE-4 VE-6 read, unread and delete hold here at once, and reach the server in order, with their stamp")
  func order() async throws {
    let server = server()
    let center = try await begun(server)
    let published = await UpdateLog(center)
    for (number, kind) in [(1, "read"), (2, "delete"), (1, "unread")] {
      switch kind {
      case "delete": try await center.setDeleted(.numbered(number), true)
      default: try await center.mark(.numbered(number), read: kind == "read")
      }
      await center.waitUntilIdle()
    }
    #expect(server.requests == ["read m1 for maria", "delete m2 for maria", "unread m1 for maria"])
    #expect(Set(server.changes.compactMap(\.stamp)) == [MessageStamp("maria fetch 1")])
    #expect(await published.snapshot()?.outbox.waiting == 0)
    let history = try await center.detail(.numbered(2)).history.lines.map(\.text)
    #expect(history.contains("deleted for the server, sent"))
    let whys = await published.whys()
    for why in [
      "marked read: waits to be sent to Marks", "marked read: acknowledged",
      "deleted: acknowledged", "marked unread: acknowledged",
    ] { #expect(whys.contains(why), "\(whys)") }
  }

  @Test("VE-4 VE-5 an open marks the message read on the server, too")
  func open() async throws {
    let server = server()
    let center = try await begun(server)
    _ = try await center.open(.numbered(3))
    await center.waitUntilIdle()
    #expect(server.requests == ["read m3 for maria"])
    await center.stop()
  }

  @Test("MC-18 a server that takes nothing is asked nothing, and nothing waits for it")
  func takesNone() async throws {
    let bench = try CoreBench(archive: archive)
    try await bench.begin([.numbered(1), .numbered(2)])
    try await bench.center.mark(.numbered(1), read: true)
    try await bench.center.setDeleted(.numbered(2), true)
    _ = try await bench.center.open(.numbered(1))
    await bench.center.waitUntilIdle()
    #expect(try await archive.queuedChanges().isEmpty)
    #expect(await bench.snapshot()?.outbox.waiting == 0)
    await bench.center.stop()
  }

  @Test(
    "VE-4 what was tried and what was not is one change of each message: the last mark, or the delete",
    arguments: [true, false])
  func coalesced(wasTried: Bool) async throws {
    let server = server([1, 2, 3, 4])
    server.meets(.fails(.timedOut(seconds: 10)))
    let center = try await begun(server, connected: wasTried)
    let published = await UpdateLog(center)
    try await center.mark([.numbered(1), .numbered(2), .numbered(3)], read: true)
    await center.waitUntilIdle()
    try await center.mark(.numbered(1), read: false)
    try await center.mark(.numbered(1), read: true)
    try await center.mark(.numbered(3), read: false)
    try await center.setDeleted(.numbered(2), true)
    try await center.mark(.numbered(4), read: true)
    #expect(await published.snapshot()?.outbox.waiting == (wasTried ? 4 : 3))
    server.meets(nil)
    if wasTried {
      try await retry(center) { server.changes.count >= 4 }
    } else {
      await center.connect()
      await center.waitUntilIdle()
    }
    let sent = server.changes.map { "\($0.kind.rawValue) \($0.message.id)" }
    // What was tried may have arrived, so the server is asked to mark it unread; what never left is taken back.
    #expect(sent.filter { $0 != "unread m3" } == ["read m1", "delete m2", "read m4"])
    #expect(sent.contains("unread m3") == wasTried)
    await center.stop()
  }

  @Test("VE-4 what certainly reached no server was not tried: nothing is sent, or said, of it")
  func unreached() async throws {
    let server = server([1, 2])
    server.meets(.fails(.noNetwork("x")))
    let center = try await begun(server)
    let published = await UpdateLog(center)
    try await center.mark(.numbered(1), read: true)
    try await center.setDeleted(.numbered(2), true)
    await center.waitUntilIdle()
    try await center.mark(.numbered(1), read: false)
    try await center.setDeleted(.numbered(2), false)
    #expect(await center.waitingChanges == 0)
    #expect(
      await published.whys().contains {
        $0.hasPrefix("restored: ") && $0.hasSuffix("has not seen the delete")
      })
    server.meets(nil)
    clock.advance(by: .seconds(60))
    await center.waitUntilIdle()
    #expect(server.changes.isEmpty)
    await center.stop()
  }

  @Test("VE-4 a change whose response was lost is sent again under its id until the response comes")
  func lost() async throws {
    let server = server()
    let center = try await begun(server)
    let published = await UpdateLog(center)
    server.meets(.losesResponse(.responseLost("x")))
    try await center.mark(.numbered(1), read: true)
    await center.waitUntilIdle()
    #expect(await published.snapshot()?.outbox.waiting == 1)
    server.meets(nil)
    try await retry(center) { server.changes.count >= 2 }
    #expect(server.requests == ["read m1 for maria", "read m1 for maria"])
    #expect(Set(server.changes.map(\.id)).count == 1)
    #expect(await published.snapshot()?.outbox.waiting == 0)
    #expect(await published.whys().contains { $0.hasPrefix("marked read: waiting: ") })
  }

  @Test("VE-4 what a response does not list is offered again, and what it lists is not")
  func partly() async throws {
    let server = server()
    let center = try await begun(server)
    server.meets(.takes(1))
    try await center.mark([.numbered(1), .numbered(2)], read: true)
    await center.waitUntilIdle()
    server.meets(nil)
    try await retry(center) { server.requests.count >= 2 }
    #expect(server.requests == ["read m1, read m2 for maria", "read m2 for maria"])
    await center.stop()
  }

  @Test("VE-4 a change that is refused is settled with its reason, holds here, and stops no other")
  func refused() async throws {
    let server = server()
    let center = try await begun(server)
    let published = await UpdateLog(center)
    server.meets(.refuses(MessageID("m2"), .refused(status: 422, detail: "no such message")))
    try await center.mark([.numbered(1), .numbered(2), .numbered(3)], read: true)
    await center.waitUntilIdle()
    let alone = server.requests.dropFirst()
    #expect(alone == ["read m1 for maria", "read m2 for maria", "read m3 for maria"])
    #expect(try await read(center) == ["m1", "m2", "m3"])
    #expect(await published.snapshot()?.outbox.waiting == 0)
    let history = try await center.detail(.numbered(2)).history.lines.map(\.text)
    #expect(history.contains { $0.hasPrefix("marked read for the server, refused: ") })
    let report = try await center.deliveryReport(of: maria)
    #expect(!report.isProven && report.refused.count == 1)
    #expect(report.refused.first?.hasPrefix("read of m2 (") == true, "\(report.refused)")
    #expect(try await center.deliveryReport(of: jonas).refused.isEmpty)
    // What is taken later is no longer refused.
    server.meets(nil)
    try await center.mark(.numbered(2), read: false)
    await center.waitUntilIdle()
    try await center.mark(.numbered(2), read: true)
    await center.waitUntilIdle()
    let later = try await center.deliveryReport().refused
    #expect(later.isEmpty, "\(later) \(server.requests)")
    #expect(
      await published.whys().contains {
        $0.hasPrefix("marked read: refused; on this device only")
      })
  }

  @Test("VE-4 EN-8 refused credentials pause it, and it goes on once the server takes them")
  func paused() async throws {
    let server = server()
    let center = try await begun(server)
    let published = await UpdateLog(center)
    server.meets(.fails(.invalidToken(status: 401)))
    try await center.mark(.numbered(1), read: true)
    await center.waitUntilIdle()
    #expect(await published.snapshot()?.outbox.paused == .invalidToken(status: 401))
    server.meets(nil)
    try await center.mark(.numbered(2), read: true)
    await center.waitUntilIdle()
    #expect(server.requests == [])
    try await center.refresh(.primary)
    await center.waitUntilIdle()
    #expect(server.requests == ["read m1, read m2 for maria"])
    #expect(await published.snapshot()?.outbox.paused == nil)
    await center.stop()
  }

  @Test("VE-4 EN-7 what a killed run left is sent by the next one that owns the outbox, and by no other")
  func killed() async throws {
    let server = server()
    server.meets(.fails(.noNetwork("x")))
    let first = try await begun(server)
    try await first.mark(.numbered(1), read: true)
    try await first.setDeleted(.numbered(2), true)
    await first.waitUntilIdle()
    await first.abandon()
    server.meets(nil)
    for adopts in [false, true] {
      let next = core(server, adopts: adopts)
      try await next.start()
      await next.connect()
      await next.waitUntilIdle()
      #expect(server.requests == (adopts ? ["read m1, delete m2 for maria"] : []))
      await next.stop()
    }
  }

  @Test(
    "VE-4 VE-6 MC-12 a person's changes go out under that person, no matter who reads by now, and never with another's"
  )
  func people() async throws {
    let server = server()
    server.list([1, 2], for: jonas)
    server.meets(.fails(.noNetwork("x")))
    let center = try await begun(server)
    let published = await UpdateLog(center)
    try await center.mark(.numbered(1), read: true)
    try await center.switchIdentity(to: jonas)
    await center.waitUntilIdle()
    try await center.mark(.numbered(2), read: true)
    await center.waitUntilIdle()
    server.meets(nil)
    try await retry(center) { server.changes.count >= 2 }
    #expect(server.requests == ["read m1 for maria", "read m2 for jonas"])
    #expect(server.changes.map(\.stamp?.text) == ["maria fetch 1", "jonas fetch 2"])
    #expect(try await archive.message(.numbered(1), of: jonas)?.read == nil)
    #expect(await published.whys().contains("marked read: acknowledged (maria)"))
  }

  @Test("VE-4 a server's “read” arrives here, and its silence makes nothing unread")
  func readElsewhere() async throws {
    let server = server()
    let center = try await begun(server)
    let published = await UpdateLog(center)
    server.list([1, 2, 3, 4], read: [1, 4], for: maria)
    try await center.refresh(.primary)
    #expect(try await read(center) == ["m1", "m4"])
    #expect(await published.snapshot()?.unread == 2)
    server.list([1, 2, 3, 4], for: maria)
    try await center.refresh(.primary)
    #expect(try await read(center) == ["m1", "m4"])
    #expect(server.requests == [])
    #expect(await published.whys().count { $0 == "read on another device" } == 2)
  }

  @Test("VE-4 a mark that the server does not take holds here, also when it says read again and again")
  func unreadHere() async throws {
    let server = server(takes: [.read])
    let center = try await begun(server)
    let published = await UpdateLog(center)
    try await center.mark(.numbered(1), read: true)
    await center.waitUntilIdle()
    try await center.mark(.numbered(1), read: false)
    for _ in 1...2 { try await center.refresh(.primary) }
    #expect(try await read(center) == [])
    // There it is read already.
    try await center.mark(.numbered(1), read: true)
    await center.waitUntilIdle()
    #expect(server.requests == ["read m1 for maria"])
    let whys = await published.whys()
    #expect(whys.contains("marked unread on this device only: Marks takes no such mark"))
    #expect(whys.contains("marked read: Marks holds that already, so nothing is sent"))
  }

  @Test(
    "VE-4 what is read and then unread before the server has it is not sent as read, tried or not",
    arguments: [true, false])
  func unreadBefore(wasTried: Bool) async throws {
    let server = server(takes: [.read])
    if wasTried { server.meets(.fails(.timedOut(seconds: 10))) }
    let center = try await begun(server, connected: wasTried)
    try await center.mark(.numbered(1), read: true)
    await center.waitUntilIdle()
    try await center.mark(.numbered(1), read: false)
    await center.waitUntilIdle()
    #expect(await center.waitingChanges == 0)
    server.meets(nil)
    if !wasTried { await center.connect() }
    clock.advance(by: .seconds(60))
    await center.waitUntilIdle()
    #expect(server.requests == [])
    #expect(try await read(center) == [])
    // What is read once more is sent, as the server may hold either.
    try await center.mark(.numbered(1), read: true)
    try await retry(center) { server.requests == ["read m1 for maria"] }
    await center.stop()
  }

  @Test("VE-4 MC-12 a change that waits for another application is neither sent nor taken for this one's")
  func otherApplication() async throws {
    func origin(_ application: String, _ run: Int) -> ChangeOrigin {
      ChangeOrigin(run: .numbered(run), time: .at(0), takes: [.read, .unread], application: application)
    }
    _ = try await archive.merge(
      MergeRequest(
        identity: maria, center: .primary, page: FetchedPage(messages: [.numbered(1)]), now: .at(0)))
    _ = try await archive.setRead([.numbered(1)], of: maria, at: .at(0), queuing: origin("one", 1))
    _ = try await archive.setRead([.numbered(1)], of: maria, at: nil, queuing: origin("two", 2))
    _ = try await archive.setRead([.numbered(1)], of: maria, at: .at(1), queuing: origin("two", 2))
    let runs = try await archive.endedRuns()
    for application in ["one", "two"] {
      let page = try await archive.waitingChanges(
        OutboxScope(runs: runs, application: application), limit: 10)
      #expect(page.items.map(\.kind) == [.read], "\(application)")
    }
    let scope = OutboxScope(runs: [], application: "two")
    let held = try await archive.held(events: scope, changes: scope, tracking: OutboxScope(runs: []))
    #expect(held == [HeldRows(application: "one", person: maria, count: 1)])
  }

  @Test("VE-4 a page that was asked for before the server took a change says nothing of that message")
  func stale() async throws {
    let server = server()
    server.list([1, 2], read: [1, 2], for: maria)
    let center = try await begun(server)
    await server.fetchGate.hold()
    let refresh = Task { try await center.refresh(.primary) }
    await server.fetchGate.held()
    try await center.mark(.numbered(1), read: false)
    try await until { server.requests == ["unread m1 for maria"] }
    await server.fetchGate.release()
    _ = try await refresh.value
    await center.waitUntilIdle()
    #expect(try await read(center) == ["m2"])
    // What is read elsewhere afterwards is news.
    server.list([1, 2], read: [1], for: maria)
    try await center.refresh(.primary)
    #expect(try await read(center) == ["m1", "m2"])
    await center.stop()
  }

  @Test("VE-4 a message whose delete waits or was taken does not come back by a fetch")
  func deleted() async throws {
    let server = server()
    server.meets(.fails(.noNetwork("x")))
    let center = try await begun(server)
    try await center.setDeleted(.numbered(1), true)
    try await center.refresh(.primary)
    #expect(try await center.window().rows.map(\.key) == [.numbered(3), .numbered(2)])
    server.meets(nil)
    try await retry(center) { !server.requests.isEmpty }
    // As a server does whose list is behind.
    server.list([1, 2, 3], for: maria)
    for _ in 1...2 { try await center.refresh(.primary) }
    #expect(try await center.window().rows.map(\.key) == [.numbered(3), .numbered(2)])
    #expect(server.requests == ["delete m1 for maria"])
    await center.stop()
  }

  @Test(
    "VE-4 a delete is undone while it has not been sent; afterwards the message is back here alone, and that is said"
  )
  func undone() async throws {
    let server = server()
    let offline = try await begun(server, connected: false)
    try await offline.mark(.numbered(1), read: true)
    try await offline.setDeleted(.numbered(1), true)
    try await offline.setDeleted(.numbered(1), false)
    await offline.connect()
    await offline.waitUntilIdle()
    // It was read before it was deleted.
    #expect(server.requests == ["read m1 for maria"])
    let published = await UpdateLog(offline)
    try await offline.setDeleted(.numbered(2), true)
    await offline.waitUntilIdle()
    try await offline.setDeleted(.numbered(2), false)
    await offline.waitUntilIdle()
    #expect(server.requests == ["read m1 for maria", "delete m2 for maria"])
    #expect(try await offline.window().rows.map(\.key) == [.numbered(3), .numbered(2), .numbered(1)])
    #expect(
      await published.whys().contains(
        "restored on this device only: Marks has deleted it and cannot undo that"))
  }

  @Test("VE-4 a delete that is undone on its way is not sent again, and its response is remembered")
  func undoneInFlight() async throws {
    let server = server()
    let center = try await begun(server)
    let published = await UpdateLog(center)
    await server.changeGate.hold()
    try await center.setDeleted(.numbered(1), true)
    await server.changeGate.held()
    try await center.setDeleted(.numbered(1), false)
    await server.changeGate.release()
    await center.waitUntilIdle()
    #expect(server.requests == ["delete m1 for maria"])
    #expect(try await archive.message(.numbered(1), of: maria)?.deleted == nil)
    #expect(await published.snapshot()?.outbox.waiting == 0)
    let whys = await published.whys()
    #expect(whys.contains { $0.contains("may have deleted it and cannot undo that") })
  }

  @Test(
    "VE-4 a change that is taken back before it left is not sent, also when that happens at the last moment")
  func takenBack() async throws {
    let server = server()
    let center = try await begun(server, connected: false)
    let origin = ChangeOrigin(run: .numbered(1), time: .at(0), takes: [.read, .unread])
    _ = try await archive.setRead([.numbered(1)], of: maria, at: .at(0), queuing: origin)
    let page = try await archive.waitingChanges(runs: [.numbered(1)], limit: 10)
    #expect(page.items.map(\.kind) == [.read] && page.total == 1)
    _ = try await archive.setRead([.numbered(1)], of: maria, at: nil, queuing: origin)
    #expect(try await archive.triedChanges(page.items.map(\.id)).isEmpty)
    #expect(try await archive.waitingChanges(runs: [.numbered(1)], limit: 10).total == 0)
    await center.stop()
  }
}
