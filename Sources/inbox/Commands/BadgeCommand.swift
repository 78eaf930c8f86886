import ArgumentParser
import InboxCore

/// The badge without a screen.
struct BadgeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "badge", abstract: "Get, set or reset the app badge.",
    subcommands: [Get.self, Set.self, Reset.self])

  /// What the three have in common.
  struct Shared: ParsableArguments {
    @OptionGroup var options: ProfileOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run(_ change: (MessageCenter) async throws -> Void) async throws {
      let composition = try Composition(options.load(), isScreen: false)
      do {
        try await composition.center.start()
        try await change(composition.center)
        let state = await composition.center.badgeState
        if json {
          Output.raw(MessageJSON.badge(state).serialized)
        } else {
          let server = state.server.map(String.init) ?? "not told yet"
          Output.line("badge \(state.local) (server \(server))")
        }
      } catch {
        await composition.close()
        throw error
      }
      await composition.close()
    }
  }

  /// `getBadgeCount`.
  struct Get: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "get", abstract: "Print the badge of this device; asks no server.")
    @OptionGroup var shared: Shared
    func run() async throws { try await reporting { try await shared.run { _ in } } }
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

  /// `resetBadgeCount`.
  struct Reset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reset", abstract: "Set the badge to 0, which also clears the notifications.")
    @OptionGroup var shared: Shared
    func run() async throws { try await reporting { try await shared.run { _ = try await $0.resetBadge() } } }
  }
}
