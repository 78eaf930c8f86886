import ArgumentParser
import Foundation

/// Opens the profile.
struct OpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open the inbox of a profile (the default).",
    discussion: """
      With --capture it shows answers of message centers that were captured elsewhere, such as {"messages":[…]}, a list, \
      one record, or what ‘inbox list --raw’ prints: read-only, with nothing asked, stored or reported. The profile, if there \
      is one, says only which links are whose.

      Where standard output is no terminal it does what ‘inbox list’ does.
      """)

  @OptionGroup var options: ProfileOptions
  @OptionGroup var capture: CaptureOption
  @OptionGroup var screen: ScreenOptions

  @Option(help: "A link that arrives before start-up is done; it is followed once, after it.")
  var link: String?

  func run() async throws {
    try await reporting {
      let profile = try capture.load(options)
      guard !capture.isUsed || link == nil else {
        throw Exit(
          Exit.usage,
          "--link follows a link, which captured answers do not: ‘inbox resolve --dry-run’ classifies it.")
      }
      if screen.screen == nil, link == nil, isatty(STDOUT_FILENO) != 1 { return try await list() }
      if capture.readsInput, screen.screen == nil { Keyboard.take() }
      try await FrontRun.run(profile, program: "The profile “\(profile.name)”", screen, link: link)
    }
  }
  /// A list for whoever reads the output instead of a person.
  private func list() async throws {
    var command = try ListCommand.parse([])
    command.options = options
    command.captured = capture
    command.recording = screen.recording
    try await command.run()
  }
}
