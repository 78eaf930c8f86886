import ArgumentParser

struct OpenCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open the inbox of a profile (the default).",
    discussion: """
      With --capture, it shows message centers' responses that were captured elsewhere, such as \
      {"messages":[…]}, a list, one record, or the output of ‘inbox list --raw’, read-only: nothing is \
      requested, stored or reported. The profile, if there is one, only says which links are the app's.

      If standard output is not a terminal, it prints what ‘inbox list’ prints.
      """)

  @OptionGroup var options: ProfileOptions
  @OptionGroup var capture: CaptureOption
  @OptionGroup var screen: ScreenOptions
  @OptionGroup var recording: RecordOption

  @Option(
    help: "A link that arrives during start-up; it is followed once, when start-up is done.",
    transform: ArgumentValue.filled)
  var link: String?

  func perform() async throws {
    guard try await !firstStart() else { return }
    let profile = try capture.load(options)
    guard !capture.isUsed || link == nil else {
      throw Exit.usage(
        "--link follows a link, which captured responses do not: ‘inbox resolve --dry-run’ classifies it.")
    }
    if capture.readsInput, screen.screen == nil { Keyboard.take() }
    try await Self.open(profile, screen.read(recording), link: link)
  }

  /// Offers a person without a configuration where to begin.
  ///
  /// - Returns: whether that was all; false where a profile is to be opened.
  private func firstStart() async throws -> Bool {
    let wantsProfile = options.profile != nil || capture.isUsed || screen.screen != nil || screen.plain
    guard !wantsProfile, FirstStart.isDue else { return false }
    switch try FirstStart(questions: .terminal).run() {
    case .configured: return false
    case .left: return true
    case .demonstration:
      var demo = try DemoCommand.parse([])
      (demo.screen, demo.recording, demo.user, demo.link) = (screen, recording, options.user, link)
      try await demo.perform()
      return true
    }
  }

  static func run(_ line: PlainestLine) async throws {
    // Without a configuration nothing has to wait for the parser.
    if line.profile == nil, FirstStart.isDue { return try await parse([]).run() }
    try await reporting {
      try await open(ProfileSource.load(line.profile), FrontOptions(), link: nil)
    }
  }

  private static func open(_ profile: Profile, _ options: FrontOptions, link: String?) async throws {
    try await FrontRun.run(profile, program: "The profile “\(profile.name)”", options, link: link)
  }
}

/// A command line that opens a profile and says nothing else: `inbox`, or `inbox --profile NAME`.
///
/// The argument parser finds its arguments by asking the runtime for hundreds of conformances, and each question goes
/// through all types of the program: a third of the start. These lines need no parser; all others do.
nonisolated struct PlainestLine: Equatable {
  /// nil = the default of the configuration.
  let profile: String?

  /// - Parameter arguments: Without the program's name; the result is nil where they need the parser.
  init?(_ arguments: [String]) {
    switch arguments.count {
    case 0: profile = nil
    case 2 where arguments[0] == "--profile" || arguments[0] == "-p":
      guard let first = arguments[1].first, first != "-" else { return nil }
      profile = arguments[1]
    default: return nil
    }
  }
}
