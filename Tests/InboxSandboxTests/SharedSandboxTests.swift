import Foundation
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

@testable import InboxSandbox

/// Several sandboxes over one PostgreSQL: whichever is asked, the response is the same (TS-1, TS-4, TS-6, TS-7).
@Suite("Sandboxes that share a PostgreSQL", .queued)
struct SharedSandboxTests {
  @Test("TS-1 TS-4 what one received the other lists, and a wait at the other ends")
  func receipts() async throws {
    try await SharedBench.with { bench in
      async let waited = bench.control(1).get("/sandbox/receipts?wait=1&timeout=60")
      let sent = try await bench.app(0).send("POST", "/mc/v1/engagements", body: SharedBench.upload(1))
      #expect(sent.status == 200)
      #expect(try await waited.json["engagements"]?.elements?.count == 1)
      let again = try await bench.app(1).send("POST", "/mc/v1/engagements", body: SharedBench.upload(1))
      #expect(try again.json["duplicates"]?.elements?.count == 1)
      #expect(try await bench.control(0).get("/sandbox/receipts").json["duplicates"]?.integer == 1)
      #expect(try await bench.control(1).get("/sandbox/requests").json.elements?.count ?? 0 >= 2)
      #expect(try await bench.control(1).send("POST", "/sandbox/reset").json["generation"]?.integer == 2)
      #expect(try await bench.control(0).get("/sandbox/receipts").json["engagements"]?.elements == [])
    }
  }

  @Test("TS-4 a campaign that is launched at one is pushed to the clients of both, once")
  func pushes() async throws {
    try await SharedBench.with { bench in
      var streams: [AsyncThrowingStream<String, any Error>.AsyncIterator] = []
      for index in 0..<2 {
        var lines = try bench.app(index).lines("/mc/v1/pushes").makeAsyncIterator()
        #expect(try await lines.next()?.contains(#""type":"state""#) == true)
        #expect(try await lines.next()?.contains(#""type":"clock""#) == true)
        streams.append(lines)
      }
      for (index, id) in ["a", "b"].enumerated() {
        let toml = Bench.oneBrand + Bench.campaign(id, "push = true\nbadge = \"+1\"")
        let launched = try await bench.control(index).send("POST", "/sandbox/campaigns", body: toml)
        #expect(launched.status == 200, "\(launched.body)")
      }
      for var lines in streams {
        for (badge, id) in [(1, "a"), (2, "b")] {
          let line = try await lines.next() ?? ""
          #expect(
            line.contains(#""message_id":"\#(id)""#) && line.contains(#""badge":\#(badge),"#), "\(line)")
        }
      }
      let list = try await bench.app(1).get("/mc/v1/centers/Primary/messages")
      #expect(try list.json["messages"]?.elements?.compactMap { $0["id"]?.text } == ["b", "a"])
    }
  }

  @Test("TS-1 SB-3 SB-4 clock and faults are the same at both, and a fault strikes as often as it was set to")
  func settings() async throws {
    try await SharedBench.with { bench in
      _ = try await bench.control(0).send("POST", "/sandbox/clock", body: "2026-11-21T09:00:00Z")
      _ = try await bench.control(1).send("POST", "/sandbox/clock", body: "stop")
      let clock = try await bench.control(0).get("/sandbox/clock").json
      #expect(clock["running"] == .bool(false) && clock["now"]?.text?.hasPrefix("2026-11-21T09:00") == true)
      let set = try await bench.control(1).send("POST", "/sandbox/faults", body: "badge 503 times 10")
      #expect(set.status == 200, "\(set.body)")
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<40 {
          group.addTask { try await bench.app(number % 2).get("/mc/v1/badge").status }
        }
        return try await group.reduce(into: [Int]()) { $0.append($1) }
      }
      #expect(statuses.filter { $0 == 503 }.count == 10 && statuses.filter { $0 == 200 }.count == 30)
      #expect(try await bench.control(0).get("/sandbox/faults").json.elements == [])
    }
  }

