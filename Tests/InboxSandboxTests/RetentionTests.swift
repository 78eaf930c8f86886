import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxVendors
import Synchronization
import Testing

@testable import InboxSandbox

/// Receipts have a time to live and a limit, which are said before they bite (TS-6).
@Suite("How long receipts are kept", .queued)
struct RetentionTests {
  /// The machine's time, as a test has it.
  private final class Calendar: Sendable {
    private let date = Mutex(Date(timeIntervalSince1970: 1_795_262_400))
    var now: Date { date.withLock { $0 } }
    func advance(hours: Double) { date.withLock { $0 += hours * 3_600 } }
  }

  /// A process's account of the main space, with other settings than usual.
  private func account(
    _ bench: StoreBench, days: Int? = nil, limit: Int? = nil, _ calendar: Calendar = Calendar()
  ) async throws -> Account {
    let account = Account(
      store: bench.store, centers: [], maximumBadge: 99, clock: bench.clock, realDate: { calendar.now })
    try await account.launchAtStart([])
    let register = SpaceRegister(store: bench.store, names: BackEndRouter.tokens)
    #expect(try await register.set(days: days, limit: limit, of: .main) != nil)
    await account.expire()
    return account
  }

  private func numbers(_ account: Account) async throws -> [Int] {
    try await account.receipts(ReceiptFilter()).engagements.compactMap { Int($0.id.suffix(4), radix: 16) }
  }

