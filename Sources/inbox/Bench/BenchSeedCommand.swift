import ArgumentParser
import Foundation
import InboxCore
import InboxHTML
import InboxStore

/// Fills an archive.
struct BenchSeedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seed", abstract: "Fill an archive with so many invented messages.",
    discussion: """
      They are the same for the same --seed, --messages and --newest: offers of six invented brands over all centers, \
      some rich, some with links, a fifth with an expiry, most of them read, a few deleted. They are stored as answers \
      of a back end are, so what opens, scrolls, filters and counts them is what does it every day. Only for the \
      profile of a sandbox, ‘sandbox’ unless --profile says another: an archive of your own is left alone.
      """)

  @Option(help: "How many messages, 1 to 2000000.")
  var messages: Int

  @Option(help: "What chance begins with.")
  var seed: UInt64 = 1

  @Option(help: "When the newest was sent, such as 2026-11-21T09:00:00Z; otherwise now.")
  var newest: String?

  @OptionGroup var options: ProfileOptions

  func validate() throws {
    guard (1...2_000_000).contains(messages) else {
      throw ValidationError("--messages takes a number from 1 to 2000000, not \(messages).")
    }
    _ = try newestDate()
  }

  private func newestDate() throws -> Date? {
    guard let newest else { return nil }
    guard let date = WireDate.parse(newest) else {
      throw ValidationError("“\(newest)” is no time. Write it as 2026-11-21T09:00:00Z.")
    }
    return date
  }

  func run() async throws {
    try await reporting {
      let profile = try ProfileSource.load(options.profile ?? ProfileSource.sandboxName, user: options.user)
      guard profile.isLocal else {
        throw Exit(
          Exit.usage,
          "The profile “\(profile.name)” is not a sandbox's: its archive is yours, and invented messages would stay in it. "
            + "Start ‘inbox sandbox’ once, then leave --profile out.")
      }
      try StateFolder.make(profile.folder)
      let lock = try ProfileLock(folder: profile.folder, program: "The profile “\(profile.name)”")
      let path = profile.folder + "/archive.sqlite"
      let database = try InboxDatabase.open(path: path, setsAside: true, readHTML: HTMLReader.words)
      let identity = Identity(user: profile.user, device: try DeviceID.read(folder: profile.folder))
      let outcome: Result<[CenterName: CenterCounts], any Error>
      do {
        outcome = .success(try await fill(database.archive, identity, profile.settings.centers.map { $0 }))
      } catch { outcome = .failure(error) }
      try await database.close()
      withExtendedLifetime(lock) {}
      let counts = try outcome.get()
      for name in profile.settings.centers {
        let count = counts[name] ?? .zero
        Output.line("\(name): \(count.total) messages, \(count.unread) unread")
      }
      Output.line("They are in \(path); ‘inbox --profile \(profile.name)’ shows them.")
    }
  }

  private func fill(_ archive: Archive, _ identity: Identity, _ centers: [CenterName]) async throws
    -> [CenterName: CenterCounts]
  {
    let bench = BenchArchive(archive, identity: identity, centers: centers)
    let tellsProgress = isatty(STDERR_FILENO) == 1 && messages > BenchArchive.batch
    defer { if tellsProgress { Output.progress("") } }
    return try await bench.fill(messages, newest: try newestDate() ?? Date(), seed: seed) { stored in
      if tellsProgress { Output.progress("\(stored) of \(messages)") }
    }
  }
}