  @Test("TS-1 TS-8 a sandbox with another control token than the database was served with says so")
  func otherControlToken() async throws {
    try await SharedBench.with { bench in
      #expect(bench.reports.all.isEmpty)
      let file = try CampaignFile.parse(Bench.oneBrand, name: "test.toml")
      let reports = SharedBench.Reports()
      // A later version may keep more there.
      try await bench.run(#"UPDATE space SET keys = '{"later":"x"}'"#)
      let same = try await SharedBench.start(bench.url, file, reports: reports)
      await same.stop()
      #expect(reports.all.isEmpty, "\(reports.all)")
      let keys: [String: String]? = try await bench.sandboxes[0].account.transaction(.reading) {
        try $0.run("SELECT keys FROM space WHERE name = $1").first?.decoded("keys")
      }
      #expect(keys?["later"] == "x" && keys?["control"]?.count == 4 && keys?.count == 2)
      let other = try await SharedBench.start(
        bench.url, file, reports: reports, controlToken: "control-token-of-another")
      await other.stop()
      let words = "The database was last served with another control token. "
      #expect(reports.all.count == 1 && reports.all.allSatisfy { $0.hasPrefix(words) }, "\(reports.all)")
    }
  }

  @Test("TS-6 a later version migrates the store, and an earlier one goes on")
  func migration() async throws {
    try await SharedBench.with { bench in
      _ = try await bench.app(0).send("POST", "/mc/v1/engagements", body: SharedBench.upload(1))
      let later = """
        ALTER TABLE receipt_engagement ADD COLUMN device TEXT NOT NULL DEFAULT '';
        ALTER TABLE space ADD COLUMN owner TEXT;
        CREATE TABLE later (seq {serial}, space TEXT NOT NULL);
        """
      let versions = StoreSchema.versions + [later]
      async let first: Void = PostgresConnection(url: bench.url).migrate(to: versions)
      async let second: Void = PostgresConnection(url: bench.url).migrate(to: versions)
      _ = try await (first, second)
      let sent = try await bench.app(0).send("POST", "/mc/v1/engagements", body: SharedBench.upload(2))
      #expect(sent.status == 200, "\(sent.body)")
      let receipts = try await bench.control(1).get("/sandbox/receipts")
      #expect(try receipts.json["engagements"]?.elements?.count == 2, "\(receipts.body)")
      // One of the earlier version can also begin.
      let third = try await SharedBench.start(
        bench.url, CampaignFile.parse(Bench.oneBrand, name: "test.toml"))
      #expect(try await third.receipts().engagements.count == 2)
      await third.stop()
    }
  }

  @Test("MC-2 TS-1 a team's store with six centers goes on for its apps, and the operator learns of it")
  func sixCenters() async throws {
    try await SharedBench.with { bench in
      for number in 1...5 {
        var campaign = Campaign.named("c\(number)")
        campaign.center = CenterName("C\(number)")
        _ = try await bench.sandboxes[0].launch(campaign)
      }
      let reports = SharedBench.Reports()
      let file = try CampaignFile.parse(Bench.oneBrand, name: "test.toml")
      let third = try await SharedBench.start(bench.url, file, reports: reports)
      #expect(reports.all.count == 1)
      #expect(reports.all.first?.hasPrefix("The database has 6 message centers: Primary, C1,") == true)
      await third.stop()
    }
  }

  @Test(
    "TS-6 TS-2 what a later version has stored is passed over, and no other space waits for it")
  func later() async throws {
    try await SharedBench.with { bench in
      let made = try await bench.control(0).send("POST", "/sandbox/spaces/one").json
      let token = try #require(made["controlToken"]?.text)
      let holder = bench.client(1, ["Authorization: Bearer \(token)"])
      #expect(try await holder.get("/s/one/sandbox/receipts").status == 200)
      let upload = { (id: String) in Bench.oneBrand + Bench.campaign(id, "push = true") }
      _ = try await bench.control(0).send("POST", "/sandbox/campaigns", body: upload("a"))
      var lines = try bench.app(1).lines("/mc/v1/pushes").makeAsyncIterator()
      _ = try await (lines.next(), lines.next())
      try await bench.run(
        """
        UPDATE message SET vendors = '["responsys","iterable","later"]', extras = '{"values":{"later":{"a":1}}}';
        INSERT INTO message (space, center, id, vendor_id, campaign, sent, subject, body, custom, audience, vendors, extras)
          VALUES ('main', 'Primary', 'z', 'z', 'z', 1, '', '', '{}', '["everyone"]', '["iterable"]',
            '{"actions":[{"title":"T","kind":"later"}]}');
        INSERT INTO receipt_fetch (space, vendor, center, identity, count) VALUES ('main', 'later', 'x', 'user:u', 1);
        INSERT INTO campaign (space, center, id, definition) VALUES ('main', 'Primary', 'later', '{"kind":"later"}');
        INSERT INTO line (space, news) VALUES ('main', '{"later":true}');
        UPDATE space SET faults = '{"faults":{"later":{}}}', changed = changed + 1 WHERE name = 'one';
        NOTIFY inbox_sandbox, 's one'
        """)
      let list = try await bench.app(1).get("/mc/v1/centers/Primary/messages")
      #expect(try list.json["messages"]?.elements?.compactMap { $0["id"]?.text } == ["a"], "\(list.body)")
      let key = try bench.sandboxes[1].endpoint.vendor(.iterable)["apiKey"]
      let inbox = try await bench.client(1, ["Api-Key: \(key)"])
        .get("/iterable/api/inApp/getMessages?count=100&userId=u")
      let ids = try inbox.json["inAppMessages"]?.elements?.compactMap { $0["messageId"]?.text }
      #expect(ids == ["a"], "\(inbox.body)")
      // What is sent about the message is no mistake, and nothing of it is lost: it can be sent again, to the other one.
      let open = try await bench.client(1, ["Api-Key: \(key)"])
        .send("POST", "/iterable/api/events/trackInAppOpen", body: #"{"userId":"u","messageId":"z"}"#)
      #expect(open.status == 500, "\(open.body)")
      let fetches = try await bench.control(1).get("/sandbox/receipts?identity=user:u").json["fetches"]
      #expect(fetches?.elements?.map { $0["vendor"]?.text } == ["iterable"])
      let spaces = try await bench.control(1).get("/sandbox/spaces").json
      #expect(spaces.elements?.map { $0["space"]?.text } == ["one"])
      let campaigns = try await bench.control(1).get("/sandbox/campaigns")
      #expect(campaigns.status == 200 && !campaigns.body.contains("later"), "\(campaigns.body)")
      let broken = try await holder.get("/s/one/sandbox/receipts")
      #expect(broken.status == 500 && broken.body.contains("the column “faults” has no"), "\(broken.body)")
      let limited = try await bench.control(1).send("PATCH", "/sandbox/spaces/one", body: #"{"limit":500}"#)
      #expect(limited.status == 200 && limited.compact.contains(#""limit":500"#), "\(limited.body)")
      // Each of the two says it once, whatever else it cannot read.
      #expect(1...2 ~= bench.reports.all.count { $0.contains("the column “faults” has no") })
      _ = try await bench.control(0).send("POST", "/sandbox/campaigns", body: upload("b"))
      var line = try await lines.next()
      // A keep-alive may come between.
      while line?.contains(#""message_id":"b""#) == false { line = try await lines.next() }
      #expect(line != nil)
    }
  }

  @Test(
    "TS-7 PostgreSQL is killed under load: nothing acknowledged is lost, nothing is invented, clients go on")
  func crash() async throws {
    try await SharedBench.with(hasOwnServer: true) { bench in
      let tally = Tally()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for client in 0..<8 {
          group.addTask {
            for number in 0..<50 { try await Self.report(client * 1_000 + number, client % 2, bench, tally) }
          }
        }
        for _ in 0..<3 {
          let goal = await min(tally.acknowledged.count + 20, 400)
          try await until { await tally.acknowledged.count >= goal }
          try await bench.server.crash()
        }
        try await group.waitForAll()
      }
      #expect(await tally.acknowledged.count == 400)
      let receipts = try await bench.sandboxes[0].receipts()
      #expect(receipts.engagements.count == 400)
      #expect(Set(receipts.engagements.map(\.id)).count == 400)
      #expect(bench.reports.all.contains { $0.hasPrefix("The database is not available: ") })
      #expect(bench.reports.all.contains("The database is available again."))
      // And signals are heard again.
      async let waited = bench.control(1).get("/sandbox/receipts?wait=401&timeout=60")
      _ = try await bench.app(0).send("POST", "/mc/v1/engagements", body: SharedBench.upload(90_000))
      #expect(try await waited.status == 200)
    }
  }

  @Test(
    "TS-3 TS-7 uploads of the same events in other orders are received, each of them, whichever process gets them"
  )
  func otherOrders() async throws {
    try await SharedBench.with { bench in
      let numbers = Array(1...200)
      try await withThrowingTaskGroup(of: Int.self) { group in
        for client in 0..<4 {
          group.addTask {
            let order = client % 2 == 0 ? numbers : numbers.reversed()
            return try await bench.app(client % 2).send(
              "POST", "/mc/v1/engagements", body: SharedBench.upload(order)
            ).status
          }
        }
        for try await status in group { #expect(status == 200) }
      }
      let receipts = try await bench.sandboxes[0].receipts()
      #expect(receipts.engagements.count == 200 && receipts.engagements.allSatisfy { $0.count == 4 })
      // Whoever has met another one is alone the next time.
      try await bench.run(
        """
        DO $$ BEGIN IF (SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()) > 4
        THEN RAISE EXCEPTION 'they met again'; END IF; END $$
        """)
    }
  }

  private actor Tally {
    private(set) var acknowledged: Set<Int> = []
    func add(_ number: Int) { acknowledged.insert(number) }
  }

  /// Sends an event as a client does: again until there is a response that says yes.
  private static func report(_ number: Int, _ index: Int, _ bench: SharedBench, _ tally: Tally) async throws {
    while true {
      let reply = try await bench.app(index).send(
        "POST", "/mc/v1/engagements", body: SharedBench.upload(number))
      if reply.status == 200 { return await tally.add(number) }
      try #require(reply.status == 503 && reply.head.lowercased().contains("retry-after"), "\(reply.body)")
      // What a database says of itself is for who runs the sandbox.
      let words =
        "The sandbox's database is not available. This request may not have been received; send it again."
      try #require(reply.compact == #"{"error":"\#(words)"}"#)
    }
  }

  @Test("VE-13 TS-1 a name that no index holds is refused with the vendor's body, and sinks no other command")
  func longNames() async throws {
    try await SharedBench.with { bench in
      let endpoint = bench.sandboxes[0].endpoint
      // Random, as an index compresses what repeats.
      let long = (0..<6_000).map { _ in String("abcdefghijklmnopqrstuvwxyz0123456789".randomElement() ?? "a")
      }
      .joined()
      let key = try endpoint.vendor(.iterable)["apiKey"]
      let user = try await bench.client(0, ["Api-Key: \(key)"]).send(
        "POST", "/iterable/api/users/update", body: #"{"userId":"\#(long)","dataFields":{}}"#)
      #expect(user.status == 400 && user.body.contains("BadParams"), "\(user)")
      func command(_ customer: String) -> String {
        #"""
        {"name":"customers/events","data":{"customer_ids":{"registered":"\#(customer)"},"event_type":"campaign",
        "properties":{"action_type":"app inbox","status":"opened","utm_content":"\#(customer)"}}}
        """#
      }
      let commands = ["a", long, "b"].map(command).joined(separator: ",")
      let batch = try await bench.client(0, ["Authorization: \(endpoint.trackingAuthorization)"]).send(
        "POST", "/bloomreach/track/v2/projects/\(endpoint.project)/batch",
        body: #"{"commands":[\#(commands)]}"#)
      #expect(batch.status == 200, "\(batch)")
      #expect(try batch.json["results"]?.elements?.map { $0["success"]?.flag } == [true, false, true])
    }
  }
}
