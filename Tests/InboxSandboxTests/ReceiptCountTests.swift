import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxTestSupport
import InboxTransport
import InboxVendors
import Synchronization
import Testing

@testable import InboxSandbox

/// What is counted of the receipts without reading them (SB-5, TS-6).
@Suite(.queued)
struct ReceiptCountTests {
  private static let filters: [ReceiptFilter] = {
    var filters: [ReceiptFilter] = []
    for type in [nil, "display", "open"] {
      for message in [nil, "spring", "m1"] {
        for identity in [nil, "user:maria", "user:ben"] {
          for vendor in [nil, VendorName.iterable, .bloomreach] {
            filters.append(ReceiptFilter(type: type, message: message, identity: identity, vendor: vendor))
          }
        }
      }
    }
    return filters
  }()

  private static func count(_ kind: ReceiptKind, _ receipts: Receipts) -> Int {
    switch kind {
    case .engagements: receipts.engagements.count
    case .clicks: receipts.clicks.count
    case .tracking: receipts.tracking.count
    case .events: receipts.events.count
    case .badge: receipts.badge.count
    case .rich: receipts.rich.reduce(0) { $0 + $1.served }
    case .pictures: receipts.pictures.reduce(0) { $0 + $1.count }
    case .fetches: receipts.fetches.reduce(0) { $0 + $1.count }
    }
  }

  private func fill(_ bench: StoreBench, _ account: Account) async throws {
    _ = try await account.accept([
      bench.event(1), bench.event(2, .open), bench.event(2, .open), bench.event(3, by: .user("ben")),
    ])
    for (number, vendor) in [(1, VendorName.iterable), (1, .bloomreach), (2, .iterable)] {
      try await account.accept(
        VendorReceipt(
          vendor, .open, message: MessageID("m\(number)"), by: .user(number == 1 ? "maria" : "ben"),
          at: bench.clock.date, detail: [:],
          request: VendorReceipt.RawRequest(method: "POST", path: "/", body: "")))
    }
    for number in 1...3 { _ = try await account.setBadge(number, identity: .user("maria")) }
    for number in 1...2 {
      try await account.accept(
        TrackedEvent(
          vendor: .bloomreach, customerIDs: ["cookie": "c"], time: bench.clock.date, type: "open",
          url: "https://x.example/\(number)",
          properties: [:]))
    }
    for path in ["/a", "/b", "/b"] { try await account.recordPicture(host: "x.example", path: path) }
    try await account.transaction(.changing) { tables in
      try tables.run(
        "INSERT INTO receipt_fetch (space, vendor, center, identity, count) VALUES ($1, 'iterable', 'Primary', 'user:maria', 4)"
      )
      try tables.run(
        "INSERT INTO receipt_rich (space, identity, message_id, asked, served) VALUES ($1, 'user:ben', 'm1', 3, 1)"
      )
      try tables.run(
        """
        INSERT INTO receipt_click (space, campaign, link, host, path, kind, user_agent, ts)
        VALUES ($1, 'spring', 'a', 'x.example', '/', 'app', '', 1)
        """)
    }
  }

  @Test("SB-5 what wait= counts is what the lists have, whatever the filter", arguments: StoreKind.allCases)
  func counts(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let account = bench.account()
      try await account.launchAtStart([])
      try await fill(bench, account)
      let all = try await account.receipts(ReceiptFilter())
      #expect(ReceiptKind.allCases.map { Self.count($0, all) } == [3, 3, 1, 3, 2, 1, 4, 3])
      #expect(all.duplicates == 1)
      for filter in Self.filters {
        let receipts = try await account.receipts(filter)
        for kind in ReceiptKind.allCases {
          let count = try await account.count(kind, filter)
          #expect(count == Self.count(kind, receipts), "\(kind) \(filter)")
        }
        #expect(receipts.duplicates == receipts.engagements.reduce(0) { $0 + $1.count - 1 })
      }
      // Those that name no message are of none.
      for kind in [ReceiptKind.badge, .tracking, .fetches, .pictures] {
        #expect(try await account.count(kind, ReceiptFilter(message: "m1")) == 0, "\(kind)")
      }
      try await account.resetReceipts()
      for kind in ReceiptKind.allCases { #expect(try await account.count(kind, ReceiptFilter()) == 0) }
    }
  }

