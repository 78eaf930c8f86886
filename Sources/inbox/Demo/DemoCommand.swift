import ArgumentParser
import Foundation
import InboxSandbox
import InboxTUI
import InboxTransport

/// The demonstration: an embedded sandbox and the inbox on it.
struct DemoCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Start the embedded sandbox and open the inbox on it: no account, no configuration.",
    discussion: """
      Fictional brands have sent some forty messages; five more campaigns launch by themselves during the \
      first three minutes. Everything happens on this machine, over HTTP and HTTPS on loopback. Each run \
      starts afresh unless --keep is given.
      """)

  @OptionGroup var screen: ScreenOptions
  @OptionGroup var recording: RecordOption

  @Option(help: "Read as this person instead of this device.")
  var user: String?

  @Option(
    name: .customLong("vendor"),
    help: ArgumentHelp(
      "Read from the stand-in of this vendor: \(SandboxVendor.names). (default: responsys)",
      valueName: "vendor"), transform: { try ArgumentValue.read($0) })
  var vendorName: VendorName?
  private var vendor: SandboxVendor? { SandboxVendor(vendorName) }

  @Flag(help: "Continue from the state of the last demonstration.")
  var keep = false

  @OptionGroup var played: PlayedOptions

  @Option(
    help: "A link that arrives during start-up; it is followed once, when start-up is done.",
    transform: ArgumentValue.filled)
  var link: String?

  @Option(
    help: ArgumentHelp("Write the sandbox's receipts to this file as JSON at the end.", valueName: "file"),
    completion: .file())
  var receipts: String?

  @Flag(
    help: ArgumentHelp(
      "Show campaigns to an audience: larger, in the brand's colours, without identifiers, with a tour.",
      discussion:
        "No campaign launches by itself in this mode: the tour launches one, or L does, or ‘inbox campaign launch --to URL’."
    ))
  var present = false

  @Option(
    help: ArgumentHelp(
      "With --present: the tour to show, instead of the bundled one.", valueName: "file"), completion: .file()
  )
  var tour: String?

  func validate() throws {
    guard tour == nil || present else {
      throw ValidationError("--tour needs --present: ‘inbox demo --present --tour FILE’.")
    }
  }

  func perform() async throws {
    EventLoops.useOne()
    let campaigns = try played.files()
    let facts = CampaignFacts(campaigns)
    let presentation = try present ? Presentation(tour: chosenTour(facts)) : nil
    let options = screen.read(recording)
    // The receipts must not be lost at the end because of a path that was wrong from the beginning.
    try StateFolder.make(StateFolder.demo)
    let file = try receipts.map { try EvidenceFile.create($0, for: "--receipts") }
    try await DemoSandbox.run(
      campaigns: campaigns, keeps: keep, maximumBadge: played.badgeMaximum, launchesTimed: !present,
      vendor: vendor
    ) { profile, sandbox in
      var profile = profile
      if let user { profile.user = user }
      profile.campaigns = facts
      profile.demonstration = (
        profile: vendor?.profileName ?? ProfileSource.sandboxName, isBundled: played.campaigns == nil,
        isKept: keep
      )
      profile.presentation = presentation
      // Only for a person who has come to look around.
      if options.screen == nil, presentation == nil, link == nil { profile.rememberCard = Self.card }
      let run: Result<Void, any Error>
      do {
        run = .success(
          try await FrontRun.run(profile, program: "The demonstration", options, link: link))
      } catch { run = .failure(error) }
      // Also where a signal ended it.
      if let receipts {
        do {
          try await file?.write(contentsOf: JSONEncoder.sorted.encode(sandbox.receipts()))
          try file?.close()
        } catch {
          throw Exit.failed(TextFile.unwritten("--receipts", receipts, error))
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
  private func chosenTour(_ facts: CampaignFacts) throws -> Tour? {
    let areShipped = played.campaigns == nil
    if let tour { return try TourReader.read(tour, facts, areShipped: areShipped) }
    return areShipped ? try TourReader.shipped(facts, for: vendor) : nil
  }
}
