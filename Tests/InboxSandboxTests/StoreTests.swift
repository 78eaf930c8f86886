import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

@testable import InboxSandbox

/// What every store does: SQLite and PostgreSQL pass the same suite (TS-1).
@Suite("The sandbox's store", .queued)
struct StoreTests {
  private static let brand = Brand(name: "Tarnvelo", domain: "news.tarnvelo.example", scheme: "tarnvelo")

  private static func campaign(_ id: String, badge: BadgeRule? = nil) -> Campaign {
    Campaign(id: id, subject: "S", message: "Text of \(id)", push: true, badge: badge, brand: brand)
  }

  /// Two spaces of one store, ready.
  private static func spaces(_ bench: StoreBench) async throws -> (Account, Account) {
    let other = try #require(SpaceName("other"))
    let token = try await SpaceRegister(store: bench.store, names: BackEndRouter.tokens)
      .create(other, at: bench.clock.date)
    let accounts = (bench.account(), bench.account(other, token: token.map { SandboxTokens.hash($0.text) }))
    try await accounts.0.launchAtStart([])
    try await accounts.1.launchAtStart([])
    return accounts
  }

  @Test("TS-3 SB-5 an event is kept once, and repeats are counted", arguments: StoreKind.allCases)
  func repeats(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let (account, _) = try await Self.spaces(bench)
      let first = try await account.accept([bench.event(1), bench.event(2, .open)])
      #expect(first.accepted.count == 2 && first.duplicates.isEmpty && first.generation == 1)
      let again = try await account.accept([bench.event(2, .open), bench.event(3)])
      #expect(again.accepted.count == 1 && again.duplicates == [bench.event(2).id.uuidString])
      let receipts = try await account.receipts(ReceiptFilter())
      #expect(receipts.engagements.map(\.count) == [1, 2, 1] && receipts.duplicates == 1)
      #expect(try await account.receipts(ReceiptFilter(type: "open")).engagements.count == 1)
      #expect(try await account.receipts(ReceiptFilter(message: "autumn")).engagements.isEmpty)
    }
  }

  @Test(
    "TS-5 a list of receipts reads none of their requests; a receipt has its own",
    arguments: StoreKind.allCases)
  func listed(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let (account, _) = try await Self.spaces(bench)
      _ = try await account.accept([bench.event(1)])
      let request = VendorReceipt.RawRequest(method: "POST", path: "/", body: "{}")
      try await account.accept(
        VendorReceipt(
          .iterable, .open, message: MessageID("a"), by: .user("ben"), at: bench.clock.date, request: request)
      )
      let newest = try await account.newest(9)
      #expect(newest.map(\.vendor).sorted() == ["iterable", "responsys"])
      #expect(newest.allSatisfy { $0.request == nil && $0.detail == nil && $0.session == nil })
      let event = try #require(newest.first { $0.vendor == "iterable" })
      #expect(
        event.type == "open" && event.message == "a" && event.identity == "user:ben" && event.count == 1)
      #expect(try await account.receipt(event.id)?.request == request)
    }
  }

  @Test("TS-2 SB-5 a reset begins a generation in one space alone", arguments: StoreKind.allCases)
  func reset(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let (account, other) = try await Self.spaces(bench)
      for one in [account, other] { _ = try await one.accept([bench.event(1)]) }
      let reset = try await account.resetReceipts(reading: true)
      #expect(reset.generation == 2 && reset.ended?.generation == 1 && reset.ended?.engagements.count == 1)
      // What the generation before has, and what happened before it ended, is late.
      let late = try await account.accept([
        bench.event(1), bench.event(2, at: bench.clock.date.addingTimeInterval(-1)), bench.event(3),
      ])
      #expect(late.accepted.count == 3 && late.late.count == 2 && late.generation == 2)
      #expect(try await account.receipts(ReceiptFilter()).late == 2)
      #expect(try await account.receipts(ReceiptFilter()).engagements.count == 1)
      let untouched = try await other.receipts(ReceiptFilter())
      #expect(untouched.generation == 1 && untouched.engagements.count == 1 && untouched.late == 0)
      #expect(try await other.accept([bench.event(1)]).duplicates.count == 1)
    }
  }

  @Test(
    "SB-5 an event about no message is late where it is older than the reset, or the generation before has it",
    arguments: StoreKind.allCases)
  func lateTracked(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let (account, other) = try await Self.spaces(bench)
      let noon = bench.clock.date
      for one in [account, other] {
        for time in [noon, nil] { try await one.accept(bench.tracked(1, at: time)) }
      }
      bench.clock.advance(by: .milliseconds(500))
      let reset = try await account.resetReceipts(reading: true)
      #expect(reset.ended?.tracking.map(\.count) == [1, 1])
      // A time in whole seconds may be from after the reset; one without a time is another event.
      for time in [noon, noon.addingTimeInterval(-1), noon.addingTimeInterval(0.499), nil, nil] {
        try await account.accept(bench.tracked(1, at: time))
      }
      for _ in 0..<2 { try await account.accept(bench.tracked(2, at: noon)) }
      let receipts = try await account.receipts(ReceiptFilter())
      #expect(receipts.late == 3)
      #expect(
        receipts.tracking.map { "\($0.url ?? "") \($0.count)" } == [
          "https://x.example/1 1", "https://x.example/1 1", "https://x.example/2 2",
        ])
      try await other.accept(bench.tracked(1, at: noon))
      let untouched = try await other.receipts(ReceiptFilter())
      #expect(untouched.tracking.map(\.count) == [2, 1] && untouched.late == 0)
    }
  }

  @Test(
    "BD-5 TS-2 badges follow the campaigns of their space, known identity or not",
    arguments: StoreKind.allCases)
  func badges(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let (account, other) = try await Self.spaces(bench)
      #expect(try await account.heldBadge(of: .user("maria")) == ServerBadge(count: 0, version: 1))
      _ = try await account.launch(Self.campaign("a", badge: .add(2)))
      #expect(try await account.heldBadge(of: .user("maria")) == ServerBadge(count: 2, version: 2))
      #expect(try await account.heldBadge(of: .user("ben")) == ServerBadge(count: 2, version: 1))
      #expect(try await account.setBadge(200, identity: .user("ben")) == ServerBadge(count: 99, version: 2))
      #expect(try await other.heldBadge(of: .user("maria")) == ServerBadge(count: 0, version: 1))
    }
  }

  @Test(
    "MC-4 MC-11 VE-13 messages are launched, listed, marked and taken back", arguments: StoreKind.allCases)
  func messages(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let (account, other) = try await Self.spaces(bench)
      #expect(try await account.launch(Self.campaign("a")).id == MessageID("a"))
      #expect(try await account.launch(Self.campaign("a")).id == MessageID("a-2"))
      let list = try await account.messages(center: .primary, identity: .user("maria"), base: "http://x")
      #expect(list?.map(\.id.rawValue) == ["a-2", "a"])
      #expect(try await other.messages(center: .primary, identity: .user("maria"), base: "") == [])
      #expect(
        try await account.messages(center: CenterName("None"), identity: .user("maria"), base: "") == nil)
      let marked = try await account.mark([MessageID("a")], .read, of: .user("maria"), at: .bloomreach)
      #expect(marked == [MessageID("a")])
      let inbox = try await account.messages(for: .bloomreach, identity: .user("maria"))
      #expect(inbox.map(\.isRead) == [true, false])
      #expect(inbox[0].sequence > inbox[1].sequence)
      #expect(
        try await account.messages(for: .bloomreach, identity: .user("ben")).map(\.isRead) == [false, false])
      #expect(try await account.withdraw(campaign: "a").count == 2)
      #expect(try await account.messages(for: .bloomreach, identity: .user("maria")).isEmpty)
    }
  }

  @Test(
    "VE-13 one message is found by its id and by its number, by those whom it goes to",
    arguments: StoreKind.allCases)
  func oneMessage(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let (account, other) = try await Self.spaces(bench)
      let (maria, ben) = (Identity.user("maria"), Identity.user("ben"))
      var bens = Campaign.named("b")
      bens.audience = [.only(ben)]
      bens.vendors = [.iterable]
      for campaign in [Campaign.named("a"), bens] { _ = try await account.launch(campaign) }
      // A long list of ids is another way to the same message.
      let ids = (0..<200).map { MessageID("x\($0)") } + [MessageID("a"), MessageID("b")]
      #expect(try await account.mark(ids, .read, of: maria, at: .iterable) == [MessageID("a")])
      #expect(try await account.mark([MessageID("a")], .deleted, of: maria, at: .iterable).count == 1)
      let list = try await account.messages(for: .iterable, identity: maria)
      #expect(list.map(\.isRead) == [true] && list.map(\.isDeleted) == [true])
      #expect(try await account.message(MessageID("a"), for: .iterable, identity: maria) == list[0])
      #expect(try await account.message(number: list[0].number, for: .iterable, identity: maria) == list[0])
      let unmarked = try await account.message(MessageID("a"), for: .bloomreach, identity: maria)
      #expect(unmarked?.isRead == false && unmarked?.number == list[0].number)
      #expect(try await account.message(MessageID("b"), for: .iterable, identity: maria) == nil)
      #expect(try await account.message(MessageID("b"), for: .bloomreach, identity: ben) == nil)
      let found = try await account.message(MessageID("b"), for: .iterable, identity: ben)
      #expect(found?.id == MessageID("b"))
      #expect(try await account.message(number: 4_711, for: .iterable, identity: maria) == nil)
      #expect(try await other.message(MessageID("a"), for: .iterable, identity: maria) == nil)
      #expect(
        try await other.message(number: list[0].number, for: .iterable, identity: maria) == nil)
    }
  }

  @Test(
    "SB-2 a campaign that is launched again takes the id of no other one, and each launches by itself once",
    arguments: StoreKind.allCases)
  func otherCampaigns(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let (account, _) = try await Self.spaces(bench)
      let timed = Campaign.named("sale-2", launch: .seconds(8))
      _ = try await account.schedule([timed], from: bench.clock.date, isAnew: false)
      #expect(try await account.launch(.named("sale")).id == MessageID("sale"))
      #expect(try await account.launch(.named("sale")).id == MessageID("sale-3"))
      #expect(try await account.launchedCampaigns().map(\.id) == ["sale"])
      try await account.launchOnce(timed)
      #expect(try await account.launchedCampaigns().map(\.id) == ["sale", "sale-2"])
      let loading = Account(
        store: bench.store, centers: [], campaigns: ["sale", "sale-4"], maximumBadge: 99, clock: bench.clock)
      #expect(try await loading.launch(.named("sale")).id == MessageID("sale-5"))
      // One that comes when its id is taken launches all the same.
      try await account.launchOnce(.named("sale-3", launch: .seconds(8)))
      #expect(try await account.launchedCampaigns().map(\.id) == ["sale", "sale-2", "sale-3"])
      let list = try await account.messages(for: .iterable, identity: .user("maria"))
      #expect(list.map(\.id.rawValue) == ["sale", "sale-3", "sale-2", "sale-5", "sale-3-2"])
    }
  }

  @Test(
    "SB-2 a campaign that was launched a thousand times takes the next number without a look at each",
    arguments: StoreKind.allCases)
  func manyLaunches(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let (account, _) = try await Self.spaces(bench)
      let (id, rows) = try await account.transaction(.changing) { tables in
        for number in 1...1_000 {
          try tables.run(
            "INSERT INTO former_message (space, vendor_id, center, id) VALUES ($1, $2, 'Primary', $2)",
            number == 1 ? "sale" : "sale-\(number)")
        }
        let counted = CountedRows(tables.transaction)
        var ids = Account.FreeIDs(SpaceTables(space: tables.space, transaction: counted), besides: [])
        return (try ids.next(for: .named("sale")), counted.count)
      }
      #expect(id == "sale-1001" && rows < 30, "\(rows) rows")
    }
  }

  @Test("SB-2 what is new in a file launches at the next start, also where another message has its id")
  func newInFile() async throws {
    try await StoreBench.with(.sqlite) { bench in
      let account = bench.account()
      try await account.launchAtStart([.named("sale")])
      #expect(try await account.launch(.named("sale")).id == MessageID("sale-2"))
      try await account.launchAtStart([.named("sale"), .named("sale-2")])
      #expect(try await account.launchedCampaigns().map(\.id) == ["sale", "sale-2"])
      let list = try await account.messages(for: .iterable, identity: .user("maria"))
      #expect(list.map(\.id.rawValue) == ["sale", "sale-2", "sale-2-2"])
      // What was withdrawn stays so.
      #expect(try await account.withdraw(campaign: "sale-2").count == 1)
      try await account.launchAtStart([.named("sale"), .named("sale-2")])
      #expect(try await account.launchedCampaigns().map(\.id) == ["sale"])
    }
  }

  @Test(
    "SB-2 MC-17 the id of a message that was withdrawn does not come again, nor when its page is gone",
    arguments: StoreKind.allCases)
  func formerIDs(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let (account, _) = try await Self.spaces(bench)
      _ = try await account.launch(.named("fix"))
      #expect(try await account.withdraw(campaign: "fix").count == 1)
      #expect(try await account.launch(.named("fix")).id == MessageID("fix-2"))
      try await account.transaction(.changing) { tables in
        for number in 0..<1_000 {
          try tables.run(
            """
            INSERT INTO withdrawn (space, id, vendor_id, center, subject, body, sent, audience, withdrawn_at)
            VALUES ($1, $2, $2, 'Primary', '', '', 0, '[]', 0)
            """, "filler\(number)")
        }
      }
      #expect(try await account.withdraw(campaign: "fix").count == 1)
      #expect(try await account.launched("fix").isEmpty)
      #expect(try await account.launch(.named("fix")).id == MessageID("fix-3"))
      // The same id in another center is another message, also for vendors with one list.
      var elsewhere = Campaign.named("fix")
      elsewhere.center = CenterName("Offers")
      #expect(try await account.launch(elsewhere).id == MessageID("fix"))
      let list = try await account.messages(for: .iterable, identity: .user("maria"))
      #expect(list.map(\.id.rawValue) == ["fix-3", "fix@Offers"])
      // An id that looks like one of those is a message of its own.
      _ = try await account.launch(.named("new@Offers"))
      _ = try await account.launch(.named("new"))
      elsewhere.id = "new"
      _ = try await account.launch(elsewhere)
      let all = try await account.messages(for: .iterable, identity: .user("maria")).map(\.id.rawValue)
      #expect(Set(all).count == all.count && all.contains("new@Offers-2"), "\(all)")
    }
  }

  @Test("TS-8 what is named can never become SQL", arguments: StoreKind.allCases)
  func hostileNames(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let (account, _) = try await Self.spaces(bench)
      for (number, name) in [
        "'; DROP TABLE space; --", "$1", "\u{0}x", "ø%_\\", String(repeating: "n", count: 2_000),
      ].enumerated() {
        let identity = Identity.user(name)
        _ = try await account.accept([bench.event(number, by: identity)])
        _ = try await account.setBadge(1, identity: identity)
        #expect(
          try await account.updateProfile(
            of: name, at: .iterable, fields: [name: .string(name)], mergesObjects: false))
        #expect(try await account.profile(of: name, at: .iterable)?.count == 1)
      }
      #expect(try await account.receipts(ReceiptFilter()).engagements.count == 5)
      // Every store keeps all of a text with NUL, which it cannot hold, and finds it.
      let filter = ReceiptFilter(identity: Identity.user("\u{0}x").storageKey)
      let found = try await account.receipts(filter)
      #expect(found.engagements.map(\.identity) == ["user:\u{2400}x"] && found.badge.count == 1)
      for name in ["", "A", "a b", "../x", "a/b", "-a", "a'", "ä", String(repeating: "a", count: 41)] {
        #expect(SpaceName(name) == nil)
      }
    }
  }

  @Test(
    "TS-4 a wait ends when the receipt is there that it waits for", arguments: StoreKind.allCases)
  func wait(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let (account, _) = try await Self.spaces(bench)
      async let found = account.receipts(ReceiptFilter(type: "open")) { !$0.engagements.isEmpty }
      for number in 1...20 { _ = try await account.accept([bench.event(number)]) }
      _ = try await account.accept([bench.event(21, .open)])
      #expect(try await found.engagements.map(\.type) == ["open"])
    }
  }

  @Test(
    "TS-2 MC-17 a hosted page of a space has an address of its own, and the newest one of an address is served",
    arguments: StoreKind.allCases)
  func hostedPages(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let (main, other) = try await Self.spaces(bench)
      let register = SpaceRegister(store: bench.store, names: BackEndRouter.tokens)
      let url = "https://www.tarnvelo.example/guide.html"
      func launch(_ html: String, in account: Account) async throws -> String? {
        var campaign = Self.campaign("guide")
        campaign.rich = .hosted(url: url, html: html)
        _ = try await account.launch(campaign)
        let messages = try await account.messages(center: .primary, identity: .user("maria"), base: "")
        return messages?.first?.richURL
      }
      #expect(try await register.hostedPage(url: url)?.html == nil)
      let own = try #require(try await launch("<p>other</p>", in: other))
      #expect(own.hasPrefix(url + "?_s_=X0"))
      #expect(try await register.hostedPage(url: url)?.html == nil)
      #expect(try await register.hostedPage(url: own)?.html == "<p>other</p>")
      #expect(try await launch("<p>main</p>", in: main) == url)
      #expect(try await launch("<p>newer</p>", in: other) == own)
      #expect(try await register.hostedPage(url: url)?.html == "<p>main</p>")
      #expect(try await register.hostedPage(url: own)?.html == "<p>newer</p>")
      // As an earlier version launched it: under the address of the file, in every space.
      try await other.transaction(.changing) {
        try $0.run("UPDATE message SET rich_url = $2 WHERE space = $1", url)
      }
      let shared = try await register.hostedPage(url: url)
      #expect(shared?.space == SpaceName.main && shared?.html == "<p>main</p>")
      #expect(try await main.withdraw(campaign: "guide").count == 1)
      let alone = try await register.hostedPage(url: url)
      #expect(alone?.space.rawValue == "other" && alone?.html == "<p>newer</p>")
    }
  }

  @Test("TS-8 a space keeps hashes, and its tokens end with a rotation", arguments: StoreKind.allCases)
  func tokens(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let register = SpaceRegister(store: bench.store, names: BackEndRouter.tokens)
      let name = try #require(SpaceName("checkout"))
      let token = try #require(try await register.create(name, at: bench.clock.date))
      #expect(try await register.create(name, at: bench.clock.date) == nil)
      let record = try #require(try await register.record(of: name))
      #expect(record.token == SandboxTokens.hash(token.text))
      let held = SandboxTokens(of: token, register.names)
      let kept = SandboxTokens(hash: try #require(record.token), hashes: record.keys, register.names)
      for one in register.names { #expect(kept.matches(held[one], one)) }
      #expect(!kept.matches(held[.app], .account) && !kept.matches("", .app))
      #expect(kept.mask.known(in: "key \(held[.app]).") == "key \(SecretMask.replacement).")
      let other = try #require(try await register.rotate(name))
      let rotated = try #require(try await register.record(of: name))
      #expect(rotated.token == SandboxTokens.hash(other.text))
      #expect(rotated.settings.changed > record.settings.changed)
      #expect(try await register.all().map { $0.name } == [name])
      #expect(try await register.remove(name))
      #expect(try await register.record(of: name) == nil)
      #expect(try await !register.remove(.main))
      #expect(try await register.rotate(name) == nil)
    }
  }

  @Test(
    "TS-2 of hundred at once that add, none is lost and each repeat is counted", arguments: StoreKind.allCases
  )
  func together(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let (account, _) = try await Self.spaces(bench)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<100 {
          group.addTask {
            _ = try await account.accept([bench.event(number), bench.event(0, .open)])
            _ = try await account.setBadge(number, identity: .user("maria"))
          }
        }
        try await group.waitForAll()
      }
      let receipts = try await account.receipts(ReceiptFilter())
      #expect(receipts.engagements.count == 100 && receipts.duplicates == 100)
      #expect(receipts.badge.count == 100)
    }
  }

  @Test(
    "TS-1 a database that cannot be used is a sentence about the start, not about a request",
    arguments: [
      ("postgresql://127.0.0.1:1/x", "The sandbox's database cannot be reached ("),
      ("mysql://a", "The sandbox's database cannot be used: its URL is none that libpq reads;"),
    ])
  func noDatabase(_ url: String, _ beginning: String) async {
    let error = await #expect(throws: SandboxError.self) { _ = try await PostgresStore.open(url: url) }
    #expect(error?.description.hasPrefix(beginning) == true, "\(error?.description ?? "")")
  }

  @Test(
    "VE-7 TS-8 of a password in the database's URL nothing is looked up or repeated",
    arguments: [
      "postgresql://u:p@secretpart@127.0.0.1:1/x", "postgres://u:secretpart/w@127.0.0.1:1/x",
      "postgresql://u:1234/secretpart@127.0.0.1:1/x", "postgresql://u:p@1234/secretpart@127.0.0.1:1/x",
      "postgresql://127.0.0.1?user=u&password=a@secretpart", "postgresql://u@127.0.0.1:1/secretpart@b",
    ])
  func barePassword(_ url: String) async {
    let error = await #expect(throws: SandboxError.self) { _ = try await PostgresStore.open(url: url) }
    let sentence = error?.description ?? ""
    let words = "“@” in the name of the database, which are written %40 and %2F"
    #expect(sentence.contains(words) && !sentence.contains("secretpart"), "\(sentence)")
  }

  @Test(
    "TS-1 every form of a URL that libpq reads reaches for its database",
    arguments: [
      "postgresql://u:p%40w@127.0.0.1:1/x%40y", "postgresql://u:p?w@127.0.0.1:1/x", "postgresql://[::1]:1/x",
      "postgresql://127.0.0.1:1,[::1]:1/x?user=u", "postgresql:///x?host=127.0.0.1&port=1",
      "postgresql://127.0.0.1:1?sslrootcert=/a@b", "postgresql://u@127.0.0.1:1/x?sslrootcert=/a@b",
      "host=127.0.0.1 port=1 password=a://b:c",
    ])
  func forms(_ url: String) async {
    let error = await #expect(throws: SandboxError.self) { _ = try await PostgresStore.open(url: url) }
    #expect(error?.description.contains("cannot be reached") == true, "\(error?.description ?? "")")
  }
}

/// Counts the rows that statements return.
private final class CountedRows: SQLTransaction {
  private let transaction: any SQLTransaction
  private(set) var count = 0

  init(_ transaction: any SQLTransaction) { self.transaction = transaction }

  func run(_ statement: String, _ values: [SQLValue]) throws -> [SQLRow] {
    let rows = try transaction.run(statement, values)
    count += rows.count
    return rows
  }
}
