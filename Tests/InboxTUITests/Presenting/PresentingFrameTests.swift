import InboxModel
import InboxTestSupport
import InboxTUI
import Testing

@testable import InboxCore
@testable import InboxTUI

/// What an audience sees, at the sizes that there are.
struct PresentingFrameTests {
  private func check(_ state: AppState, named name: String) {
    expectFrame(MainView.draw(state, state.shownTheme), named: name)
  }

  private func press(_ state: inout AppState, _ keys: String) throws {
    for key in try Key.sequence(keys) {
      _ = state.reduce(.keyPressed(key))
      _ = state.settle()
    }
  }

  @Test(
    "FE-2 FE-7 the looks of a message, in its brand's colours, with a caption", arguments: StateFixture.sizes)
  func tour(columns: Int, rows: Int) throws {
    check(
      try PresentingFixture.state(columns, rows, tour: PresentingFixture.tour),
      named: "tour-\(columns)x\(rows)")
  }

  @Test(
    "FE-2 without a tour: a brand without a theme, and a message that no banner announced",
    arguments: StateFixture.sizes)
  func plain(columns: Int, rows: Int) throws {
    var state = try PresentingFixture.state(columns, rows)
    try press(&state, "j v")
    check(state, named: "plain-\(columns)x\(rows)")
  }

  @Test(
    "FE-13 the three phones, light, dark and side by side", arguments: Phone.Model.allCases,
    StateFixture.sizes)
  func phones(model: Phone.Model, size: (columns: Int, rows: Int)) throws {
    for appearance in Phone.Appearance.allCases where model == .normal || appearance == .light {
      var state = try PresentingFixture.state(size.columns, size.rows)
      let row = try #require(state.list.selectedRow)
      _ = state.reduce(.message(.opened(row.key, row)))
      try press(&state, "v")
      state.presenting?.phone.model = model
      state.presenting?.phone.appearance = appearance
      _ = state.settle()
      check(state, named: "phone-\(model)-\(appearance)-\(size.columns)x\(size.rows)")
    }
  }

  @Test(
    "FE-12 FE-13 a banner with a picture of its own: below the words, or in the icon's place",
    arguments: StateFixture.sizes)
  func attachment(columns: Int, rows: Int) throws {
    var state = try PresentingFixture.state(columns, rows)
    state.profile.localHosts = ["cdn.acme.example"]
    state.presenting?.look = .banner
    let address = "https://cdn.acme.example/banner.jpg"
    let key = try #require(state.list.selectedRow).key
    let updates = state.reduce(.coreUpdated(.banner(key, alert: "The words", attachment: address)))
    let wanted = [PictureRequest(numbers: [-1], source: address)]
    #expect((updates + state.settle()).contains(.decodePictures(key, wanted)))
    var pixels: [UInt8] = []
    for y in 0..<18 {
      for x in 0..<32 { pixels += [UInt8(x * 8), UInt8(y * 14), 96, 255] }
    }
    let picture = try #require(PictureRaster(width: 32, height: 18, pixels: pixels))
    _ = state.reduce(.picture(.pictureLoaded(key, [-1], .raster(picture))))
    _ = state.settle()
    check(state, named: "attachment-\(columns)x\(rows)")
  }

  @Test(
    "FE-2 FE-4 UL-15 a message that was opened, and where its link has led", arguments: StateFixture.sizes)
  func outcome(columns: Int, rows: Int) throws {
    var state = try PresentingFixture.state(columns, rows, tour: PresentingFixture.tour)
    let row = try #require(state.list.selectedRow)
    try press(&state, "<enter>")
    _ = state.reduce(.message(.opened(row.key, row)))
    _ = state.settle()
    try press(&state, "<enter>")
    var trail = LinkTrail(
      LinkRequest("acme://sale/1", from: .message(row.key)), .customScheme, branch: "route",
      reason: "the app's route table knows this deep link",
      outcome: .screen(
        AppScreen(
          title: "Sale", trail: ["acme", "sale", "1"], parameters: [.init(name: "id", value: "1")],
          url: "acme://sale/spring-sale?utm=X0aB9fQ2")))
    trail.click = .yes
    _ = state.reduce(.link(.linkResolved(trail)))
    _ = state.settle()
    check(state, named: "outcome-\(columns)x\(rows)")
  }

  @Test("FE-3 BD-7 what happened, in the words of those who send campaigns", arguments: StateFixture.sizes)
  func events(columns: Int, rows: Int) throws {
    var state = try PresentingFixture.state(columns, rows)
    let badge = BadgeState(local: 4, server: 4)
    let kinds: [(JournalEntry.Kind, String)] = [
      (.session, "session 2 begins"), (.push, "push banner: The words"),
      (.badge(badge, failed: false), "campaign +1: m1"), (.display(.queued), "queued: first display"),
      (.display(.sent), "acknowledged"), (.open(.sent), "acknowledged"),
      (
        .link(failed: false),
        "click counted · responsys-app, deep-link: known · https://news.acme.example/pub/acc?_ri_=X0"
      ),
      (.fetch(.primary, url: "http://127.0.0.1:8377/x", bytes: 1, failed: false), "3 messages"),
      (.badge(BadgeState(local: 0, server: 0), failed: false), "reset; notifications cleared"),
      (.gone, "expired"),
    ]
    for (index, kind) in kinds.enumerated() {
      _ = state.reduce(
        .coreUpdated(
          .journal([
            JournalEntry(
              number: index, time: StateFixture.now, kind: kind.0, message: .numbered(1), why: kind.1)
          ])))
    }
    try press(&state, "E")
    check(state, named: "events-\(columns)x\(rows)")
    try press(&state, "E")
    check(state, named: "events-full-\(columns)x\(rows)")
  }
}
