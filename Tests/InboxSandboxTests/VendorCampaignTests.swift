import Foundation
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxSandbox

/// What all vendors share: campaigns, receipts and folders.
@Suite("Campaigns and receipts of several vendors", .queued)
struct VendorCampaignTests {
  @Test("SB-2 VE-13 a campaign goes to the vendors that it names, or to all of them")
  func vendors() async throws {
    let toml =
      Bench.campaign("all", "badge = \"+1\"") + Bench.campaign("ours", "vendors = [\"responsys\"]")
      + Bench.campaign("theirs", "vendors = [\"bloomreach\", \"iterable\"]\ncenter = \"Theirs\"")
    try await BloomreachBench.with(toml) { bench in
      #expect(try await bench.listed().ids == ["theirs", "all"])
      #expect(try await bench.bench.ids() == ["ours", "all"])
      let app = bench.bench.app()
      // A center of other vendors is none of Responsys'.
      #expect(try await app.get("/mc/v1/centers/Theirs/messages").status == 404)
      #expect(bench.bench.sandbox.endpoint.centers == ["Primary"])
      let list = try await bench.bench.curl.get("/sandbox/campaigns")
      let names = try JSONValue.parse(Data(list.body.utf8)).elements?.map { $0["vendors"] }
      #expect(names?[1] == .array([.string("responsys")]))
      // Launched while a line is open, it says nothing there.
      var lines = try app.lines("/mc/v1/pushes").makeAsyncIterator()
      #expect(try await lines.next() == #"{"badge":1,"badge_version":1,"type":"state"}"#)
      _ = try await lines.next()
      try await bench.launch(Bench.campaign("next", "vendors = [\"bloomreach\"]\npush = true"))
      try await bench.launch(Bench.campaign("last", "push = true"))
      #expect(try await lines.next()?.contains(#""message_id":"last""#) == true)
    }
  }

  @Test("MC-20 VE-13 an id that two centers have is two ids where there is one list")
  func sameID() async throws {
    try await BloomreachBench.with(Bench.campaign("a") + Bench.campaign("a", "center = \"Offers\"")) {
      bench in
      let ids = try await bench.listed().ids
      #expect(ids == ["a@Offers", "a"])
    }
  }

  @Test("SB-2 who is not of a campaign's audience does not get it from any vendor")
  func audience() async throws {
    try await BloomreachBench.with(
      Bench.campaign("a", "audience = [\"user:maria\"]") + Bench.campaign("b", "audience = [\"device\"]")
    ) { bench in
      let (maria, ben) = (try await bench.listed().ids, try await bench.listed(customer: "ben").ids)
      #expect(maria == ["a"] && ben == [])
    }
  }

  @Test(
    "SB-2 what is wrong about vendors is said with its place",
    arguments: [
      (
        "vendors = [\"bloomreech\"]",
        "11:1: [[campaign]] 1 (a), vendors: “bloomreech” is not a vendor. There are: responsys, bloomreach, iterable. "
          + "Did you mean “bloomreach”?"
      ),
      ("vendors = []", "11:1: [[campaign]] 1 (a), vendors: it is empty"),
      ("vendors = \"iterable\"", "11:1: [[campaign]] 1 (a), vendors: it must be a list of texts"),
      (
        "vendors = [\"iterable\"]\nbadge = \"+1\"",
        "12:1: [[campaign]] 1 (a), badge: only Responsys has a badge"
      ),
      (
        "vendors = [\"responsys\"]\n[[campaign.action]]\ntitle = \"A\"",
        "[[campaign]] 1 (a), action: Responsys has no buttons."
      ),
      ("[[campaign.action]]\nkind = \"app\"", "[[campaign]] 1 (a), [[action]] 1, title: it is missing."),
      (
        "[[campaign.action]]\ntitle = \"A\"\nkind = \"web\"",
        "13:1: [[campaign]] 1 (a), [[action]] 1, kind: “web” is unknown. Known are: app, browser, deeplink."
      ),
      (
        "[[campaign.action]]\ntitle = \"A\"\nkind = \"browser\"",
        "[[campaign]] 1 (a), [[action]] 1, url: a button of kind browser leads somewhere."
      ),
      (
        "[[campaign.action]]\ntitle = \"A\"\nkind = \"browser\"\nurl = \"{{link:x}}\"",
        "[[campaign]] 1 (a), action: {{link:x}} names no [[link]] of this file."
      ),
      (
        "bloomreach = { consnt = true }",
        "(a), bloomreach, consnt: the key is unknown. Did you mean “consent”?"
      ),
      ("bloomreach = { silent = 1 }", "(a), bloomreach, silent: it must be true or false"),
      (
        "vendors = [\"iterable\"]\nbloomreach = { silent = true }",
        "12:1: [[campaign]] 1 (a), bloomreach: vendors leaves bloomreach out."
      ),
      ("iterable = { trigger = \"later\" }", "(a), iterable, trigger: “later” is unknown."),
      ("iterable = { priority = 0 }", "(a), iterable, priority: it is 0, but a whole number from 1 to 1000"),
      ("iterable = { placement = \"x\" }", "(a), iterable, placement: it must be a whole number"),
    ])
  func mistakes(lines: String, expected: String) {
    do {
      _ = try CampaignFile.parse(Bench.oneBrand + Bench.campaign("a", lines), name: "spring.toml")
      Issue.record("no error")
    } catch {
      #expect("\(error)".contains(expected), "\(error)")
    }
  }

