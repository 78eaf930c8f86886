import Foundation
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

@testable import InboxCore

/// What Bloomreach's SDK does with links and sessions (seed 004; vendors.md B).
struct CampaignPolicyTests {
  @Test(
    "UL-11 the six parameters, decoded as URL components do; the first of a repeated name counts",
    arguments: [
      (
        "https://a.example/?utm_source=s&utm_medium=m&utm_campaign=c&utm_content=o&utm_term=t&xnpe_cmp=x",
        "s m c o t x"
      ),
      ("https://a.example/?utm_source=1&utm_source=2&xnpe_cmp=x", "1 - - - - x"),
      ("https://a.example/?utm_source&utm_source=2", "- - - - - -"),
      ("https://a.example/?utm_source=&utm_source=2", " - - - - -"),
      ("https://a.example/?utm_source=b+c%20d%2Be", "b+c d+e - - - - -"),
      ("https://a.example?param?utm_source=utm&utm_campaign=mycampaign", "- - mycampaign - - -"),
      ("https://a.example/?UTM_SOURCE=s&utm_sourcex=y", "- - - - - -"),
      ("https://a.example/#?utm_source=s", "- - - - - -"),
      ("https://a.example/?utm_source=%FF%zz", "%FF%zz - - - - -"),
      ("https://a.example/?a=1&&utm_term=t&", "- - - - t -"),
    ])
  func parameters(link: String, expected: String) throws {
    let data = try #require(CampaignData(link))
    #expect(CampaignData.names.map { data.values[$0] ?? "-" }.joined(separator: " ") == expected)
    #expect(data.url == link)
  }

  @Test(
    "UL-11 what became of a click is remembered for a hundred links; another takes the place of the oldest")
  func verdicts() {
    var verdicts = ClickVerdicts()
    for number in 0..<ClickVerdicts.most { verdicts.record(.queued, of: "\(number)") }
    // Heard of again, the first is the newest.
    verdicts.record(.sent, of: "0")
    #expect(verdicts.count == ClickVerdicts.most)
    verdicts.record(.refused, of: "new")
    #expect(verdicts.count == ClickVerdicts.most)
    #expect(verdicts.verdict(of: "1") == nil && verdicts.verdict(of: "2") == .queued)
    #expect(verdicts.verdict(of: "0") == .sent && verdicts.verdict(of: "new") == .refused)
  }

  @Test(
    "UL-11 a campaign is a non-empty xnpe_cmp",
    arguments: [
      ("?xnpe_cmp=1", true), ("?xnpe_cmp=", false), ("?xnpe_cmp", false), ("?utm_source=1", false),
      ("", false),
    ])
  func isCampaign(query: String, expected: Bool) throws {
    #expect(try #require(CampaignData("https://a.example/" + query)).isCampaign == expected)
    #expect(CampaignData("shop://x" + query) == nil)
  }

  private static let data = CampaignData("https://a.example/?utm_source=s")
  private static let other = CampaignData("https://a.example/?utm_source=t")

