import Foundation
import InboxSandbox
import InboxTUI

/// Runs the sandbox inside the process and the inbox on it.
enum DemoRun {
  static func run(_ command: DemoCommand) async throws {
    // The evidence must not be lost at the end for a path that was wrong from the beginning.
    try StateFolder.make(StateFolder.demo)
    try TextFile.prepare(command.receipts, for: "--receipts")
    let campaigns = try campaigns(command)
    let facts = CampaignFacts(campaigns)
    let presentation = try command.present ? Presentation(tour: tour(command, facts)) : nil
    try await DemoSandbox.run(
      campaigns: campaigns, keeps: command.keep, maximumBadge: command.badge.maximum,
      launchesTimed: !command.present, vendor: command.vendor
    ) { profile, sandbox in
      var profile = profile
      if let user = command.user { profile.user = user }
      profile.campaigns = facts
      profile.presentation = presentation
      let options = try command.screen.read(command.recording)
      try await FrontRun.run(profile, program: "The demonstration", options, link: command.link)
      guard let file = command.receipts else { return }
      try await JSONEncoder.sorted.encode(sandbox.receipts()).write(to: URL(fileURLWithPath: file))
    }
  }

  /// The shipped tour is about the shipped campaigns.
  private static func tour(_ command: DemoCommand, _ facts: CampaignFacts) throws -> Tour? {
    if let file = command.tour { return try TourReader.read(file, facts) }
    return command.campaigns == nil ? try TourReader.shipped(facts) : nil
  }

  private static func campaigns(_ command: DemoCommand) throws -> [CampaignFile] {
    guard let folder = command.campaigns else { return try CampaignFile.bundled() }
    return try CampaignFile.read(folder: folder)
  }
}
