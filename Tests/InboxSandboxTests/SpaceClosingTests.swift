import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

@testable import InboxSandbox

/// A space that is removed, or gets other tokens, while it is in use (TS-2, TS-4, TS-8).
@Suite("Spaces that close", .queued)
struct SpaceClosingTests {
  /// The spaces of a process over a store.
  private func spaces(_ store: any SandboxStore) throws -> Spaces {
    let token = ControlToken.random()
    return Spaces(
      SpaceSetup(
        store: store, options: SandboxOptions(), campaigns: [], hosts: [],
        tokens: SandboxTokens(of: token, BackEndRouter.tokens), control: token, folder: nil))
  }

  @Test(
    "TS-8 a space that is removed or rotated while it is put together is not put back",
    arguments: StoreKind.allCases, [true, false])
  func opening(_ kind: StoreKind, isRemoved: Bool) async throws {
    try await StoreBench.with(kind) { bench in
      let name = try #require(SpaceName("one"))
      let register = SpaceRegister(store: bench.store, names: BackEndRouter.tokens)
      let first = try #require(try await register.create(name, at: bench.clock.date))
      let store = WatchedStore(store: bench.store)
      let spaces = try spaces(store)
      _ = try await spaces.begin()
      await store.watch.hold(.changing, in: name)
      async let opening = spaces.space(name)
      try await until { await store.watch.isHeld }
      if isRemoved {
        #expect(try await spaces.remove(name))
      } else {
        _ = try await spaces.rotate(name, base: "http://127.0.0.1")
      }
      await store.watch.release()
      let opened = try await opening
      let record = try await register.record(of: name)
      #expect(opened?.token == record?.token)
      #expect(opened?.token != SandboxTokens.hash(first.text))
      let later = try await spaces.space(name)
      #expect(later?.token == record?.token && (later == nil) == isRemoved)
      await spaces.stop()
    }
  }