  @Test(
    "TS-6 the oldest go beyond the limit, and what comes again of them is late", arguments: StoreKind.allCases
  )
  func limit(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let account = try await account(bench, limit: 10)
      for number in 1...7 { _ = try await account.accept([bench.event(number)]) }
      #expect(try await account.receipts(ReceiptFilter()).kept == nil)
      _ = try await account.accept([bench.event(8)])
      let near = try #require(try await account.receipts(ReceiptFilter()).kept)
      #expect(near.count == 8 && near.expired == 0 && near.kind == "engagements")
      #expect(
        near.warning
          == "8 of 10 displays and opens are kept, for 30 days at most; the oldest go first, from 2026-11-21T12:00:00.000Z on."
      )
      _ = try await account.accept((9...25).map { bench.event($0) })
      #expect(try await numbers(account) == Array(16...25))
      let over = try #require(try await account.receipts(ReceiptFilter()).kept)
      #expect(over.count == 10 && over.expired == 15 && over.warning.hasSuffix("15 are gone already."))
      #expect(try await account.receipt(bench.event(15).id.uuidString) == nil)
      #expect(try await account.receipt(bench.event(16).id.uuidString) != nil)
      let again = try await account.accept([bench.event(1), bench.event(16), bench.event(26)])
      #expect(again.accepted.count == 2 && again.late == [bench.event(1).id.uuidString])
      #expect(again.duplicates == [bench.event(16).id.uuidString])
      #expect(try await numbers(account) == Array(17...26))
      #expect(try await account.receipts(ReceiptFilter()).late == 1)
      #expect(try await account.receipts(ReceiptFilter()).duplicates == 0)
    }
  }

  @Test(
    "TS-6 eight clients over two processes: what has gone and what is kept add up, and no more goes than the limit asks"
  )
  func concurrent() async throws {
    try await StoreBench.withPostgres { _, url in
      let stores = [try await PostgresStore.open(url: url), try await PostgresStore.open(url: url)]
      let bench = StoreBench(store: stores[0])
      let first = try await account(bench, limit: 100)
      let accounts = [first, try await account(StoreBench(store: stores[1]), limit: 100)]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for client in 0..<8 {
          group.addTask {
            for number in 0..<50 {
              let event = bench.event(client * 50 + number + 1)
              let outcome = try await accounts[client % 2].accept([event])
              #expect(outcome.accepted.count == 1)
            }
          }
        }
        try await group.waitForAll()
      }
      await first.expire()
      let kept = try #require(try await first.receipts(ReceiptFilter()).kept)
      #expect(kept.count == 100 && kept.expired == 300)
      #expect(try await numbers(first).count == 100)
      for store in stores { await store.close() }
    }
  }

  @Test(
    "TS-6 receipts of ended generations go first, and the other kinds have the same limit",
    arguments: StoreKind.allCases)
  func kinds(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let account = try await account(bench, limit: 10)
      _ = try await account.accept((1...8).map { bench.event($0) })
      _ = try await account.resetReceipts()
      _ = try await account.accept((11...15).map { bench.event($0) })
      #expect(try await numbers(account) == Array(11...15))
      // Three went, of the ended generation: this one is complete.
      #expect(try await account.receipts(ReceiptFilter()).expired == nil)
      #expect(try await account.receipt(bench.event(3).id.uuidString) == nil)
      #expect(try await account.receipt(bench.event(4).id.uuidString)?.generation == 1)
      for number in 1...12 {
        _ = try await account.setBadge(number, identity: .user("maria"))
        try await account.accept(receipt(number))
        try await account.accept(bench.tracked(number, at: bench.clock.date))
      }
      let receipts = try await account.receipts(ReceiptFilter())
      #expect(receipts.expired == ["badge": 2, "events": 2, "tracking": 2])
      #expect(receipts.badge.map(\.asked) == Array(3...12))
      #expect(receipts.events.map(\.messageID) == (3...12).map { "m\($0)" })
      #expect(receipts.tracking.map(\.url) == (3...12).map { "https://x.example/\($0)" })
      // An event whose wire has a time is known again.
      try await account.accept(receipt(1))
      try await account.accept(bench.tracked(1, at: bench.clock.date))
      let again = try await account.receipts(ReceiptFilter())
      #expect(again.events.count == 10 && again.tracking.count == 10 && again.late == 2)
    }
  }

  private func receipt(_ number: Int) -> VendorReceipt {
    VendorReceipt(
      .iterable, .open, message: MessageID("m\(number)"), by: .user("maria"),
      at: Date(timeIntervalSince1970: 1_795_262_400), detail: [:],
      request: VendorReceipt.RawRequest(method: "POST", path: "/", body: ""))
  }

  @Test("TS-6 receipts live by real time, whatever clock a tester sets", arguments: StoreKind.allCases)
  func days(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let calendar = Calendar()
      let account = try await account(bench, days: 1, calendar)
      _ = try await account.accept([bench.event(1)])
      await account.expire()
      bench.clock.advance(by: .seconds(400 * 86_400))
      calendar.advance(hours: 2)
      _ = try await account.accept([bench.event(2)])
      #expect(try await numbers(account) == [1, 2])
      calendar.advance(hours: 23)
      // Nothing runs by itself: the next receipt does it.
      #expect(try await numbers(account) == [1, 2])
      _ = try await account.accept([bench.event(3)])
      #expect(try await numbers(account) == [2, 3])
      calendar.advance(hours: 2)
      _ = try await account.accept([bench.event(4)])
      #expect(try await numbers(account) == [3, 4])
      // Or the next process that begins to serve the space.
      calendar.advance(hours: 48)
      _ = try await self.account(bench, calendar)
      #expect(try await numbers(account).isEmpty)
      let late = try await account.accept([bench.event(1)])
      #expect(late.late.count == 1)
    }
  }

  @Test(
    "TS-6 of what is gone the newest ids stay, as many as the limit, and 100,000 at least",
    arguments: StoreKind.allCases)
  func ids(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let account = try await account(bench, limit: 10)
      try await account.transaction(.changing) { tables in
        _ = try tables.run(
          """
          INSERT INTO receipt_engagement (space, generation, id, type, message_id, center, identity, ts, received, count)
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100020)
          SELECT $1, 1, 'old-' || i, 'open', 'm', 'Primary', 'user:maria', 1, 1, 1 FROM n
          """)
      }
      await account.expire()
      let counts = try await account.transaction(.reading) { tables in
        try ["= 0", "> 0"].map { generation in
          try tables.run(
            "SELECT count(*) AS count FROM receipt_engagement WHERE space = $1 AND generation \(generation)"
          ).first?["count"] as Int?
        }
      }
      #expect(counts == [100_000, 10])
    }
  }

  @Test("TS-6 one in a hundred of the limit is received between two looks, at most 10,000")
  func steps() {
    #expect(
      [10, 150, 10_000, 1_000_000, 100_000_000].map { Retention(days: 1, limit: $0).step } == [
        1, 1, 100, 10_000, 10_000,
      ])
    #expect(
      Retention.usual.words
        == "Receipts are kept for 30 days, and at most 1,000,000 of each kind; the oldest go first.")
  }

  @Test("TS-6 a space is made with settings, which can be changed, and says when it is nearly full")
  func routes() async throws {
    try await Bench.with { bench in
      let body = #"{"keep_days":7,"limit":10}"#
      let made = try await bench.curl.send("POST", "/sandbox/spaces/one", body: body)
      #expect(made.status == 200, "\(made.body)")
      let token = try #require(try made.json["controlToken"]?.text)
      let holder = RawClient(port: bench.port, headers: ["Authorization: Bearer \(token)"])
      let listed = try #require(try await bench.curl.get("/sandbox/spaces").json.elements?.first)
      #expect(listed["keep_days"]?.integer == 7 && listed["limit"]?.integer == 10 && listed["kept"] == nil)
      #expect(
        try await holder.get("/s/one/sandbox").body.contains(
          "Receipts are kept for 7 days, and at most 10 of"))
      for number in 1...9 { try await upload(number, bench, try made.json) }
      let warning = "9 of 10 displays and opens are kept, for 7 days at most; the oldest go first"
      let full = try #require(try await bench.curl.get("/sandbox/spaces").json.elements?.first)
      #expect(full["kept"]?["warning"]?.text?.hasPrefix(warning) == true)
      for path in ["/s/one/sandbox", "/s/one/", "/s/one/sandbox/receipts?wait=9"] {
        #expect(try await holder.get(path).body.contains(warning), "\(path)")
      }
      let set = try await bench.curl.send("PATCH", "/sandbox/spaces/one", body: #"{"limit":20}"#)
      #expect(set.compact == #"{"keep_days":7,"limit":20,"space":"one"}"#)
      #expect(try await !holder.get("/s/one/sandbox/receipts").body.contains("kept"))
      #expect(
        try await bench.curl.send("PATCH", "/sandbox/spaces/main", body: #"{"limit":50}"#).status == 200)
      #expect(try await bench.curl.get("/sandbox").body.contains("for 30 days, and at most 50 of each kind"))
      #expect(try await bench.curl.send("PATCH", "/sandbox/spaces/two", body: #"{"limit":50}"#).status == 404)
      for wrong in [#"{"limit":9}"#, #"{"limit":"x"}"#, #"{"days":1}"#, #"{"keep_days":0}"#, "[]", "x"] {
        #expect(try await bench.curl.send("PATCH", "/sandbox/spaces/one", body: wrong).status == 422)
        #expect(try await bench.curl.send("POST", "/sandbox/spaces/two", body: wrong).status == 422)
      }
      #expect(
        try await holder.send("PATCH", "/s/one/sandbox/spaces/one", body: #"{"limit":50}"#).status == 404)
    }
  }

  private func upload(_ number: Int, _ bench: Bench, _ made: JSONValue) async throws {
    let app = RawClient(
      port: bench.port,
      headers: [
        "X-App-Token: \(made["appToken"]?.text ?? "")",
        "X-Account-Token: \(made["accountToken"]?.text ?? "")",
      ])
    let time = Date(timeIntervalSince1970: 1_795_262_400)
    let sent = try await app.send(
      "POST", "/s/one/mc/v1/engagements", body: SharedBench.upload(number, at: time))
    #expect(sent.status == 200, "\(sent.body)")
  }

  /// What the version before this one runs: it makes a space, launches, receives, resets, and removes the space.
  @Test(
    "TS-6 the statements of the version before go on with the tables of this one",
    arguments: StoreKind.allCases)
  func earlierVersion(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let name = try #require(SpaceName("one"))
      let count = try await bench.store.transaction(.changing, in: name, signal: nil) { transaction -> Int? in
        let one = SQLValue.text("one")
        try transaction.run(
          """
          INSERT INTO space (name, token, keys, made, began) VALUES ($1, $2, $3, $4, $4)
          ON CONFLICT (name) DO NOTHING RETURNING name
          """, [one, .text("hash"), .text("{}"), .integer(1)])
        try transaction.run(
          "INSERT INTO launch (space, center, campaign) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING campaign",
          [one, .text("Primary"), .text("a")])
        for id in ["x", "y", "x"] {
          try transaction.run(
            """
            INSERT INTO receipt_engagement (space, generation, id, type, message_id, center, identity, session_id,
              session_number, ts, received, count) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1)
            ON CONFLICT (space, id) DO UPDATE SET count = receipt_engagement.count + 1
              WHERE receipt_engagement.generation = excluded.generation
            RETURNING count
            """,
            [
              one, .integer(1), .text(id), .text("open"), .text("m"), .text("Primary"), .text("user:maria"),
              .null, .null, .integer(1), .integer(1),
            ])
        }
        try transaction.run(
          "UPDATE space SET clock = $2, faults = $3, changed = changed + 1 WHERE name = $1",
          [
            one, .null, .null,
          ])
        return try transaction.run("SELECT * FROM receipt_engagement WHERE space = $1", [one]).count
      }
      #expect(count == 2)
      let account = bench.account(name, token: "hash")
      await account.expire()
      #expect(try await account.receipts(ReceiptFilter()).engagements.map(\.count) == [2, 1])
      #expect(try await account.retentionWords() == Retention.usual.words)
      // It launches nothing that this one has launched, and takes what this one keeps along.
      _ = try await account.launch(.named("b"))
      try await bench.store.transaction(.changing, in: name, signal: nil) { transaction in
        let one = SQLValue.text("one")
        try transaction.run("DELETE FROM space WHERE name = $1 AND token IS NOT NULL RETURNING name", [one])
      }
      let rest = try await bench.store.transaction(.reading, in: name, signal: nil) { transaction in
        try ["campaign", "receipt_mark", "receipt_kept"].map { table in
          try transaction.run("SELECT space FROM \(table)", []).count
        }
      }
      #expect(rest == [0, 0, 0])
    }
  }
}
