import Foundation
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxTUI
import Testing

@testable import inbox
@testable import InboxTUI

/// Tour files: what they say, and what is reported of a broken one.
struct TourReaderTests {
  private static let campaigns = CampaignFacts([
    .init(id: "spring", center: .primary, brand: "Acme", subject: "A", isPushed: true),
    .init(id: "harvest", center: CenterName("Offers"), brand: "Acme", subject: "B", isPushed: false),
  ])

  private func read(_ steps: String) throws -> Tour {
    let folder = try TemporaryFolder()
    try folder.write("[tour]\nname = \"Mine\"\n" + steps, to: "mine.toml")
    return try TourReader.read(folder.path + "/mine.toml", Self.campaigns, shown: "mine.toml")
  }

  @Test(
    "FE-5 no caption of the tour that comes along is cut at 40 by 12, or tells on which side something is")
  func captionsFit() throws {
    let tour = try TourReader.read(PresentingFixture.tourPath, CampaignFacts(CampaignFile.bundled()))
    // The captions without what is done for them.
    let captions = Tour(name: tour.name, steps: tour.steps.map { Tour.Step($0.caption, look: $0.look) })
    var state = try PresentingFixture.state(40, 12, tour: captions)
    for step in tour.steps {
      let lines = MainView.draw(state, state.shownTheme).lines.map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(lines.joined(separator: " ").contains(step.caption))
      // There are no sides where one pane has the whole screen.
      #expect(!step.caption.contains(/\b(left|right|beside)\b/), "\(step.caption)")
      _ = state.reduce(.keyPressed(.character("n")))
      _ = state.settle()
    }
  }

  @Test("SB-2 a tour's steps in the words of scenarios")
  func everything() throws {
    let tour = try read(
      """
      [[step]]
      caption = "One"
      look = "row"
      [[step.do]]
      launch = "spring"
      [[step.do]]
      select = "spring"
      [[step.do]]
      press = "j <enter>"
      [[step.do]]
      clock = "+5m"
      [[step.do]]
      fault = "messages 500"
      [[step.do]]
      fault = "clear"
      [[step.do]]
      withdraw = "spring"
      [[step]]
      caption = "Two"
      [[step.do]]
      wait = "quiet"
      [[step.do]]
      expect = "badge"
      local = 1
      [[step.do]]
      expect = "list"
      center = "Offers"
      shows = ["A"]
      hides = ["B"]
      [[step.do]]
      expect = "opens"
      message = "spring"
      exactly = 2
      [[step.do]]
      expect = "link"
      click = "yes"
      """)
    #expect(tour.name == "Mine" && tour.steps.map(\.caption) == ["One", "Two"])
    #expect(tour.steps[0].look == .row && tour.steps[1].look == nil)
    #expect(
      tour.steps[0].actions == [
        .ask("launch spring"), .select("spring"), .press(.character("j")), .press(.enter), .ask("clock +5m"),
        .ask("fault messages 500"), .ask("fault clear"), .ask("withdraw spring"),
      ])
    #expect(
      tour.steps[1].actions == [
        .expect(.quiet), .expect(.badge(local: 1, server: nil)),
        .expect(.list(center: CenterName("Offers"), shows: ["A"], hides: ["B"])),
        .expect(.deeds(.opens, of: "spring", least: 2, most: 2)),
        .expect(.link(outcome: nil, screen: nil, click: "yes")),
      ])
  }

  @Test(
    "SB-2 a broken tour says where, what and what to do",
    arguments: [
      ("", "mine.toml:1:1: the file: there is no [[step]]."),
      (
        "[[step]]\nlook = \"row\"",
        "mine.toml:3:1: [[step]] 1, caption: it is missing. Write caption = \"…\"."
      ),
      (
        "[[step]]\ncaption = \"a\"\nlok = \"row\"",
        "mine.toml:5:1: [[step]] 1, lok: the key is unknown. Did you mean “look”?"
      ),
      (
        "[[step]]\ncaption = \"a\"\nlook = \"raw\"",
        "mine.toml:5:1: [[step]] 1, look: “raw” is unknown. Known are: all, banner, row, opened."
      ),
      (
        "[[step]]\ncaption = \"a\"\n[[step.do]]\nlaunch = \"sprong\"",
        "mine.toml:6:1: [[do]] 1, launch: there is no campaign “sprong”. Did you mean “spring”?"
      ),
      (
        "[[step]]\ncaption = \"a\"\n[[step.do]]\nselect = \"x\"",
        "mine.toml:6:1: [[do]] 1, select: there is no campaign “x”."
      ),
      (
        "[[step]]\ncaption = \"a\"\n[[step.do]]\npress = \"<nokey>\"", "mine.toml:6:1: [[do]] 1, press:"
      ),
      (
        "[[step]]\ncaption = \"a\"\n[[step.do]]\nselct = \"spring\"",
        "mine.toml:6:1: [[do]] 1, selct: the key is unknown. Did you mean “select”?"
      ),
      (
        "[[step]]\ncaption = \"a\"\n[[step.do]]\nuse = \"x\"",
        "mine.toml:5:1: [[do]] 1: it has no verb. One of: press, select, launch, withdraw, clock, fault, wait, expect."
      ),
      (
        "[[step]]\ncaption = \"a\"\n[[step.do]]\nclient = \"kill\"",
        "mine.toml:6:1: [[do]] 1, client: a tour cannot do this, only a scenario."
      ),
      (
        "[[step]]\ncaption = \"a\"\n[[step.do]]\nexpect = \"list\"\nhides = [\"C\"]",
        "mine.toml:6:1: [[do]] 1, expect: there is no message with the subject “C”. There are: A, B."
      ),
      (
        "[[step]]\ncaption = \"a\"\n[[step.do]]\nexpect = \"screen\"\nshows = [\"a\"]",
        "mine.toml:6:1: [[do]] 1, expect: a tour cannot wait for this."
      ),
      (
        "[[step]]\ncaption = \"a\"\n[[step.do]]\nexpect = \"badge\"\nlocal = 1\nwithin = 5",
        "mine.toml:8:1: [[do]] 1, within: a tour waits until it is so"
      ),
      (
        "[[step]]\ncaption = \"\(String(repeating: "long ", count: 60))\"",
        "mine.toml:4:1: [[step]] 1, caption: it has 300 characters"
      ),
      ("[[step]\n", "mine.toml:3:"),
    ])
  func broken(_ steps: String, _ sentence: String) throws {
    do {
      _ = try read(steps)
      Issue.record("\(steps) was read")
    } catch { #expect("\(error)".hasPrefix(sentence), "\(error)") }
  }
}