  @Test("SB-5 limit= has the newest of each list, in the order of arrival", arguments: StoreKind.allCases)
  func limit(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let account = bench.account()
      try await account.launchAtStart([])
      try await fill(bench, account)
      let two = try await account.receipts(ReceiptFilter(limit: 2))
      let all = try await account.receipts(ReceiptFilter())
      #expect(
        two.engagements == Array(all.engagements.suffix(2)) && two.events == Array(all.events.suffix(2)))
      #expect(
        two.badge.map(\.asked) == [2, 3] && two.fetches == all.fetches && two.duplicates == 1)
      #expect(try await account.receipts(ReceiptFilter(limit: 0)).engagements.isEmpty)
    }
  }

  /// An account whose real time goes on by a second whenever it is read.
  private static func ticking(_ bench: StoreBench) -> Account {
    let time = Mutex(Date(timeIntervalSince1970: 1_795_262_400))
    return Account(
      store: bench.store, centers: [], maximumBadge: 99, clock: bench.clock,
      realDate: {
        time.withLock {
          $0 += 1
          return $0
        }
      })
  }

  @Test("SB-5 limit= has of what is counted what was seen last", arguments: StoreKind.allCases)
  func limitOfCounted(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let account = Self.ticking(bench)
      try await account.launchAtStart([])
      for path in ["/a", "/b", "/c", "/a"] { try await account.recordPicture(host: "x.example", path: path) }
      for name in ["maria", "ben", "cleo", "ben"] {
        try await account.countFetch(.iterable, center: "Inbox", of: .user(name))
      }
      let two = try await account.receipts(ReceiptFilter(limit: 2))
      #expect(two.pictures.map { "\($0.path) \($0.count)" } == ["/a 2", "/c 1"])
      #expect(two.fetches.map { "\($0.identity) \($0.count)" } == ["user:ben 2", "user:cleo 1"])
      let one = try await account.receipts(ReceiptFilter(identity: "user:maria", limit: 1))
      #expect(one.fetches.map(\.identity) == ["user:maria"])
      let none = try await account.receipts(ReceiptFilter(limit: 0))
      #expect(none.fetches.isEmpty && none.pictures.isEmpty)
      #expect(try await account.receipts(ReceiptFilter()).fetches.count == 3)
    }
  }

  @Test("SB-5 a list that is read in parts is whole and in order", arguments: StoreKind.allCases)
  func parts(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let account = bench.account()
      try await account.launchAtStart([])
      let count = Account.part * 2 + 1_000
      try await account.transaction(.changing) { tables in
        try tables.run(
          """
          INSERT INTO receipt_engagement (space, generation, id, type, message_id, center, identity, ts, received, count)
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
          SELECT $1, 1, i, 'open', 'm', 'Primary', 'user:maria', 1, 1, 1 FROM n
          """)
        // As many as a part has: there may be more, and are not.
        try tables.run(
          """
          INSERT INTO receipt_badge (space, identity, asked, count, ts)
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Account.part))
          SELECT $1, 'user:maria', i, 1, 1 FROM n
          """)
      }
      let all = try await account.receipts(ReceiptFilter())
      #expect(all.engagements.map(\.id) == (1...count).map(String.init))
      #expect(all.badge.map(\.asked) == Array(1...Account.part))
      let most = Account.part + 2
      let newest = try await account.receipts(ReceiptFilter(limit: most))
      #expect(newest.engagements == Array(all.engagements.suffix(most)) && newest.badge == all.badge)
    }
  }

  @Test(
    "SB-5 EN-8 receipts are read page by page, whole and in order, from the first one after a reset in between"
  )
  func pages() async throws {
    try await Bench.with { bench in
      let account = bench.sandbox.account
      for number in 1...5 {
        try await account.accept(
          VendorReceipt(
            .iterable, .open, message: MessageID("m\(number % 3)"), by: .user("maria"), at: bench.time.date,
            detail: ["number": number.json],
            request: VendorReceipt.RawRequest(method: "POST", path: "/", body: "")))
      }
      try await account.transaction(.changing) { tables in
        for number in 1...3 {
          try tables.run(
            """
            INSERT INTO receipt_engagement (space, generation, id, type, message_id, center, identity, ts, received, count)
            VALUES ($1, 1, $2, 'open', 'm', 'Primary', 'user:maria', 1, 1, 2)
            """, UUID().uuidString)
          try tables.run(
            """
            INSERT INTO receipt_fetch (space, vendor, center, identity, count) VALUES ($1, 'iterable', 'Primary', $2, 1)
            """, "user:\(number)")
        }
      }
      let whole = try await bench.curl.get("/sandbox/receipts").json
      var (pages, place) = ([JSONValue](), String?.some("0"))
      while let after = place {
        pages.append(try await bench.curl.get("/sandbox/receipts?limit=2&after=\(after)").json)
        place = pages.last?["next"]?.text
      }
      #expect(pages.count == 3 && whole["next"] == nil)
      for kind in ReceiptKind.allCases.map(\.rawValue) {
        #expect(pages.flatMap { $0[kind]?.elements ?? [] } == whole[kind]?.elements, "\(kind)")
      }
      #expect(pages.compactMap { $0["duplicates"]?.integer } == [2, 1, 0])
      let waited = try await bench.curl.get("/sandbox/receipts?wait=5&of=events&quiet_ms=1&limit=2&after=0")
        .json
      #expect(waited["events"]?.elements?.count == 2)
      for wrong in ["1", "events", "events.x", "fetches.1", "events.1-"] {
        let reply = try await bench.curl.get("/sandbox/receipts?after=\(wrong)")
        #expect(reply.status == 400 && reply.body.contains("after=0"), "\(wrong): \(reply.body)")
      }
      // A report makes the same of them, and begins again where they are reset meanwhile.
      let transport = try Transport(TransportSettings(origins: [bench.sandbox.endpoint.httpURL]))
      let requests = SandboxRequests(base: bench.sandbox.endpoint.httpURL)
      let sandbox = SandboxCommander(requests, over: transport.wire)
      let report = try await DeliveryReceipts(from: sandbox, pageSize: 2)
      #expect(try await report == DeliveryReceipts(from: sandbox) && report.counts.count == 3)
      let resetting = WirePort(
        send: { request async throws(InboxError) in
          let response = try await transport.wire.send(request)
          if request.url.hasSuffix("after=0") {
            do { try await account.resetReceipts() } catch { throw .noNetwork("\(error)") }
          }
          return response
        }, listen: { _, _ in AsyncThrowingStream { $0.finish() } })
      let later = try await DeliveryReceipts(from: SandboxCommander(requests, over: resetting), pageSize: 2)
      #expect(later.counts.isEmpty && later.vendorCounts.isEmpty && later.generation?.number == 2)
      await transport.close()
    }
  }

  @Test(
    "TS-6 SB-5 more receipts than one response has are not listed whole; the newest and those of one message are"
  )
  func mostListed() async throws {
    try await Bench.with { bench in
      try await bench.sandbox.account.transaction(.changing) { tables in
        _ = try tables.run(
          """
          INSERT INTO receipt_click (space, campaign, link, host, path, kind, user_agent, ts)
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= \(Account.mostListed))
          SELECT $1, 'a', 'l', 'h', '/', 'app', '', 1 FROM n
          """)
      }
      for query in ["", "?message=a", "?limit=200001", "?wait=1&of=clicks"] {
        let reply = try await bench.curl.get("/sandbox/receipts\(query)")
        #expect(
          reply.status == 400 && reply.body.contains("More than 200,000 receipts of one kind"), "\(query)")
      }
      for query in [
        "?limit=2", "?wait=1&of=clicks&limit=2", "?limit=2&after=0", "?message=a&limit=2&after=0",
      ] {
        let reply = try await bench.curl.get("/sandbox/receipts\(query)").json
        #expect(reply["clicks"]?.elements?.count == 2, "\(query)")
      }
      #expect(try await bench.curl.get("/sandbox/receipts?message=b").status == 200)
      #expect(try await bench.curl.get("/sandbox/receipts?identity=user:maria").status == 200)
      // A reset that would hand them out begins nothing.
      let kept = try await bench.curl.send("POST", "/sandbox/reset?with=receipts")
      #expect(kept.status == 400 && kept.body.contains("More than 200,000"), "\(kept.body)")
      // It is the reset itself that counts them, as more may come until it begins.
      await #expect(throws: Account.TooManyReceipts.self) {
        try await bench.sandbox.account.resetReceipts(reading: true)
      }
      #expect(try await bench.curl.send("POST", "/sandbox/reset").json["generation"]?.integer == 2)
    }
  }

  @Test(
    "TS-6 pictures, fetches and rich content have the limit, too: what was not seen for the longest time goes",
    arguments: StoreKind.allCases)
  func counted(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let account = Self.ticking(bench)
      try await account.launchAtStart([])
      let register = SpaceRegister(store: bench.store, names: BackEndRouter.tokens)
      #expect(try await register.set(days: nil, limit: 10, of: .main) != nil)
      await account.expire()
      for number in Array(1...9) + [1] {
        try await account.recordPicture(host: "x.example", path: "/\(number + 10)")
      }
      #expect(
        try await account.receipts(ReceiptFilter()).kept?.warning
          == "9 of 10 pictures are kept; those not seen for the longest time go first.")
      for number in 10...14 { try await account.recordPicture(host: "x.example", path: "/\(number + 10)") }
      let receipts = try await account.receipts(ReceiptFilter())
      #expect(receipts.pictures.map(\.path) == ["/11"] + (16...24).map { "/\($0)" })
      #expect(receipts.pictures.first?.count == 2 && receipts.expired == ["pictures": 4])
      #expect(receipts.kept?.warning.hasSuffix("go first. 4 are gone already.") == true)
      // How far they reach back is said however few are asked for.
      let none = try await account.receipts(ReceiptFilter(limit: 0))
      #expect(none.pictures.isEmpty && none.expired == receipts.expired && none.kept == receipts.kept)
      try await account.resetReceipts()
      #expect(try await account.receipts(ReceiptFilter()).kept == nil)
    }
  }

  private final class Order: Sendable {
    private let numbers = Mutex<[Int]>([])
    var all: [Int] { numbers.withLock { $0 } }
    func add(_ number: Int) { numbers.withLock { $0.append(number) } }
  }

  @Test("SB-5 long lists are read one at a time, in the order in which they were requested")
  func oneByOne() async throws {
    let turns = OneByOne()
    let (started, start) = AsyncStream<Void>.makeStream()
    let (release, go) = AsyncStream<Void>.makeStream()
    let order = Order()
    let first = Task {
      try await turns.next { @Sendable in
        start.yield()
        for await _ in release { break }
        order.add(0)
      }
    }
    for await _ in started { break }
    let second = Task { try await turns.next { @Sendable in order.add(1) } }
    while await turns.waitingCount < 1 { await Task.yield() }
    let cancelled = Task { try await turns.next { @Sendable in order.add(2) } }
    while await turns.waitingCount < 2 { await Task.yield() }
    cancelled.cancel()
    let last = Task { try await turns.next { @Sendable in order.add(3) } }
    while await turns.waitingCount < 3 { await Task.yield() }
    go.yield()
    try await first.value
    try await second.value
    try await last.value
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(order.all == [0, 1, 3])
    #expect(try await turns.next { 4 } == 4)
  }
}
