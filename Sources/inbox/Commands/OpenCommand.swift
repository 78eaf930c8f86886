import ArgumentParser

/// Opens the profile.
struct OpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open the inbox of a profile (the default).")

  @OptionGroup var options: ProfileOptions
  @OptionGroup var screen: ScreenOptions

  @Option(help: "A link that arrives before start-up is done; it is followed once, after it.")
  var link: String?

  func run() async throws {
    try await reporting {
      let profile = try options.load()
      try await FrontRun.run(profile, program: "The profile “\(profile.name)”", screen, link: link)
    }
  }
}
