import Foundation
import GRDB
import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxStore

struct FindingTests {
  private let maria = Identity.user("maria")
  private let offers = CenterName("Offers")
  private var centers: [CenterName] { [.primary, offers] }

  private static let readHTML: SearchIndex.HTMLReader = { RichText.plain($0.replacing("<br>", with: "\n")) }

  private func merge(
    _ messages: [Message], into archive: any Archive, for identity: Identity? = nil, at now: Date = .at(0)
  ) async throws {
    for center in centers {
      let own = messages.filter { $0.center == center }
      _ = try await archive.merge(
        MergeRequest(
          identity: identity ?? maria, center: center, page: FetchedPage(messages: own), now: now))
    }
  }

  private func request(
    _ filter: String, _ center: CenterName? = .primary, _ anchor: WindowRequest.Anchor = .top,
    limit: Int = 1_000,
    at now: Date = .at(0)
  ) throws -> WindowRequest {
    WindowRequest(
      identity: maria, scope: center.map { .center($0) } ?? .centers(centers),
      filter: try MessageFilter(filter, centers: centers), anchor: anchor, limit: limit, now: now)
  }

  private func found(
    _ filter: String, _ center: CenterName? = .primary, in archive: any Archive
  ) async throws -> [String] {
    try await archive.window(request(filter, center)).rows.map(\.key.id.rawValue)
  }

  // MARK: - One definition

