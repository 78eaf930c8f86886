import Foundation
import InboxCore
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxTUI

@testable import inbox

/// What comes with the program for an audience.
enum PresentingFixture {
  private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardizedFileURL.path

  /// The tour that comes with the program.
  static let tourPath = repository + "/Sources/inbox/Tours/campaign.toml"

  /// The brands' themes that come with the program.
  static func themes() throws -> [Theme] {
    try ["skerrylight", "korvane", "tidemoor"].map {
      try ThemeFixture.definition($0).theme(at: .truecolor)
    }
  }

  /// The demonstration before an audience: real sandbox, real tour.
  @MainActor
  static func inbox(_ size: Size = Size(columns: 120, rows: 40), tour: Tour? = nil) async throws -> TestInbox
  {
    let files = try CampaignFile.bundled()
    let facts = CampaignFacts(files)
    let presentation = Presentation(themes: try themes(), tour: tour)
    return try await TestInbox.start(
      files: files, columns: size.columns, rows: size.rows, routes: SandboxRoutes.table.routes,
      begin: { state in
        state.profile.campaigns = facts
        state.presenting = presentation
      })
  }

  /// A settled state with nothing live behind it: two messages of a brand with a theme, one of another, one of no one.
  static func state(_ columns: Int, _ rows: Int, tour: Tour? = nil) throws -> AppState {
    var state = try StateFixture.inbox(columns, rows)
    state.profile.domains = ["news.acme.example"]
    state.profile.campaigns = CampaignFacts([
      .init(id: "m1", center: .primary, brand: "Skerrylight", subject: "Spring sale", isPushed: true),
      .init(id: "m2", center: .primary, brand: "Acme", subject: "Order on its way", isPushed: false),
      .init(id: "m3", center: .primary, brand: "Skerrylight", subject: "A film", isPushed: true),
    ])
    state.presenting = Presentation(themes: try themes(), tour: tour)
    _ = state.settle()
    _ = state.settle()
    return state
  }

  static let tour = Tour(
    name: "A sale",
    steps: [
      Tour.Step("A message is announced by a push banner, and waits in the message center.", look: .banner),
      Tour.Step("It is a row there.", look: .row, actions: [.press(.character("j"))]),
      Tour.Step(
        "Nobody has opened the first one so far.", look: .opened,
        actions: [.select("m1"), .expect(.deeds(.opens, of: "m1", least: 1, most: 1))]),
      Tour.Step("That is all."),
    ])
}
