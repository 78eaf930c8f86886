import InboxCore
import InboxModel
import InboxStore
import InboxTestSupport
import InboxVendors
import Testing

/// The app's session over restarts, on a real database.
@Suite(.queued)
struct CampaignRestartTests {
  @Test(
    "UL-12 UL-13 a click of the next run goes into a session's start that is less than three seconds old and was never sent",
    arguments: [(2.999, false, "e2"), (3.0, false, "e1"), (1.0, true, "e1")])
  func nextRun(seconds: Double, wasSent: Bool, campaign: String) async throws {
    let archive = try InboxDatabase.inMemory()
    for (name, delay) in [("e1", 0), ("e2", seconds)] {
      let bench = try CoreBench(
        archive: archive, resolver: LinkResolver(settings: LinkFixture.settings, hop: .none),
        tracker: .bloomreach(CampaignSettings(cookie: "c1")))
      bench.clock.advance(by: .seconds(delay))
      try await bench.center.start()
      let link = "https://www.brand.example/engagement/spring?xnpe_cmp=\(name)"
      #expect(await bench.center.follow(LinkRequest(link, from: .commandLine))?.click == .queued)
      await bench.center.stop()
      if wasSent { try await archive.tried(archive.vendorEvents().map(\.item.id)) }
    }
    let events = try await archive.vendorEvents().map(\.item)
    #expect(events.map(\.kind).sorted() == ["campaign_click", "campaign_click", "session_start"])
    let start = events.first { $0.kind == "session_start" }
    #expect(start?.properties["xnpe_cmp"]?.text == campaign)
  }
}