  @Test(
    "UL-12 a click goes into an unsent session start that is less than three seconds old",
    arguments: [(0.0, true), (2.999, true), (3.0, false), (60, false), (-1, false)])
  func merge(age: Double, expected: Bool) throws {
    var attribution = CampaignAttribution()
    let joins = attribution.clicked(try #require(Self.data), at: .at(100), unsentStart: .at(100 - age))
    #expect(joins == expected)
    // What went into a session counts for no other.
    #expect(attribution.sessionStarts(at: .at(100))?.data == (expected ? nil : Self.data))
  }

  @Test(
    "UL-12 a click counts for a session that starts less than three seconds after it, and for one only",
    arguments: [(0.0, true), (2.999, true), (3.0, false), (-1, false)])
  func remember(delay: Double, expected: Bool) throws {
    var attribution = CampaignAttribution()
    #expect(!attribution.clicked(try #require(Self.data), at: .at(100), unsentStart: nil))
    #expect(attribution.sessionStarts(at: .at(100 + delay))?.data == (expected ? Self.data : nil))
    #expect(attribution.sessionStarts(at: .at(100)) == nil)
  }

  @Test("UL-12 the last click takes the place of the one before")
  func lastWins() throws {
    var attribution = CampaignAttribution()
    _ = attribution.clicked(try #require(Self.data), at: .at(1), unsentStart: nil)
    _ = attribution.clicked(try #require(Self.other), at: .at(2), unsentStart: nil)
    #expect(attribution.sessionStarts(at: .at(3))?.data == Self.other)
    // One that could not be stored is none, and the other one stays.
    let (data, other) = (try #require(Self.data), try #require(Self.other))
    _ = attribution.clicked(other, at: .at(4), unsentStart: nil)
    attribution.forget(event(data, at: 4))
    // Nor is the one before it on the same link the one that is remembered.
    attribution.forget(event(other, at: 3.5))
    #expect(attribution.sessionStarts(at: .at(5))?.data == other)
    _ = attribution.clicked(other, at: .at(6), unsentStart: nil)
    attribution.forget(event(other, at: 6))
    #expect(attribution.sessionStarts(at: .at(7)) == nil)
  }

  private func event(_ data: CampaignData, at seconds: Double) -> VendorEvent {
    VendorEvent(
      .campaignClick, id: .numbered(1), identity: .device("d1"), customerIDs: [:], at: .at(seconds),
      url: data.url, properties: [:])
  }

  /// Drives the machine by words such as “active 10”, “left 100”, “over 200”, “killed”.
  private func run(_ steps: String, timeout: Double = 100) -> String {
    var machine = AppSessionMachine(timeout: timeout)
    var published: [String] = []
    for step in steps.split(separator: ",") {
      let words = step.split(separator: " ")
      let now = Date.at(Double(words.dropFirst().first ?? "") ?? 0)
      var actions: [AppSessionMachine.Action] = []
      switch words[0] {
      case "active": actions = machine.enterForeground(at: now)
      case "left": machine.enterBackground(at: now)
      case "over": actions = machine.timedOut(at: now)
      default:
        let state = machine.state
        machine = AppSessionMachine(timeout: timeout)
        machine.state = state
      }
      published += actions.map { action in
        switch action {
        case .start: "start \(words[1])"
        case .end(let moment, let duration):
          "end \(Int(moment.timeIntervalSince(.at(0)))) after \(Int(duration))"
        }
      }
    }
    return published.joined(separator: ", ")
  }

  @Test(
    "UL-12 the SDK's own session vectors, with a time-out of 100 s",
    arguments: [
      ("active 10,left 100,over 200", "start 10, end 100 after 90"),
      ("active 10,left 100,over 199", "start 10"),
      ("active 10,left 100,active 400", "start 10, end 100 after 90, start 400"),
      ("active 10,left 100,active 150", "start 10"),
      ("active 10,left 100,active 199", "start 10"),
      ("active 10,left 100,active 200", "start 10, end 100 after 90, start 200"),
      ("active 10,killed,active 150", "start 10, end 150 after 140, start 150"),
      ("active 10,killed,active 60", "start 10"),
      ("active 10,left 100,killed,active 150", "start 10"),
      ("active 10,left 100,killed,active 400", "start 10, end 100 after 90, start 400"),
      ("left 5,over 500,active 10", "start 10"),
      ("active 10,active 20", "start 10"), ("active 10,left 100,active 5", "start 10"),
    ])
  func sessions(steps: String, expected: String) { #expect(run(steps) == expected) }

  private func event(_ kind: VendorEvent.TrackingKind, url: String? = nil) -> VendorEvent {
    VendorEvent(
      kind, id: .numbered(1), identity: .user("maria"),
      customerIDs: ["cookie": "d1", "registered": "maria"],
      at: Date(timeIntervalSince1970: 1_700_000_000.1234), url: url,
      properties: ["platform": .string("ios")])
  }

  @Test("UL-11 the body of a campaign click, literally, and its path")
  func click() throws {
    let click = event(.campaignClick, url: "https://a.example/?xnpe_cmp=1&x=%20")
    let server = TrackingSettings(base: "https://a.example", project: "p1", authorization: "Token t")
    #expect(
      String(decoding: try TrackingWire.request(click, server).body ?? Data(), as: UTF8.self)
        == #"{"customer_ids":{"cookie":"d1","registered":"maria"},"event_type":"campaign_click","#
        + #""properties":{"platform":"ios"},"timestamp":1700000000.123,"url":"https://a.example/?xnpe_cmp=1&x=%20"}"#
    )
    #expect(TrackingWire.path(.campaignClick, project: "p1") == "/track/v2/projects/p1/campaigns/clicks")
    #expect(TrackingWire.path(.sessionStart, project: "a/b") == "/track/v2/projects/a%2Fb/customers/events")
  }
}
