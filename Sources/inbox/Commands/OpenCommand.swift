import ArgumentParser

/// Opens the profile.
struct OpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open the inbox of a profile (the default).",
    discussion: """
      With --capture it shows responses of message centers that were captured elsewhere, such as {"messages":[…]}, a list, \
      one record, or what ‘inbox list --raw’ prints: read-only, with nothing asked, stored or reported. The profile, if there \
      is one, says only which links are whose.

      Where standard output is no terminal it prints what ‘inbox list’ prints.
      """)

  @OptionGroup var options: ProfileOptions
  @OptionGroup var capture: CaptureOption
  @OptionGroup var screen: ScreenOptions
  @OptionGroup var recording: RecordOption

  @Option(help: "A link that arrives before start-up is done; it is followed once, after it.")
  var link: String?

  func run() async throws {
    try await reporting {
      let profile = try capture.load(options)
      guard !capture.isUsed || link == nil else {
        throw Exit(
          Exit.usage,
          "--link follows a link, which captured responses do not: ‘inbox resolve --dry-run’ classifies it.")
      }
      if capture.readsInput, screen.screen == nil { Keyboard.take() }
      try await Self.open(profile, screen.read(recording), link: link)
    }
  }

  /// Opens what ``PlainestLine`` is for.
  static func run(_ line: PlainestLine) async throws {
    try await reporting {
      try await open(ProfileSource.load(line.profile, user: nil), FrontOptions(), link: nil)
    }
  }

  private static func open(_ profile: Profile, _ options: FrontOptions, link: String?) async throws {
    try await FrontRun.run(profile, program: "The profile “\(profile.name)”", options, link: link)
  }
}
