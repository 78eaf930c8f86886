import Foundation
import InboxSandbox
import InboxTUI

/// Runs the sandbox inside the process and the inbox on it.
enum DemoRun {
  static func run(_ command: DemoCommand) async throws {
    let folder = StateFolder.demo
    try StateFolder.make(folder)
    // The evidence must not be lost at the end for a path that was wrong from the beginning.
    try TextFile.prepare(command.receipts, for: "--receipts")
    let campaigns = try campaigns(command)
    let facts = CampaignFacts(campaigns)
    let presentation = try command.present ? Presentation(tour: tour(command, facts)) : nil
    let lock = try ProfileLock(folder: folder, program: "The demonstration")
    if !command.keep {
      try StateFolder.preserve("client/crash.log", as: "crash.log", in: folder)
      try StateFolder.remove(["client", "sandbox"], of: folder)
    }
    let sandbox = try await Sandbox.start(
      SandboxOptions(
        folder: folder + "/sandbox", maximumBadge: command.badge.maximum, launchesTimed: !command.present),
      campaigns: campaigns)
    do {
      var profile = try ProfileSource.profile(
        of: sandbox.endpoint, folder: folder + "/client", name: "demo")
      profile.user = command.user
      profile.campaigns = facts
      profile.presentation = presentation
      let options = try command.screen.read(command.recording)
      try await FrontRun.run(profile, program: "The demonstration", options, link: command.link)
      if let file = command.receipts {
        let url = URL(fileURLWithPath: file)
        try await JSONEncoder.sorted.encode(sandbox.receipts()).write(to: url)
      }
    } catch {
      await sandbox.stop()
      throw error
    }
    await sandbox.stop()
    withExtendedLifetime(lock) {}
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
