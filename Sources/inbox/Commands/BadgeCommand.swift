import ArgumentParser
import InboxCore
import InboxModel

/// The badge without a screen.
struct BadgeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "badge", abstract: "Get, set or reset the app badge, or see what changed it.",
    subcommands: [Get.self, Set.self, Reset.self, Log.self], defaultSubcommand: Get.self)

  /// The options of all three commands.
  struct Shared: ParsableArguments {
    @OptionGroup var options: ProfileOptions
    @OptionGroup var recording: RecordOption

    @Flag(help: "Print JSON.") var json = false

    /// - Parameter asked: The number to set; nil only prints the current one.
    func run(on profile: Profile, set asked: Int? = nil) async throws {
      try await recording.run(
        profile, mayOnlyRead: asked == nil, writes: asked != nil, isOffline: asked == nil
      ) { composition in
        try composition.backEnd.capabilities.require(.badge)
        try await composition.center.start()
        let held = if let asked { try await composition.center.setBadge(asked) } else { Int?.none }
        // Where another program set it at the same time, the server is asked for its number.
        await composition.center.waitUntilIdle()
        let state = await composition.center.badgeState
        if json {
          var members = MessageJSON.badge(state)
          members["asked"] = asked?.json
          members["capped"] = asked.flatMap { asked in held.map { .bool($0 < asked) } }
          Output.json(.object(members))
        } else {
          let outcome = held.flatMap { BadgeMachine.outcome($0, of: asked ?? $0) }
          Output.line(
            "badge \(state.local) (server \(state.serverText))" + (outcome.map { ": \($0)" } ?? ""))
        }
        if let asked, let held, held > asked { throw ExitCode(Exit.failed) }
      }
    }
  }

  /// `getBadgeCount`.
  struct Get: ReportingCommand {
    static let configuration = CommandConfiguration(
      commandName: "get", abstract: "Print the badge of this device, without a request.")
    @OptionGroup var shared: Shared
    var json: Bool { shared.json }
    func perform() async throws { try await shared.run(on: shared.options.load()) }
  }

  /// `setBadgeCount`.
  struct Set: ReportingCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Set the badge on the server, and here if the server takes it.",
      discussion: """
        Exit status 1 when the server holds a larger number then, or when the change cannot be stored here; one that it \
        capped at its maximum was taken.
        """)
    @OptionGroup var shared: Shared
    var json: Bool { shared.json }
    @Argument(help: "The number, 0 or more.") var count: String
    func perform() async throws {
      guard let number = Int(count) else {
        throw Exit.usage("“\(count)” is not a badge number: use a whole number from 0 to \(Int.max).")
      }
      // A wrong command line is reported before a wrong profile.
      guard number >= 0 else { throw InboxError.negativeBadge(number) }
      try await shared.run(on: shared.options.load(), set: number)
    }
  }

  /// The ledger (BD-7).
  struct Log: ReportingCommand {
    static let configuration = CommandConfiguration(
      commandName: "log",
      abstract:
        "Print what changed the badge, oldest first, with the number here and on the server, without a request."
    )
    @OptionGroup var options: ProfileOptions
    @Flag(help: "Print JSON.") var json = false
    @Option(
      help: "Print at most this many of the newest lines. (default: 100)",
      transform: { try ArgumentValue.read($0, in: 1...Int.max) })
    var limit = 100

    func perform() async throws { try await run(on: options.load()) }

    func run(on profile: Profile) async throws {
      let ledger = try await RunRecording()(profile, mayOnlyRead: true, isOffline: true) { composition in
        try composition.backEnd.capabilities.require(.badge)
        try await composition.center.start()
        return try await composition.center.badgeLedger(limit: limit)
      }
      show(ledger)
    }

    private func show(_ ledger: [BadgeEntry]) {
      if json {
        let lines = ledger.map { entry in
          JSONValue.members([
            "time": WireDate.format(entry.time), "cause": entry.cause,
            "badge": MessageJSON.badge(entry.state), "diverges": entry.state.diverges,
          ])
        }
        return Output.json(.members(["ledger": lines]))
      }
      if ledger.isEmpty { return Output.line("Nothing has changed the badge.") }
      for entry in ledger {
        let alarm = entry.state.diverges ? "  the two differ" : ""
        Output.line(
          "\(WireDate.format(entry.time))  \(entry.cause)  badge \(entry.state.local) (server \(entry.state.serverText))"
            + alarm)
      }
    }
  }

  /// `resetBadgeCount`.
  struct Reset: ReportingCommand {
    static let configuration = CommandConfiguration(
      commandName: "reset", abstract: "Set the badge to 0, which also clears the notifications.")
    @OptionGroup var shared: Shared
    var json: Bool { shared.json }
    func perform() async throws { try await shared.run(on: shared.options.load(), set: 0) }
  }
}
