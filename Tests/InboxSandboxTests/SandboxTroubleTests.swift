import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxVendors
import Synchronization
import Testing

@testable import InboxSandbox

/// What a store does where something fails beside what it is for (SB-5, TS-3, TS-7).
@Suite("The sandbox's store in trouble", .queued)
struct SandboxTroubleTests {
  @Test(
    "SB-5 a reset keeps the receipts of twenty generations, and of older ones the ids",
    arguments: StoreKind.allCases)
  func generations(_ kind: StoreKind) async throws {
    try await StoreBench.with(kind) { bench in
      let account = bench.account()
      try await account.launchAtStart([])
      let count = Account.retainedGenerations + 3
      for number in 1...count {
        _ = try await account.accept([bench.event(number)])
        #expect(try await account.resetReceipts().generation == number + 1)
      }
      // The generation is count + 1 now.
      for number in 1...count {
        let receipt = try await account.receipt(bench.event(number).id.uuidString)
        #expect(receipt?.generation == (number > count - Account.retainedGenerations ? number : nil))
      }
      let again = try await account.accept((1...count).map { bench.event($0) })
      #expect(again.late.count == count && again.duplicates.isEmpty)
      #expect(try await account.newest(200).count == Account.retainedGenerations)
    }
  }

  @Test("TS-7 a statement that is refused is reported once for as long as it is, and again when it returns")
  func reported() async throws {
    try await StoreBench.with(.sqlite) { bench in
      let (reports, start) = (SharedBench.Reports(), ContinuousClock.now)
      let passed = Mutex(Duration.zero)
      let store = ReportingStore(bench.store, now: { start + passed.withLock { $0 } }) { reports.add($0) }
      func refused(of table: String) async {
        await #expect(throws: StoreError.refused(nil)) {
          try await store.transaction(.reading, in: .main, signal: nil) { transaction in
            _ = try transaction.run("SELECT 1 FROM \(table)", [])
          }
        }
      }
      for _ in 1...20 {
        await refused(of: "nothing")
        passed.withLock { $0 += .seconds(500) }
      }
      await refused(of: "other")
      #expect(reports.all.count == 2)
      passed.withLock { $0 += .seconds(700) }
      await refused(of: "nothing")
      #expect(reports.all.count == 3 && reports.all.first == reports.all.last)
      for number in 1...30 { await refused(of: "other\(number)") }
      #expect(reports.all.count == 33)
    }
  }

  @Test("TS-7 EN-8 a full disk is a 503 that says so, and what is sent again is received once")
  func fullDisk() async throws {
    try await Bench.with { bench in
      func allow(pages: Int) async throws {
        try await bench.sandbox.account.store.transaction(.changing, in: .main, signal: nil) {
          _ = try $0.run("PRAGMA max_page_count = \(pages)", [])
        }
      }
      let body = SharedBench.upload(Array(0..<2_000), at: bench.time.date)
      // Fewer than there are cannot be.
      try await allow(pages: 1)
      let full = try await bench.app().send("POST", "/mc/v1/engagements", body: body)
      #expect(full.status == 503 && full.head.contains("Retry-After: 1"), "\(full)")
      #expect(full.body.contains("(its disk is full)"), "\(full.body)")
      // Nor does a start advise to remove what is stored.
      let start = SandboxError.unusableState(StoreError.unavailable("its disk is full")).description
      #expect(
        start == "The sandbox's state cannot be used: its disk is full. Mend that, and start it again.")
      try await allow(pages: 1_000_000)
      let again = try await bench.app().send("POST", "/mc/v1/engagements", body: body)
      #expect(try again.json["accepted"]?.elements?.count == 2_000)
    }
  }

  @Test("TS-3 an event is received where the journal cannot take the line of its request")
  func journal() async throws {
    try await SharedBench.with { bench in
      try await bench.run("ALTER TABLE request RENAME TO gone")
      let sent = try await bench.app(0).send("POST", "/mc/v1/engagements", body: SharedBench.upload(1))
      #expect(sent.status == 200 && sent.body.contains("accepted"), "\(sent.body)")
      #expect(try await bench.control(1).get("/sandbox/receipts").json["engagements"]?.elements?.count == 1)
      #expect(try await bench.control(0).get("/sandbox/requests").status == 500)
      try await bench.run("ALTER TABLE gone RENAME TO request")
      #expect(try await bench.control(0).get("/sandbox/requests").status == 200)
    }
  }

  @Test(
    "TS-7 VE-10 an open or a deletion whose receipt cannot be stored leaves no mark either",
    arguments: ["trackInAppOpen", "inAppConsume"])
  func marks(event: String) async throws {
    try await SharedBench.with(Bench.oneBrand + Bench.campaign("a")) { bench in
      let key = try bench.sandboxes[0].endpoint.vendor(.iterable)["apiKey"]
      let client = bench.client(0, ["Api-Key: \(key)"])
      func read() async throws -> [Bool?] {
        let list = try await client.get("/iterable/api/inApp/getMessages?count=9&email=maria@a.example").json
        return list["inAppMessages"]?.elements?.map { $0["read"]?.flag ?? false } ?? []
      }
      #expect(try await read() == [false])
      try await bench.run("ALTER TABLE receipt_event RENAME TO gone")
      let sent = try await client.send(
        "POST", "/iterable/api/events/\(event)", body: #"{"email":"maria@a.example","messageId":"a"}"#)
      #expect(sent.status >= 500, "\(sent)")
      #expect(try await read() == [false])
    }
  }

  @Test("TS-7 VE-13 of a batch that cannot be stored whole no command counts, so that it can be sent again")
  func batch() async throws {
    try await SharedBench.with(Bench.oneBrand + Bench.campaign("a")) { bench in
      let endpoint = bench.sandboxes[0].endpoint
      let client = bench.client(0, ["Authorization: \(endpoint.trackingAuthorization)"])
      let events = [
        #""event_type":"campaign","properties":{"action_type":"app inbox","status":"opened","utm_content":"a"}"#,
        #""event_type":"session_start""#,
      ].map {
        #"{"name":"customers/events","data":{"customer_ids":{"registered":"maria"},"timestamp":1,\#($0)}}"#
      }
      func send() async throws -> Int {
        try await client.send(
          "POST", "/bloomreach/track/v2/projects/\(endpoint.project)/batch",
          body: #"{"commands":[\#(events.joined(separator: ","))]}"#
        ).status
      }
      try await bench.run("ALTER TABLE receipt_tracking RENAME TO gone")
      #expect(try await send() == 500)
      try await bench.run("ALTER TABLE gone RENAME TO receipt_tracking")
      #expect(try await bench.sandboxes[0].receipts().events.isEmpty)
      #expect(try await send() == 200)
      let receipts = try await bench.sandboxes[1].receipts()
      #expect(receipts.events.map(\.count) == [1] && receipts.tracking.map(\.count) == [1])
    }
  }

  @Test("TS-7 SB-2 of a file that cannot be launched whole no campaign is, so that it can be sent again")
  func file() async throws {
    try await SharedBench.with { bench in
      let file = Bench.oneBrand + Bench.campaign("a", "badge = \"+1\"") + Bench.campaign("b")
      try await bench.run(
        "ALTER TABLE message ADD CONSTRAINT trap CHECK (campaign <> 'b')")
      #expect(try await bench.control(0).send("POST", "/sandbox/campaigns", body: file).status == 500)
      try await bench.run("ALTER TABLE message DROP CONSTRAINT trap")
      #expect(try await bench.control(1).send("POST", "/sandbox/campaigns", body: file).status == 200)
      let list = try await bench.app(0).get("/mc/v1/centers/Primary/messages").json
      #expect(list["messages"]?.elements?.compactMap { $0["id"]?.text } == ["b", "a"])
      #expect(try await bench.app(1).get("/mc/v1/badge").json["count"]?.integer == 1)
    }
  }

  /// A database whose disk is full when a clock is changed.
  private static let full = """
    CREATE FUNCTION no_room() RETURNS trigger AS $$
      BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$ LANGUAGE plpgsql;
    CREATE TRIGGER no_room BEFORE UPDATE OF clock ON space FOR EACH ROW EXECUTE FUNCTION no_room();
    """

  @Test(
    "SB-4 TS-7 a clock that a database cannot store for now can be sent again, and no file is to be removed")
  func clock() async throws {
    try await SharedBench.with { bench in
      try await bench.run(Self.full)
      let reply = try await bench.control(0).send("POST", "/sandbox/clock", body: "+5m")
      #expect(reply.status == 503 && reply.head.lowercased().contains("retry-after: 1"), "\(reply)")
      #expect(try await bench.control(1).get("/sandbox/clock").json["ahead_s"]?.number == 0)
      let file = try CampaignFile.parse(Bench.oneBrand, name: "test.toml")
      try await bench.run("ALTER TABLE space RENAME TO gone")
      let error = await #expect(throws: SandboxError.self) {
        _ = try await SharedBench.start(bench.url, file)
      }
      #expect(
        error?.description
          == "The sandbox's database refuses a statement; what it says is in the sandbox's output.")
    }
  }

  /// Ends the connection that signals a receipt, between its commit and its signal.
  private static let cut = """
    CREATE SCHEMA trap;
    CREATE FUNCTION trap.pg_notify(text, text) RETURNS void AS $$
      BEGIN
        IF $2 LIKE 'r %' THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
        PERFORM pg_catalog.pg_notify($1, $2);
      END $$ LANGUAGE plpgsql;
    DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET search_path = public, trap, pg_catalog', current_database());
    END $$;
    """

  @Test(
    "TS-7 what is committed is acknowledged also where its signal is lost, and a wait finds it at its end")
  func signal() async throws {
    try await SharedBench.with(prepare: { try await $0.run(Self.cut, in: $1) }) { bench in
      async let waited = bench.control(1).get("/sandbox/receipts?wait=3&timeout=10")
      for number in 1...3 {
        let sent = try await bench.app(0).send("POST", "/mc/v1/engagements", body: SharedBench.upload(number))
        #expect(sent.status == 200, "\(sent.body)")
      }
      #expect(try await waited.json["engagements"]?.elements?.count == 3)
      let receipts = try await bench.control(0).get("/sandbox/receipts").json
      #expect(receipts["duplicates"]?.integer == 0)
      // Changes signal inside their transaction, and are heard.
      #expect(try await bench.control(1).send("POST", "/sandbox/faults", body: "badge 503").status == 200)
      #expect(try await bench.app(0).get("/mc/v1/badge").status == 503)
    }
  }
}
