import Foundation
import GRDB
import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxStore

/// Counts are kept, not made: whatever happens to messages, they are what counting them would say.
struct CountTests {
  private let people = [Identity.user("maria"), .device("d")]
  private let centers: [CenterName] = [.primary, CenterName("Offers"), CenterName("Orders")]

  @Test(
    "FE-1 MC-10 after whatever happened, the kept counts are what a count of the rows says, at every moment")
  func agree() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let archive = try InboxDatabase.inMemory()
    var generation = 0
    for step in 0..<400 {
      let now = Date.at(Double(step * 600))
      let person = try #require(people.randomElement(using: &random))
      let center = try #require(centers.randomElement(using: &random))
      let key = MessageKey.numbered(Int.random(in: 0...40, using: &random), center: center)
      switch Int.random(in: 0...9, using: &random) {
      case 0...3:
        let messages = Set((0..<12).map { _ in Int.random(in: 0...40, using: &random) }).map { number in
          let end =
            Bool.random(using: &random)
            ? nil : Date.at(Double.random(in: -86_400...3 * 86_400, using: &random))
          return Message.numbered(number, center: center, expiry: end)
        }
        _ = try await archive.merge(
          MergeRequest(
            identity: person, center: center, page: FetchedPage(messages: messages), now: now,
            generation: generation))
      case 4...5: try await archive.setRead([key], of: person, at: Bool.random(using: &random) ? now : nil)
      case 6...7: try await archive.setDeleted([key], of: person, at: Bool.random(using: &random) ? now : nil)
      case 8: _ = try await archive.retire(of: person, fetchedUpTo: now.addingTimeInterval(-54_000), at: now)
      default:
        guard Int.random(in: 0...3, using: &random) == 0 else { continue }
        _ = try await archive.setFeature(false, at: now)
        generation = try await archive.setFeature(true, at: now).generation
      }
      for person in people { try await compare(archive, person, at: now, "seed \(seed), step \(step)") }
    }
  }

  @Test("VE-10 what the newest response does not list is in the archive, and not in the vendor's counts")
  func listed() async throws {
    let archive = try InboxDatabase.inMemory()
    for messages in [[1, 2, 3], [3]] {
      _ = try await archive.merge(
        MergeRequest(
          identity: people[0], center: .primary,
          page: FetchedPage(messages: messages.map { Message.numbered($0) }), now: .at(0)))
    }
    #expect(
      try await archive.counts(of: people[0], at: .at(0)) == [.primary: CenterCounts(total: 3, unread: 3)])
    #expect(
      try await archive.listedCounts(of: people[0], at: .at(0)) == [
        .primary: CenterCounts(total: 1, unread: 1)
      ])
    try await archive.setDeleted([.numbered(3)], of: people[0], at: .at(0))
    #expect(try await archive.listedCounts(of: people[0], at: .at(0)) == [:])
  }

  @Test(
    "FE-2 a window far down knows its place, whatever has happened since the last one, and who has read or written it"
  )
  func places() async throws {
    let folder = try TemporaryFolder()
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let ours = try InboxDatabase.open(path: folder.path + "/archive.sqlite")
    let others = try InboxDatabase.open(path: folder.path + "/archive.sqlite")
    var deep = 0
    for step in 0..<150 {
      let now = Date.at(Double(step * 600))
      let writer = Bool.random(using: &random) ? ours : others
      let center = try #require(centers.randomElement(using: &random))
      let key = MessageKey.numbered(Int.random(in: 0...60, using: &random), center: center)
      switch Int.random(in: 0...9, using: &random) {
      case 0...3:
        let messages = Set((0..<12).map { _ in Int.random(in: 0...60, using: &random) }).map { number in
          let end = number % 3 > 0 ? nil : Date.at(Double.random(in: 0...90_000, using: &random))
          // Now and then one is sent again, and moves.
          let sent = Date.at(Double(number * 60 + Int.random(in: 0...3, using: &random) / 3 * 1_000))
          return Message.numbered(number, center: center, sent: sent, expiry: end)
        }
        _ = try await writer.merge(
          MergeRequest(
            identity: people[0], center: center, page: FetchedPage(messages: messages), now: now))
      case 4...5:
        try await writer.setDeleted([key], of: people[0], at: Bool.random(using: &random) ? now : nil)
      default: break
      }
      // The last one is looked at from a moment before it.
      for moment in [now, now.addingTimeInterval(-900)] {
        for scope in [WindowRequest.Scope.center(.primary), .centers(centers)] {
          func window(_ anchor: WindowRequest.Anchor, _ limit: Int, of archive: any Archive) async throws
            -> ListWindow
          {
            try await archive.window(
              WindowRequest(identity: people[0], scope: scope, anchor: anchor, limit: limit, now: moment))
          }
          let key = MessageKey.numbered(Int.random(in: 0...60, using: &random))
          let part = try await window(.around(key), 3, of: ours)
          let all = try await window(.top, 500, of: others).rows.map(\.key)
          guard let first = part.rows.first else { continue }
          if part.offset > 3 { deep += 1 }
          #expect(all.firstIndex(of: first.key) == part.offset, "seed \(seed), step \(step), \(scope)")
        }
      }
    }
    #expect(deep > 100)
  }

  @Test(
    "FE-2 scrolling costs the way: a window beside the last one takes no more at row 9,000 than at row 1,000")
  func scrolling() async throws {
    let database = try InboxDatabase.inMemory()
    let archive = database
    let messages = (0..<10_000).map { Message.numbered($0) }
    _ = try await archive.merge(
      MergeRequest(
        identity: people[0], center: .primary, page: FetchedPage(messages: messages), now: .at(0)))
    func steps(to number: Int) async throws -> Int {
      let request = WindowRequest(
        identity: people[0], scope: .center(.primary), anchor: .around(.numbered(number)), limit: 200,
        now: .at(1))
      return try await database.steps(of: request)
    }
    _ = try await steps(to: 9_000)
    let near = try await steps(to: 8_950)
    let far = try await steps(to: 1_000)
    let beside = try await steps(to: 950)
    let back = try await steps(to: 1_010)
    // The way itself is paid for once.
    #expect(far > 10 * near)
    #expect(beside < near * 11 / 10 && back < near * 11 / 10)
  }

  /// By the list itself, which looks at every row.
  private func compare(_ archive: any Archive, _ person: Identity, at now: Date, _ place: String) async throws
  {
    let counts = try await archive.counts(of: person, at: now)
    for center in centers {
      var total: [String: Int] = [:]
      for filter in ["", "is:unread"] {
        var request = WindowRequest(
          identity: person, scope: .center(center), anchor: .top, limit: 500, now: now)
        request.filter = try MessageFilter(filter, centers: centers)
        let window = try await archive.window(request)
        #expect(window.total == window.rows.count, "\(place): \(filter)")
        total[filter] = window.rows.count
      }
      let retained = counts[center] ?? .zero
      #expect(
        retained == CenterCounts(total: total[""] ?? 0, unread: total["is:unread"] ?? 0),
        "\(place): \(center)")
    }
  }

  @Test("MC-10 SB-4 they are right on either side of every midnight, and at the ends of the calendar")
  func days() async throws {
    let archive = try InboxDatabase.inMemory()
    let seconds = [
      -4e15, -1e9, -86_400.5, -86_400, -86_399, -1, -0.5, 0, 0.5, 86_399, 86_400, 86_401, 1e9, 4e15,
    ]
    let messages = seconds.enumerated().map { index, time in
      Message.numbered(
        index, sent: Date(timeIntervalSince1970: -5e15), expiry: Date(timeIntervalSince1970: time))
    }
    _ = try await archive.merge(
      MergeRequest(
        identity: people[0], center: .primary, page: FetchedPage(messages: messages),
        now: Date(timeIntervalSince1970: -5e15)))
    for (index, time) in seconds.enumerated() {
      let counts = try await archive.counts(of: people[0], at: Date(timeIntervalSince1970: time))
      // What ends now has ended.
      #expect((counts[.primary] ?? .zero).total == seconds.count - index - 1, "at \(time)")
    }
  }

  @Test("FE-1 an archive of before is counted once, at its migration")
  func migration() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.sqlite"
    let database = try InboxDatabase.open(path: path)
    let response = FetchedPage(messages: (1...9).map { .numbered($0, expiry: $0 > 6 ? .at(60) : nil) })
    _ = try await database.merge(
      MergeRequest(identity: people[0], center: .primary, page: response, now: .at(0)))
    for number in [1, 8] { try await database.setRead([.numbered(number)], of: people[0], at: .at(1)) }
    try await database.setDeleted([.numbered(2)], of: people[0], at: .at(1))
    let before = try await database.counts(of: people[0], at: .at(2))
    try await database.close()
    let queue = try DatabaseQueue(path: path)
    try await queue.write { db in
      for name in ["tally_in", "tally_out", "tally_on"] { try db.execute(sql: "DROP TRIGGER \(name)") }
      try db.execute(
        sql: """
          DROP TABLE tally;
          CREATE INDEX message_unread ON message (identity, center, expiry);
          DELETE FROM grdb_migrations WHERE identifier LIKE '8 %' OR identifier LIKE '11 %';
          """)
    }
    try queue.close()
    let again = try InboxDatabase.open(path: path)
    #expect(before == [.primary: CenterCounts(total: 8, unread: 6)])
    #expect(try await again.counts(of: people[0], at: .at(2)) == before)
    #expect(
      try await again.counts(of: people[0], at: .at(61)) == [.primary: CenterCounts(total: 5, unread: 4)])
  }

  @Test("FE-10 counting, and finding the place of a message, read an index and no message")
  func plans() async throws {
    let database = try InboxDatabase.inMemory()
    let counting = try await database.read { db in
      try Row.fetchAll(
        db, sql: "EXPLAIN QUERY PLAN " + InboxDatabase.countsOfCenters,
        arguments: ["identity": "", "now": 0]
      ).map { try $0.value("detail", String.self) }.joined(separator: "\n")
    }
    #expect(
      counting.contains("SEARCH tally USING PRIMARY KEY (identity=? AND day>?)")
        && counting.contains(
          "SEARCH message USING COVERING INDEX message_end (identity=? AND expiry>? AND expiry<?)"),
      "\(counting)")
    for center in [CenterName.primary, nil] {
      var request = WindowRequest(
        identity: people[0], scope: .center(.primary), anchor: .top, limit: 9, now: .at(0))
      if center == nil { request.scope = .centers(centers) }
      let place = try await database.planOfPlace(request).joined(separator: "\n")
      #expect(
        place.contains("USING COVERING INDEX message_\(center == nil ? "everywhere" : "list")"), "\(place)")
    }
  }

  @Test("MC-11 each list of what is gone is read by an index of its own")
  func plansOfRemovals() async throws {
    let database = try InboxDatabase.inMemory()
    for list in InboxDatabase.GoneList.all {
      let plan = try await database.read { db in
        try Row.fetchAll(
          db, sql: "EXPLAIN QUERY PLAN " + list.statement,
          arguments: ["identity": "", "center": "", "now": 0, "limit": 9]
        ).map { try $0.value("detail", String.self) }.joined(separator: "\n")
      }
      #expect(plan.contains("SEARCH message USING INDEX \(list.index) (identity=? AND "), "\(plan)")
    }
  }
}