  @Test("SB-2 every key for vendors is read, and survives the way to a running sandbox")
  func keys() throws {
    let file = try CampaignFile.parse(
      Bench.oneBrand
        + Bench.campaign(
          "a",
          """
          vendors = ["iterable", "bloomreach", "iterable"]
          bloomreach = { consent = true, consent-category = "ads", silent = false }
          iterable = { trigger = "never", save-to-inbox = true, json-only = false, priority = 100, placement = 7 }
          [[campaign.action]]
          title = "A"
          """), name: "spring.toml")
    let campaign = try #require(file.campaigns.first)
    #expect(campaign.vendors == [.iterable, .bloomreach])
    #expect(
      campaign.extras
        == VendorExtras(
          actions: [VendorExtras.Action(title: "A", kind: .app)],
          values: [
            .bloomreach: [
              "consent": .bool(true), "consent-category": .string("ads"), "silent": .bool(false),
            ],
            .iterable: [
              "trigger": .string("never"), "save-to-inbox": .bool(true), "json-only": .bool(false),
              "priority": .integer(100), "placement": .integer(7),
            ],
          ]))
    #expect(try JSONDecoder().decode(CampaignFile.self, from: JSONEncoder().encode(file)) == file)
  }

  @Test("SB-5 VE-13 events are filtered, waited for and reset like every receipt")
  func receipts() async throws {
    try await BloomreachBench.with(Bench.campaign("a") + Bench.campaign("b")) { bench in
      let curl = bench.bench.curl
      let events = [("a", "opened", "maria"), ("b", "opened", "maria"), ("a", "clicked", "ben")].map {
        """
        {"customer_ids":{"registered":"\($2)"},"event_type":"campaign","timestamp":1795262400,\
        "properties":{"utm_content":"\($0)","action_type":"app inbox","status":"\($1)"}}
        """
      }
      let path = "/bloomreach/track/v2/projects/p1/customers/events"
      for event in events { #expect(try await bench.post(path, event).status == 200) }
      for (query, count) in [
        ("", 3), ("type=open", 2), ("type=click", 1), ("type=read", 0), ("message=a", 2),
        ("identity=user:ben", 1), ("vendor=bloomreach", 3), ("vendor=iterable", 0),
        ("wait=2&of=events&type=open&timeout=1", 2),
      ] {
        let response = try await curl.get("/sandbox/receipts?\(query)")
        let found = try JSONValue.parse(Data(response.body.utf8))["events"]?.elements
        #expect(found?.count == count, "\(query)")
      }
      let first = try await curl.get("/sandbox/receipts?type=click")
      #expect(
        try JSONValue.parse(Data(first.body.utf8))["events"]?.elements?.first?.serialized == """
          {"count":1,"detail":{},"identity":"user:ben","message_id":"a","received_ts":"2026-11-21T12:00:00.000Z",\
          "request":{"body":\(JSONValue.string(events[2]).serialized),"method":"POST","path":"\(path)"},\
          "ts":"2026-11-21T12:00:00.000Z","type":"click","vendor":"bloomreach"}
          """)
      for query in ["type=opened", "vendor=oracle", "of=events"] {
        #expect(try await curl.get("/sandbox/receipts?\(query)").status == 400, "\(query)")
      }
      // What the generation before has, and what happened before it ended, is late.
      _ = try await curl.send("POST", "/sandbox/clock", body: "+1m")
      _ = try await bench.bench.sandbox.reset()
      #expect(try await bench.post(path, events[0]).status == 200)
      #expect(try await bench.post(path, events[0].replacing("1795262400", with: "1795262460")).status == 200)
      let receipts = try await bench.bench.sandbox.receipts()
      #expect(receipts.late == 1 && receipts.events.map(\.time) == ["2026-11-21T12:01:00.000Z"])
    }
  }

  @Test("SB-1 VE-13 marks and receipts of a vendor outlive a restart, and tokens are kept")
  func restart() async throws {
    let folder = NSTemporaryDirectory() + "inbox-vendors-" + UUID().uuidString
    let toml = Bench.oneBrand + Bench.campaign("a")
    var first: SandboxEndpoint?
    for run in 1...2 {
      try await Bench.with(toml, folder: folder) { bench in
        let endpoint = try bench.sandbox.endpoint.vendor(.bloomreach)
        let client = RawClient(port: bench.port, headers: ["Authorization: \(try endpoint["authorization"])"])
        let place = "/bloomreach/webxp/projects/\(try endpoint["project"])/appinbox/"
        let list = try await client.send(
          "POST", place + "fetch", body: #"{"customer_ids":{"registered":"maria"}}"#)
        let value = try JSONValue.parse(Data(list.body.utf8))
        #expect(value["messages"]?.elements?.first?["is_read"] == .bool(run == 2))
        if run == 1 {
          first = bench.sandbox.endpoint
          let token = try #require(value["sync_token"]?.text)
          let mark = try await client.send(
            "POST", place + "markasread",
            body: #"{"customer_ids":{"registered":"maria"},"message_ids":["a"],"sync_token":"\#(token)"}"#)
          #expect(mark.status == 200)
        } else {
          let keys = [
            VendorName.bloomreach: ["tokenSecret", "stream"], .iterable: ["apiKey", "tokenSecret"],
          ]
          for (vendor, names) in keys {
            for name in names {
              #expect(try first?.vendor(vendor)[name] == bench.sandbox.endpoint.vendor(vendor)[name])
            }
          }
          #expect(try await bench.sandbox.receipts().events.map(\.type) == [.read])
        }
      }
    }
    try FileManager.default.removeItem(atPath: folder)
  }
}
