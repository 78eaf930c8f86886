import ArgumentParser
import InboxCore

/// `inbox mark read|unread ID…`.
struct MarkCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "mark", abstract: "Mark messages read or unread, without opening them.",
    discussion: "On this device, and on the server if it accepts that; the output says which.")

  /// What a message is marked as.
  enum Mark: String, ExpressibleByArgument, CaseIterable { case read, unread }

  @Argument(help: "read or unread.") var mark: Mark
  @OptionGroup var shared: MarkOptions
  var json: Bool { shared.json }

  func perform() async throws { try await run(on: shared.options.load()) }

  func run(on profile: Profile) async throws {
    let isRead = mark == .read
    try await MarkRun(
      command: shared, word: "marked \(mark.rawValue)", member: ("read", isRead),
      marks: { vendor, _ in isRead ? vendor.read : vendor.unread },
      change: { try await $0.mark($1, read: isRead) }
    ).run(on: profile)
  }
}

/// `inbox delete ID…`.
struct DeleteCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete messages, or bring them back.",
    discussion:
      "On this device, and on the server if it accepts that. A message that the server has deleted comes back on this device only."
  )

  @OptionGroup var shared: MarkOptions
  var json: Bool { shared.json }

  @Flag(help: "Bring the messages back.") var restore = false

  func perform() async throws { try await run(on: shared.options.load()) }

  func run(on profile: Profile) async throws {
    let isDeleted = !restore
    try await MarkRun(
      command: shared, word: isDeleted ? "deleted" : "restored", member: ("deleted", isDeleted),
      marks: { isDeleted ? $0.deletion(in: $1) : .here }, change: { try await $0.setDeleted($1, isDeleted) }
    ).run(on: profile)
  }
}
