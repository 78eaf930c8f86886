import Foundation
import InboxSandbox
import InboxTransport
import InboxTUI

/// Runs the sandbox inside the process and the inbox on it.
enum DemoRun {
  static func run(_ command: DemoCommand) async throws {
    EventLoops.useOne()
    let campaigns = try command.played.files()
    let facts = CampaignFacts(campaigns)
    let presentation = try command.present ? Presentation(tour: tour(command, facts)) : nil
    let options = command.screen.read(command.recording)
    // The receipts must not be lost at the end because of a path that was wrong from the beginning.
    try StateFolder.make(StateFolder.demo)
    let receipts = try command.receipts.map { try EvidenceFile.create($0, for: "--receipts") }
    try await DemoSandbox.run(
      campaigns: campaigns, keeps: command.keep, maximumBadge: command.played.badgeMaximum,
      launchesTimed: !command.present, vendor: command.vendor
    ) { profile, sandbox in
      var profile = profile
      if let user = command.user { profile.user = user }
      profile.campaigns = facts
      profile.demonstration = (
        profile: command.vendor?.profileName ?? ProfileSource.sandboxName,
        isBundled: command.played.campaigns == nil, isKept: command.keep
      )
      profile.presentation = presentation
      // Only for a person who has come to look around.
      if options.screen == nil, presentation == nil, command.link == nil { profile.rememberCard = Self.card }
      let run: Result<Void, any Error>
      do {
        run = .success(
          try await FrontRun.run(profile, program: "The demonstration", options, link: command.link))
      } catch { run = .failure(error) }
      // Also where a signal ended it.
      if let path = command.receipts {
        do {
          try await receipts?.write(contentsOf: JSONEncoder.sorted.encode(sandbox.receipts()))
          try receipts?.close()
        } catch {
          throw Exit.failed(TextFile.unwritten("--receipts", path, error))
        }
      }
      try run.get()
    }
  }

  /// Keeps the first card from coming again; nil where it was seen before.
  private static var card: (@Sendable () -> String?)? {
    let path = StateFolder.demo + "/card-seen"
    guard access(path, F_OK) != 0 else { return nil }
    return {
      FileManager.default.createFile(atPath: path, contents: Data(), attributes: [.posixPermissions: 0o600])
        ? nil : "The first card will show again at the next start: \(path) cannot be written."
    }
  }

  /// The shipped tour is about the shipped campaigns.
  private static func tour(_ command: DemoCommand, _ facts: CampaignFacts) throws -> Tour? {
    let areShipped = command.played.campaigns == nil
    if let file = command.tour { return try TourReader.read(file, facts, areShipped: areShipped) }
    return areShipped ? try TourReader.shipped(facts, for: command.vendor) : nil
  }
}