  @Test(
    "TS-2 a space that is made while a request reads that there is none stays open",
    arguments: StoreKind.allCases)
  func made(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let name = try #require(SpaceName("one"))
      let store = WatchedStore(store: bench.store, hears: false)
      let spaces = try spaces(store)
      _ = try await spaces.begin()
      await store.watch.hold(.reading, in: name, hasEnded: true)
      async let reading = spaces.space(name)
      try await until { await store.watch.isHeld }
      _ = try await spaces.create(name, keeping: .usual, base: "http://127.0.0.1")
      let made = try #require(await spaces.open[name]).account
      await store.watch.release()
      let absent = try await reading
      #expect(absent?.token == nil)
      #expect(await made.ended == nil)
      let isOpen = try await spaces.space(name)?.account === made
      #expect(isOpen)
      await spaces.stop()
    }
  }

  @Test(
    "TS-2 clock and faults of a space stay where its limit or its tokens change",
    arguments: StoreKind.allCases)
  func settings(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let name = try #require(SpaceName("one"))
      let spaces = try spaces(bench.store)
      _ = try await spaces.begin()
      _ = try await spaces.create(name, keeping: .usual, base: "http://127.0.0.1")
      let space = try #require(try await spaces.space(name))
      _ = try await space.clock.apply(.advance(seconds: 86_400))
      try await space.faults.set(Fault(.messages, status: 503))
      for change in ["set", "rotate"] {
        if change == "set" {
          #expect(try await spaces.set(days: nil, limit: 50, of: name)?.limit == 50)
        } else {
          _ = try await spaces.rotate(name, base: "http://127.0.0.1")
        }
        let after = try #require(try await spaces.space(name))
        let clock = await after.account.clock
        #expect(clock.date.timeIntervalSinceNow > 86_000, "\(change)")
        #expect(await after.faults.take(.messages) != nil, "\(change)")
      }
      await spaces.stop()
    }
  }

  @Test(
    "TS-6 TS-2 a change of the clock leaves the faults as a later version has stored them",
    arguments: StoreKind.allCases)
  func laterFaults(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let name = try #require(SpaceName("one"))
      let spaces = try spaces(bench.store)
      _ = try await spaces.begin()
      _ = try await spaces.create(name, keeping: .usual, base: "http://127.0.0.1")
      let stored = #"{"faults":{"badge":{"endpoint":"badge","status":503,"later":1}},"rolls":{}}"#
      func faults(_ text: String? = nil) async throws -> String? {
        try await bench.store.transaction(.changing, in: name, signal: nil) { transaction in
          try transaction.run(
            """
            UPDATE space SET faults = coalesce($2, faults), changed = changed + 1 WHERE name = $1
            RETURNING faults
            """,
            [.text(name.rawValue), text.sqlValue]
          ).first?["faults"]
        }
      }
      #expect(try await faults(stored) == stored)
      let space = try #require(try await spaces.space(name))
      _ = try await space.clock.apply(.advance(seconds: 60))
      #expect(try await faults() == stored)
      #expect(await space.faults.take(.badge)?.status == 503)
      await spaces.stop()
    }
  }

  @Test("TS-8 what one process opens while another one removes it is closed", arguments: [true, false])
  func elsewhere(isRemoved: Bool) async throws {
    try await StoreBench.withPostgres { _, url in
      let name = try #require(SpaceName("one"))
      let store = WatchedStore(store: try await PostgresStore.open(url: url))
      let other = try await PostgresStore.open(url: url)
      let (spaces, others) = (try spaces(store), try spaces(other))
      _ = try await (spaces.begin(), others.begin())
      let register = SpaceRegister(store: other, names: BackEndRouter.tokens)
      _ = try await register.create(name, at: Date())
      await store.watch.hold(.changing, in: name)
      async let opening = spaces.space(name)
      try await until { await store.watch.isHeld }
      if isRemoved { _ = try await register.remove(name) } else { _ = try await register.rotate(name) }
      await store.watch.release()
      let opened = try await opening
      let token = try await register.record(of: name)?.token
      if let opened, opened.token != token { try await until { await opened.account.ended != nil } }
      #expect(try await spaces.space(name)?.token == token)
      for one in [spaces, others] {
        await one.stop()
        await one.close()
      }
    }
  }

  /// What the person who holds a space sends, and an app of it.
  private static func holder(_ made: JSONValue) throws -> [String] {
    ["Authorization: Bearer \(try #require(made["controlToken"]?.text))"]
  }

  private static func app(_ made: JSONValue) -> [String] {
    [
      "X-App-Token: \(made["appToken"]?.text ?? "")", "X-Account-Token: \(made["accountToken"]?.text ?? "")",
      "X-Identity: user:maria",
    ]
  }

  /// What waits in a space, and how it ended.
  private struct Waiting {
    let pushes: AsyncThrowingStream<String, any Error>
    let live: AsyncThrowingStream<String, any Error>

    func end() async throws {
      for try await _ in pushes {}
      for try await _ in live {}
    }
  }

  /// Opens a line and a live page, and returns when both and two waits are there: for a receipt, and for quiet.
  private func open(
    _ made: JSONValue, _ spaces: Spaces, at client: ([String]) -> RawClient
  ) async throws -> (Waiting, [Task<RawClient.Response, any Error>]) {
    let (holder, phone) = (client(try Self.holder(made)), client(Self.app(made)))
    let waiting = Waiting(
      pushes: try phone.lines("/s/one/mc/v1/pushes"),
      live: try holder.lines("/s/one/live", beginning: [":", "data: "]))
    let requests = ["wait=1&timeout=3600", "quiet_ms=3600000"].map { query in
      Task { try await holder.get("/s/one/sandbox/receipts?\(query)") }
    }
    let name = try #require(SpaceName("one"))
    try await until {
      guard let account = try await spaces.space(name)?.account else { return false }
      let (waits, lines) = await (account.watchers.count, account.openLines)
      return waits == 3 && lines == 1
    }
    return (waiting, requests)
  }

  @Test(
    "TS-2 waits, push lines and live pages end with the space or its tokens", arguments: ["DELETE", "POST"])
  func ends(method: String) async throws {
    try await Bench.with { bench in
      let made = try await bench.curl.send("POST", "/sandbox/spaces/one").json
      let (waiting, requests) = try await open(made, bench.sandbox.spaces) {
        RawClient(port: bench.port, headers: $0)
      }
      let path = "/sandbox/spaces/one" + (method == "POST" ? "/rotate" : "")
      #expect(try await bench.curl.send(method, path).status == 200)
      try await waiting.end()
      for request in requests {
        let refused = try await request.value
        #expect(
          refused.status == 410 && refused.body.contains("removed, or got other tokens"), "\(refused.body)")
      }
    }
  }

  @Test(
    "TS-2 SB-3 requests that a fault holds up end with the space or its tokens",
    arguments: ["DELETE", "POST"])
  func held(method: String) async throws {
    try await Bench.with { bench in
      let made = try await bench.curl.send("POST", "/sandbox/spaces/one").json
      let holder = RawClient(port: bench.port, headers: try Self.holder(made))
      let phone = RawClient(port: bench.port, headers: Self.app(made))
      for fault in ["messages slow 3600", "badge stalled"] {
        #expect(try await holder.send("POST", "/s/one/sandbox/faults", body: fault).status == 200)
      }
      let slow = Task { try await phone.get("/s/one/mc/v1/centers/Primary/messages") }
      let stalled = Task { try await phone.get("/s/one/mc/v1/badge") }
      let name = try #require(SpaceName("one"))
      let faults = try #require(await bench.sandbox.spaces.open[name]).faults
      try await until {
        let (messages, badge) = await (faults.strikeCount(.messages), faults.strikeCount(.badge))
        return messages == 1 && badge == 1
      }
      let path = "/sandbox/spaces/one" + (method == "POST" ? "/rotate" : "")
      #expect(try await bench.curl.send(method, path).status == 200)
      let refused = try await slow.value
      #expect(
        refused.status == 410 && refused.body.contains("removed, or got other tokens"), "\(refused.body)")
      let broken = try await stalled.value
      #expect(broken.status == 200 && broken.body.contains("{"))
    }
  }

  @Test(
    "TS-2 TS-4 they end at the other processes as well", arguments: ["DELETE", "POST"])
  func endsElsewhere(method: String) async throws {
    try await SharedBench.with { bench in
      let made = try await bench.control(0).send("POST", "/sandbox/spaces/one").json
      let (waiting, requests) = try await open(made, bench.sandboxes[1].spaces) { bench.client(1, $0) }
      let path = "/sandbox/spaces/one" + (method == "POST" ? "/rotate" : "")
      #expect(try await bench.control(0).send(method, path).status == 200)
      try await waiting.end()
      for request in requests { #expect(try await request.value.status == 410) }
    }
  }

  @Test("TS-2 a wait at a sandbox that ends is asked to come again")
  func stop() async throws {
    try await StoreBench.with(.sqlite) { bench in
      let account = bench.account()
      try await account.launchAtStart([])
      let found = Task { try await account.receipts(ReceiptFilter()) { !$0.engagements.isEmpty } }
      try await until { await account.watchers.count == 1 }
      await account.end(.unavailable("the sandbox is ending"))
      await #expect(throws: StoreError.unavailable("the sandbox is ending")) { try await found.value }
      await #expect(throws: StoreError.self) { try await account.receipts(ReceiptFilter()) { _ in false } }
    }
  }

  @Test(
    "TS-2 what a request leaves behind in a space that was removed is not in the next one of its name",
    arguments: StoreKind.allCases)
  func leftovers(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let name = try #require(SpaceName("one"))
      let register = SpaceRegister(store: bench.store, names: BackEndRouter.tokens)
      _ = try await register.create(name, at: bench.clock.date)
      #expect(try await register.remove(name))
      // It was under way, at a process of an earlier version.
      try await bench.store.transaction(.adding, in: name, signal: nil) { transaction in
        let maria: [SQLValue] = [.text("one"), .text("user:maria"), .integer(7)]
        try transaction.run("INSERT INTO badge (space, identity, count) VALUES ($1, $2, $3)", maria)
        try transaction.run(
          "INSERT INTO receipt_badge (space, identity, asked, count, ts) VALUES ($1, $2, $3, $3, $3)", maria)
      }
      let token = try #require(try await register.create(name, at: bench.clock.date))
      let account = bench.account(name, token: SandboxTokens.hash(token.text))
      try await account.launchAtStart([])
      #expect(try await account.heldBadge(of: .user("maria")) == ServerBadge(count: 0, version: 1))
      let receipts = try await account.receipts(ReceiptFilter())
      #expect(receipts.badge.isEmpty)
    }
  }

  @Test(
    "TS-2 TS-8 a request that waited while its space was removed neither reads the next one of its name nor leaves anything there",
    arguments: StoreKind.allCases, [true, false])
  func anew(_ kind: StoreKind, isElsewhere: Bool) async throws {
    try await StoreBench.with(kind) { bench in
      let name = try #require(SpaceName("one"))
      // It does not hear, or hears late, what another process does.
      let spaces = try spaces(WatchedStore(store: bench.store, hears: false))
      _ = try await spaces.begin()
      let register = SpaceRegister(store: bench.store, names: BackEndRouter.tokens)
      _ = try await register.create(name, at: bench.clock.date)
      let former = try #require(try await spaces.space(name)).account
      let isRemoved = try await isElsewhere ? register.remove(name) : spaces.remove(name)
      #expect(isRemoved)
      let maria = Identity.user("maria")
      for isAnew in [false, true] {
        if isAnew { _ = try await register.create(name, at: bench.clock.date) }
        await #expect(throws: StoreError.gone) { try await former.accept([bench.event(1)]) }
        await #expect(throws: StoreError.gone) { try await former.setBadge(7, identity: maria) }
        await #expect(throws: StoreError.gone) {
          try await former.countFetch(.iterable, center: "inbox", of: maria)
        }
        await #expect(throws: StoreError.gone) { try await former.launch(Campaign.named("a")) }
        await #expect(throws: StoreError.gone) { try await former.receipts(ReceiptFilter()) }
      }
      let reason: StoreError? = isElsewhere ? nil : .gone
      #expect(await former.ended == reason)
      let account = try #require(try await spaces.space(name)).account
      let receipts = try await account.receipts(ReceiptFilter())
      #expect(receipts.engagements.isEmpty && receipts.badge.isEmpty && receipts.fetches.isEmpty)
      await spaces.stop()
    }
  }
}

extension Campaign {
  /// One of a brand of the tests.
  static func named(_ id: String, badge: BadgeRule? = nil, launch: Duration? = nil) -> Campaign {
    Campaign(
      id: id, subject: "S", message: "Text of \(id)", push: true, badge: badge, launch: launch,
      brand: Brand(name: "Tarnvelo", domain: "news.tarnvelo.example", scheme: "tarnvelo"))
  }
}
