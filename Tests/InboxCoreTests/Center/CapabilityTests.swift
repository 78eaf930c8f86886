import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxStore
import InboxTestSupport
import InboxVendors
import Testing

/// What the core does, and says, for a vendor that lacks what Responsys has.
@Suite(.queued)
struct CapabilityTests {
  private let back: OneListBackEnd
  private let center: MessageCenter
  private let clock = VirtualClock.standing()

  init() throws {
    back = OneListBackEnd()
    center = MessageCenter(
      settings: MessageCenterSettings(centers: .primaryOnly), identity: .user("maria"), backEnd: back.port,
      archive: try InboxDatabase.inMemory(), time: clock.time)
  }

  private func journal(_ body: () async throws -> Void) async throws -> [JournalEntry] {
    let updates = await center.updates()
    try await body()
    await center.waitUntilIdle()
    await center.stop()
    var entries: [JournalEntry] = []
    for await update in updates { entries += update.entries }
    return entries
  }

  private func show(_ number: Int) async {
    await center.setVisibleRows([
      VisibleRow(.numbered(number)),
      VisibleRow(.numbered(number + 1), .covered),
    ])
  }

  @Test(
    "VE-2 EN-1 without a display event nothing is reported, suppressed or counted, and the session says so")
  func displays() async throws {
    back.list([.numbered(1), .numbered(2)])
    let entries = try await journal {
      try await center.start()
      await center.appear()
      await center.connect()
      await center.waitUntilIdle()
      await show(1)
      await show(1)
      _ = try await center.open(.numbered(1))
    }
    let report = try await center.deliveryReport()
    #expect(back.reported == ["open m1"])
    #expect(report.rows.map(\.place.kind) == [.open])
    #expect(report.rows.allSatisfy { $0.suppressedCount == 0 })
    #expect(report.lacks == ["Boxline has no display event."])
    #expect(report.summary.contains("Boxline has no display event."))
    #expect(report.json()["lacks"]?.elements?.count == 1)
    let sessions = entries.filter { $0.label == "session" }.map(\.why)
    #expect(sessions == ["session 1 begins; Boxline has no display event.", "session 1 ends"])
    #expect(!entries.contains { $0.label == "display" })
    #expect(entries.contains { $0.label == "fetch" && $0.why.hasPrefix("Inbox: 2 messages") })
    #expect(back.others == [])
  }

  @Test("VE-2 EN-5 without an open event an open shows the message, marks it read, and is not an attempt")
  func opens() async throws {
    var capabilities = OneListBackEnd.capabilities
    capabilities.opens = false
    let back = OneListBackEnd(capabilities)
    let center = MessageCenter(
      settings: MessageCenterSettings(centers: .primaryOnly), identity: .user("maria"), backEnd: back.port,
      archive: try InboxDatabase.inMemory(), time: clock.time)
    back.list([.numbered(1)])
    try await center.start()
    await center.connect()
    await center.waitUntilIdle()
    #expect(try await center.open(.numbered(1))?.read != nil)
    await center.stop()
    let report = try await center.deliveryReport()
    #expect(report.rows == [] && report.isProven && back.reported == [])
    #expect(
      report.summary == "Nothing was reported. Boxline has no display event. Boxline has no open event.")
  }

  @Test("VE-2 BD-1 MC-1 what the vendor lacks is refused in words, and no one is asked")
  func refused() async throws {
    try await center.start()
    await center.connect()
    await #expect(throws: InboxError.unsupported("Boxline has no badge.")) {
      _ = try await center.setBadge(3)
    }
    let noSwitch = InboxError.unsupported("Boxline has no switch that turns its inbox off.")
    await #expect(throws: noSwitch) { try await center.setEnabled(false) }
    await center.waitUntilIdle()
    await center.stop()
    #expect(back.others == [])
  }

  @Test(
    "VE-2 MC-6 where the vendor has no cache nothing is dropped from it; where it has one, its days count")
  func retention() throws {
    #expect(center.retention == nil)
    let bench = try CoreBench()
    #expect(bench.center.retention == RetentionPolicy(days: 15))
    var settings = MessageCenterSettings(centers: .primaryOnly)
    settings.retention = RetentionPolicy(days: 3)
    #expect(try CoreBench(settings: settings).center.retention == RetentionPolicy(days: 3))
  }

  @Test(
    "VE-2 every feature is said to be lacking of a vendor that has nothing, and of Responsys what it has no event for"
  )
  func words() {
    let none = Capabilities(vendor: "Nobody")
    for feature in Capabilities.Feature.allCases {
      #expect(none.lack(of: feature)?.hasPrefix("Nobody has ") == true, "\(feature)")
      let lacks: Set<Capabilities.Feature> = [.clicks, .closes, .deliveries, .readBack]
      #expect(
        (ResponsysBackEnd.capabilities.lack(of: feature) != nil) == lacks.contains(feature), "\(feature)")
    }
    #expect(ResponsysBackEnd.capabilities.place(of: .here) == "on this device only")
    #expect(none.place(of: .server) == "also at Nobody")
  }

  @Test(
    "VE-2 capabilities that were written when there were fewer are read; what they do not name is not there")
  func older() throws {
    let text = #"{"vendor": "Old", "lists": "centers", "cap": 7, "badge": "server"}"#
    let read = try JSONDecoder().decode(Capabilities.self, from: Data(text.utf8))
    var expected = Capabilities(vendor: "Old")
    (expected.lists, expected.cap, expected.badge) = (.centers, 7, .server)
    #expect(read == expected)
    // Everything is other than in a vendor that has nothing, so that what is not written shows.
    var all = ResponsysBackEnd.capabilities
    all.personID = "a customer id"
    all.paging = .increment
    (all.read, all.unread, all.deletion) = (.server, .server, .server)
    all.readBack = true
    #expect(try JSONDecoder().decode(Capabilities.self, from: JSONEncoder().encode(all)) == all)
  }
}
