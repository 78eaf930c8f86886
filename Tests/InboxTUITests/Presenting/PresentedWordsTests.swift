import InboxCore
import InboxVendors
import Testing

@testable import InboxTUI

/// What an audience hears of what was reported.
struct PresentedWordsTests {
  @Test(
    "UL-5 VE-5 an audience hears of a click what is known of it: reported by the app, waiting, or perhaps counted"
  )
  func clicks() throws {
    var vendor = ResponsysBackEnd.capabilities
    var deeds = CampaignLog.Deeds()
    deeds.displays.waiting = 1
    deeds.clicks.unclear = 1
    let short = PresentedWords.shortDeeds(deeds, vendor)
    #expect(short == "displayed, waits · not opened · clicked, maybe counted")
    vendor.clicks = true
    deeds.clicks = CampaignLog.Tally(known: 1)
    #expect(PresentedWords.deeds(deeds, vendor).hasSuffix("Link clicked: reported once"))
    #expect(PresentedWords.click(.no, vendor) == "Link clicked: the app reports it.")
    let push = JournalEntry(
      number: 1, time: StateFixture.now, kind: .push, message: nil, why: "push: list changed")
    #expect(PresentedWords.event(.journal(push), vendor) == nil)
  }
}