  @Test("FE-6 MC-10 SQL and the definition in Swift agree over random messages and filters", arguments: 1...4)
  func agreement(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let archive = try InboxDatabase.inMemory(readHTML: Self.readHTML)
    let messages = (0..<60).map { Self.message($0, centers, &random) }
    try await merge(messages, into: archive)
    for message in messages {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: try await archive.setRead([message.key], of: maria, at: .at(1))
      case 1: try await archive.setDeleted([message.key], of: maria, at: .at(1))
      case 2: try await archive.saveRichContent(Self.words(&random), of: message.key, for: maria, at: .at(1))
      default: break
      }
    }
    try await check(messages, in: archive, seed, &random)
    // Whatever decides what is shown and where changes again.
    for message in messages where Bool.random(using: &random) {
      try await archive.setDeleted([message.key], of: maria, at: Bool.random(using: &random) ? nil : .at(2))
    }
    let changed = messages.filter { _ in Int.random(in: 0..<8, using: &random) > 0 }.map { message in
      guard Bool.random(using: &random) else { return message }
      var other = Self.message(0, centers, &random)
      other.id = message.id
      other.center = message.center
      return other
    }
    try await merge(changed, into: archive, at: .at(3))
    let gone = messages.filter { message in !changed.contains { $0.key == message.key } }
    try await check(changed + gone, in: archive, seed, &random)
  }

  /// Holds what the archive finds against the definition, filter for filter.
  private func check(
    _ messages: [Message], in archive: any Archive, _ seed: UInt64, _ random: inout SeededGenerator
  ) async throws {
    var stored: [(row: ArchivedMessage, text: SearchText)] = []
    for message in messages {
      let row = try #require(try await archive.message(message.key, of: maria))
      let html = try await archive.richContent(of: message.key, for: maria)
      let rich = (message.richHTML ?? html).flatMap(Self.readHTML)
      if row.isListed(at: .at(0)) { stored.append((row, SearchText(message, rich: rich))) }
    }
    for _ in 0..<100 {
      let text = Self.filter(&random)
      let center: CenterName? = [.primary, offers, nil].randomElement(using: &random) ?? nil
      let request = try request(text, center, limit: [3, 1_000].randomElement(using: &random) ?? 3)
      let expected = stored.filter { row, text in
        (center == nil || row.key.center == center) && request.filter.matches(row, text, at: .at(0))
      }.sorted {
        ($0.row.message.sent, $0.row.key.id.rawValue, $0.row.key.center.rawValue)
          > ($1.row.message.sent, $1.row.key.id.rawValue, $1.row.key.center.rawValue)
      }
      let window = try await archive.window(request)
      #expect(
        window.rows.map(\.key) == expected.prefix(request.limit).map(\.row.key), "seed \(seed): \(text)")
      #expect(window.total == expected.count)
      let keys = try await archive.keys(request)
      #expect(keys == window.rows.map { ListedKey($0.key, isRead: $0.read != nil) })
    }
  }

  private static let vocabulary = [
    "Sale", "sale", "Straße", "über", "珈琲", "フェア", "Cafe\u{301}", "a", "\"", "x'y", "100%",
    "https://a.example/b", "ΣΑΛΕ",
  ]

  private static func words(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0..<4, using: &random)).map { _ in vocabulary.randomElement(using: &random) ?? "" }
      .joined(separator: " ")
  }

  private static func message(
    _ number: Int, _ centers: [CenterName], _ random: inout SeededGenerator
  ) -> Message {
    let expiry: Date? =
      Bool.random(using: &random) ? nil : .at(.random(in: -200_000...400_000, using: &random))
    var message = Message.numbered(
      number, center: centers.randomElement(using: &random) ?? .primary,
      sent: .at(-Double(Int.random(in: 0..<40, using: &random)) * 21_600), expiry: expiry,
      subject: words(&random),
      deepLink: Bool.random(using: &random) ? "acme://x" : nil,
      richURL: Int.random(in: 0..<4, using: &random) == 0 ? "https://r.example" : nil,
      richHTML: Int.random(in: 0..<4, using: &random) == 0 ? words(&random) : nil)
    message.body = words(&random)
    message.custom = ["tier": words(&random)]
    message.iconURL = Bool.random(using: &random) ? "https://i.example" : nil
    return message
  }

  private static func filter(_ random: inout SeededGenerator) -> String {
    let conditions =
      [
        "is:unread", "is:read", "is:expired", "is:expiring", "is:rich", "has:link", "has:icon",
        "has:deeplink",
        "has:html", "kind:launch", "kind:url", "center:offers", "id:M1", "before:2d", "after:5d",
        "before:2027-01-15",
        "after:today", "expires:<2d", "expires:>1d", "expires:today", "expires:never", "sal", "stra", "琲",
        "CAFÉ",
        "cafe", "al sa",
      ] + vocabulary.filter { $0 != "\"" }
    return (0..<Int.random(in: 1...3, using: &random)).map { _ in
      (Int.random(in: 0..<3, using: &random) == 0 ? "-" : "")
        + (conditions.randomElement(using: &random) ?? "")
    }.joined(separator: " ")
  }

  // MARK: - Windows

  @Test("FE-2 FE-6 a narrowed window knows its place: around a message, also one that does not match")
  func windows() async throws {
    let archive = try InboxDatabase.inMemory()
    try await merge(
      (1...60).map { .numbered($0, subject: $0 % 3 == 0 ? "Sale \($0)" : "Other \($0)") }, into: archive)
    let middle = try await archive.window(request("sale", .primary, .around(.numbered(31)), limit: 6))
    #expect(middle.rows.map(\.key.id.rawValue) == ["m39", "m36", "m33", "m30", "m27", "m24"])
    #expect(middle.offset == 7 && middle.total == 20)
    let bottom = try await archive.window(request("sale -is:read", .primary, .bottom, limit: 2))
    #expect(bottom.rows.map(\.key.id.rawValue) == ["m6", "m3"] && bottom.offset == 18)
    try await archive.setDeleted([.numbered(30)], of: maria, at: .at(1))
    let gone = try await archive.window(request("sale", .primary, .around(.numbered(30)), limit: 2))
    #expect(gone.rows.map(\.key.id.rawValue) == ["m33", "m27"] && gone.total == 19)
    #expect(try await archive.window(request("nothing-like-it")).total == 0)
  }

  @Test("FE-6 MC-20 every center in one list, the same id twice, and no one else's messages")
  func everywhere() async throws {
    let archive = try InboxDatabase.inMemory()
    let messages: [Message] = (1...4).flatMap { [.numbered($0), .numbered($0, center: offers)] }
    try await merge(messages, into: archive)
    try await merge([.numbered(9)], into: archive, for: .user("ben"))
    let all = try await archive.window(request("", nil))
    #expect(all.rows.map(\.key.id.rawValue) == ["m4", "m4", "m3", "m3", "m2", "m2", "m1", "m1"])
    #expect(Set(all.rows.map(\.key)).count == 8 && all.total == 8)
    for row in all.rows {
      let around = try await archive.window(request("", nil, .around(row.key), limit: 4))
      #expect(around.rows.contains { $0.key == row.key })
      #expect(Array(all.rows[around.offset..<(around.offset + around.rows.count)]) == around.rows)
    }
    let hidden = WindowRequest(
      identity: maria, scope: .centers([offers]), anchor: .top, limit: 10, now: .at(0))
    #expect(try await archive.window(hidden).total == 4)
  }

  @Test("FE-6 words follow a message that changes, also its rich content")
  func changes() async throws {
    let archive = try InboxDatabase.inMemory(readHTML: Self.readHTML)
    try await merge([.numbered(1, subject: "Before")], into: archive)
    try await merge([.numbered(1, subject: "Behind")], into: archive, at: .at(1))
    #expect(try await found("before", in: archive).isEmpty)
    #expect(try await found("behind", in: archive) == ["m1"])
    #expect(try await found("lamps", in: archive).isEmpty)
    try await archive.saveRichContent("wool<br>and lamps", of: .numbered(1), for: maria, at: .at(2))
    #expect(try await found("lamps behind", in: archive) == ["m1"])
    try await merge([.numbered(1, subject: "Beyond")], into: archive, at: .at(3))
    #expect(try await found("lamps beyond", in: archive) == ["m1"])
  }

  // MARK: - What it costs

  @Test("FE-6 over 20,000 messages words are found by the index, everything else in the list's order")
  func plans() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.sqlite"
    let database = try InboxDatabase.open(path: path)
    let archive = database
    try await Self.fill(path, with: 20_000)
    func plan(_ filter: String, _ center: CenterName? = .primary) async throws -> (total: Int, plan: String) {
      let request = try request(filter, center, limit: 200)
      let window = try await archive.window(request)
      #expect(window.rows.count == min(200, window.total))
      return (window.total, try await database.plan(request).joined(separator: "\n"))
    }
    let whole = try await plan("")
    #expect(whole.plan == "SEARCH message USING INDEX message_list (identity=? AND center=?)")
    for filter in ["is:unread", "no", "is:unread -rare", "after:2001-01-01"] {
      let listed = try await plan(filter)
      #expect(listed.plan.hasPrefix("SEARCH message USING INDEX message_list"), "\(filter): \(listed.plan)")
      #expect(!listed.plan.contains("TEMP B-TREE FOR ORDER BY"), "\(filter): \(listed.plan)")
      #expect(!listed.plan.contains("SCAN message\n"), "\(filter): \(listed.plan)")
    }
    for (filter, center) in [("offer", CenterName.primary), ("\"offer 1234\"", .primary), ("offer", nil)] {
      let found = try await plan(filter, center)
      #expect(
        found.plan.hasPrefix(
          """
          SCAN messageFind VIRTUAL TABLE INDEX 0:M1
          SEARCH messagePlace USING INTEGER PRIMARY KEY (rowid=?)
          """), "\(filter): \(found.plan)")
      // The rows of the messages and of their texts are not touched.
      #expect(!found.plan.contains("message ") && !found.plan.contains("messageText"), "\(found.plan)")
      #expect(found.total == (filter == "offer" ? 20_000 : 11))
    }
    let narrowed = try await plan("offer is:unread -rare")
    #expect(narrowed.plan.contains("SEARCH message USING PRIMARY KEY"), "\(narrowed.plan)")
    #expect(narrowed.total == 20_000)
    let everywhere = try await plan("is:unread", nil)
    #expect(everywhere.plan.hasPrefix("SEARCH message USING INDEX message_everywhere"), "\(everywhere.plan)")
    #expect(!everywhere.plan.contains("TEMP B-TREE FOR ORDER BY"), "\(everywhere.plan)")
  }

  /// This many messages, with their words, by SQL alone: what it costs to make them is not the question.
  private static func fill(_ path: String, with count: Int) async throws {
    let queue = try DatabaseQueue(path: path)
    try await queue.write { db in
      try db.execute(
        sql: """
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count)
          INSERT INTO message (identity, center, id, sent, subject, body, custom, raw, fetched, presence, rich)
            SELECT :person, 'Primary', 'm' || i, 1799990000 + i, 'Offer ' || i, 'Body ' || i, '{}', '{}', 0, 'listed', 'none'
            FROM n;
          """, arguments: ["count": count, "person": Identity.user("maria").storageKey])
      try db.execute(
        sql: """
          INSERT INTO messageText (inIdentity, inCenter, messageID, plain, folded)
            SELECT identity, center, id, subject || char(1) || body, lower(subject || char(1) || body) FROM message
          """)
    }
    try queue.close()
  }

  // MARK: - Files of before, and damaged ones

  @Test("FE-6 an archive of before is found through after the migration, rich content included")
  func migration() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.sqlite"
    let database = try InboxDatabase.open(path: path)
    try await merge([.numbered(1, subject: "Straße"), .numbered(2, subject: "Rich")], into: database)
    try await database.saveRichContent("wool", of: .numbered(2), for: maria, at: .at(1))
    try await database.close()
    let queue = try DatabaseQueue(path: path)
    try await queue.write { db in
      try db.execute(
        sql: """
          DROP TABLE messageFind; DROP TABLE messageText; DROP INDEX message_everywhere;
          DROP TABLE messagePlace; DROP TABLE messageList; DROP TRIGGER message_place;
          DELETE FROM grdb_migrations WHERE identifier IN ('7 finding', '12 places of what is found');
          """)
    }
    try queue.close()
    let archive = try InboxDatabase.open(path: path, readHTML: Self.readHTML)
    #expect(try await found("strasse", in: archive) == ["m1"])
    #expect(try await found("wool", in: archive) == ["m2"])
    #expect(try await found("", nil, in: archive) == ["m2", "m1"])
  }

  @Test("FE-6 MC-16 where what came meanwhile cannot be noted now, the archive opens all the same")
  func laterReaderFails() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.sqlite"
    let without = try InboxDatabase.open(path: path, setsAside: true, readHTML: { _ in nil })
    try await merge((1...50).map { .numbered($0, subject: "Sale \($0)") }, into: without)
    for id in 1...50 {
      let key = MessageKey(center: .primary, id: MessageID("m\(id)"))
      try await without.saveRichContent("fine wool", of: key, for: maria, at: .at(1))
    }
    try await without.close()
    let queue = try DatabaseQueue(path: path)
    try await queue.write { db in
      try db.execute(sql: "UPDATE messageFind_data SET block = x'00ff00ff00ff' WHERE id > 10")
    }
    try queue.close()
    let with = try InboxDatabase.open(path: path, setsAside: true, readHTML: Self.readHTML)
    #expect(with.setAside == nil)
    #expect(try await found("", in: with).count == 50)
    try await with.close()
  }

  @Test("FE-6 what came while rich content could not be read is found once it can be")
  func laterReader() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.sqlite"
    let without = try InboxDatabase.open(path: path, setsAside: true, readHTML: { _ in nil })
    try await merge([.numbered(1, subject: "Sale")], into: without)
    try await without.saveRichContent(
      "fine wool", of: MessageKey(center: .primary, id: MessageID("m1")), for: maria, at: .at(1))
    #expect(try await found("wool", in: without) == [])
    try await without.close()
    let with = try InboxDatabase.open(path: path, setsAside: true, readHTML: Self.readHTML)
    #expect(try await found("wool", in: with) == ["m1"])
    try await with.close()
    // Once is enough.
    let next = try InboxDatabase.open(path: path, setsAside: true, readHTML: { _ in nil })
    #expect(try await found("wool", in: next) == ["m1"])
    try await next.close()
  }

  @Test(
    "FE-6 MC-16 an index that is broken in a sound file is made anew at the next start; one that is not an index any more sets the file aside, with all that was in it",
    arguments: [(" WHERE id > 10", false), ("", true)])
  func brokenIndex(blocks: String, isHopeless: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.sqlite"
    let database = try InboxDatabase.open(path: path)
    try await merge((1...50).map { .numbered($0, subject: "Sale \($0)") }, into: database)
    try await database.close()
    let queue = try DatabaseQueue(path: path)
    try await queue.write { db in
      try db.execute(sql: "UPDATE messageFind_data SET block = x'00ff00ff00ff'" + blocks)
    }
    try queue.close()
    let broken = try InboxDatabase.open(path: path)
    await #expect(throws: InboxError.self) { try await found("sale", in: broken) }
    // The list itself goes on.
    #expect(try await found("", in: broken).count == 50)
    try await broken.close()
    let next = try InboxDatabase.open(path: path, setsAside: true)
    #expect((next.setAside != nil) == isHopeless)
    #expect(try await found("sale", in: next).count == 50)
    try await next.close()
  }

  @Test("FE-6 MC-16 what is salvaged of a damaged archive can be found")
  func salvage() async throws {
    let folder = try TemporaryFolder()
    let database = try InboxDatabase.open(path: folder.path + "/old.sqlite")
    try await merge([.numbered(1, subject: "Saved sale")], into: database)
    try await database.close()
    let next = try InboxDatabase.open(path: folder.path + "/new.sqlite")
    #expect(try next.salvaging(folder.path + "/old.sqlite")["message"] == 1)
    #expect(try await found("saved", in: next) == ["m1"])
    try await next.close()
  }
}
