import ArgumentParser
import InboxCore

/// The badge without a screen.
struct BadgeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "badge", abstract: "Get, set or reset the app badge, or see what changed it.",
    subcommands: [Get.self, Set.self, Reset.self, Log.self])

  /// What the three have in common.
  struct Shared: ParsableArguments {
    @OptionGroup var options: ProfileOptions
    @OptionGroup var recording: RecordOption

    @Flag(help: "Print JSON.")
    var json = false

    func run(mayOnlyRead: Bool = false, _ change: (MessageCenter) async throws -> Void) async throws {
      try await recording.run(options.load(), mayOnlyRead: mayOnlyRead) { composition in
        try await composition.center.start()
        try await change(composition.center)
        let state = await composition.center.badgeState
        if json {
          Output.raw(MessageJSON.badge(state).serialized)
        } else {
          let server = state.server.map(String.init) ?? "not told yet"
          Output.line("badge \(state.local) (server \(server))")
        }
      }
    }
  }

  /// `getBadgeCount`.
  struct Get: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "get", abstract: "Print the badge of this device; asks no server.")
    @OptionGroup var shared: Shared
    func run() async throws { try await reporting { try await shared.run(mayOnlyRead: true) { _ in } } }
  }

  /// `setBadgeCount`.
  struct Set: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Set the badge on the server, and here if the server takes it.")
    @OptionGroup var shared: Shared
    @Argument(help: "The number, 0 or more.") var count: Int
    func run() async throws {
      try await reporting { try await shared.run { _ = try await $0.setBadge(count) } }
    }
  }

  /// The ledger (BD-7).
  struct Log: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "log",
      abstract: "Print what changed the badge, oldest first, with both numbers; asks no server.")
    @OptionGroup var options: ProfileOptions
    @Flag(help: "Print JSON.") var json = false
    @Option(help: "At most so many of the newest lines.") var limit = 100

    func validate() throws {
      if limit < 1 { throw ValidationError("--limit is at least 1.") }
    }

    func run() async throws {
      try await reporting {
        let composition = try Composition(options.load(), isScreen: false, mayOnlyRead: true)
        do {
          try await composition.center.start()
          try await show(composition.center.badgeLedger(limit: limit))
        } catch {
          await composition.close()
          throw error
        }
        await composition.close()
      }
    }

    private func show(_ ledger: [BadgeEntry]) {
      if json {
        let lines = ledger.map { entry in
          JSONValue.object([
            "time": .string(WireDate.format(entry.time)), "cause": .string(entry.cause),
            "badge": MessageJSON.badge(entry.state), "diverges": .bool(entry.state.diverges),
          ])
        }
        return Output.raw(JSONValue.object(["ledger": .array(lines)]).serialized)
      }
      for entry in ledger {
        let server = entry.state.server.map(String.init) ?? "not told yet"
        let alarm = entry.state.diverges ? "  the two differ" : ""
        Output.line(
          "\(WireDate.format(entry.time))  \(Output.oneLine(entry.cause))  badge \(entry.state.local) (server \(server))"
            + alarm)
      }
    }
  }

  /// `resetBadgeCount`.
  struct Reset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reset", abstract: "Set the badge to 0, which also clears the notifications.")
    @OptionGroup var shared: Shared
    func run() async throws { try await reporting { try await shared.run { _ = try await $0.resetBadge() } } }
  }
}
