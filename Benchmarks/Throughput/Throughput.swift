import ArgumentParser
import Foundation
import InboxCore
import InboxSandbox
import InboxStore

@testable import inbox

/// What the program does in bulk, measured on this machine.
struct Throughput: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "throughput", abstract: "Measure displays, clients, and what a day leaves in memory.",
    discussion:
      "Exit status 1 where something was lost, came twice or grew; how long it took is only printed.",
    subcommands: [Displays.self, Clients.self, Day.self])

  /// A number of things, at least one.
  struct Count: ExpressibleByArgument {
    let value: Int
    var defaultValueDescription: String { "\(value)" }

    init(_ value: Int) { self.value = value }

    init?(argument: String) {
      guard let value = Int(argument), (1...2_000_000).contains(value) else { return nil }
      self.init(value)
    }
  }
}

extension Throughput {
  /// How fast displays are durable.
  struct Displays: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Record displays as the screen does, in memory and into a file that waits for the disk.")

    @Option(help: "How many displays, each of a message of its own.")
    var count = Count(200_000)

    func run() async throws {
      let bench = DisplayBench(count: count.value, rows: 25)
      let memory = try InboxDatabase.inMemory()
      var isWhole = print("in memory", try await bench.run(on: memory))
      try await memory.close()
      let folder = try ScratchFolder("throughput", in: FileManager.default.currentDirectoryPath)
      defer { folder.remove() }
      let file = try InboxDatabase.open(path: folder.path + "/archive.sqlite")
      isWhole = print("on disk", try await bench.run(on: file)) && isWhole
      try await file.close()
      if !isWhole { throw Exit(Exit.failed, "Not every display is durable exactly once.") }
    }

    /// - Returns: whether every display is there, once.
    private func print(_ place: String, _ figures: DisplayBench.Figures) -> Bool {
      let count = figures.sent
      Output.raw(
        """
        \(place): \(count) displays, \(figures.looks) screens of rows
          returned to the screen  \(rate(count, figures.telling))
          durable and published   \(rate(count, figures.recording))
          transactions            \(figures.transactions), the largest with \(figures.largest) displays
          waiting in the outbox   \(figures.durable), of \(figures.ids) ids and \(figures.messages) messages
          why lines               \(figures.reported)
        """)
      return [figures.durable, figures.ids, figures.messages, figures.reported].allSatisfy { $0 == count }
    }
  }

  /// How many clients a sandbox holds.
  struct Clients: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Let clients fetch, report and set badges at once, and compare the sandbox's receipts.")

    @Option(help: "How many clients, each with an identity, a connection and a push line.")
    var clients = Count(500)

    @Option(help: "How often each client does all of it.")
    var rounds = Count(3)

    func run() async throws {
      let bench = ClientsBench(clients: clients.value, rounds: rounds.value)
      try OpenFileLimit.raise(to: bench.openFiles, for: "\(bench.clients) clients and their sandbox")
      let sandbox = try await Sandbox.start(
        SandboxOptions(launchesTimed: false), campaigns: CampaignFile.bundled())
      let figures = try await bench.run(on: sandbox)
      await sandbox.stop()
      Output.raw(
        """
        \(bench.clients) clients, \(bench.rounds) rounds, \(figures.lines) push lines open meanwhile
          requests   \(figures.requests), \(rate(figures.requests, figures.duration))
          errors     \(figures.errors.values.reduce(0, +)) \(figures.errors.keys.sorted().joined(separator: "; "))
          displays   \(figures.sent) sent, \(figures.received) received; \(figures.lost) lost, \(figures.twice) twice
          fetches    \(figures.fetches.sent) sent, \(figures.fetches.received) received
          badges     \(figures.badges.sent) sent, \(figures.badges.received) received
        """)
      if !figures.isWhole {
        throw Exit(Exit.failed, "Not everything arrived exactly once and without an error.")
      }
    }
  }

  /// What a long day leaves behind.
  struct Day: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Live through a day by the virtual clock, and compare what is in memory early and late.")

    @Option(help: "How many hours, at least 3.")
    var hours = Count(24)

    func run() async throws {
      let hours = max(3, hours.value)
      let folder = try ScratchFolder("day")
      defer { folder.remove() }
      let start = ContinuousClock.now
      let figures = try await DayBench(in: folder.path).run(hours: hours, marks: [2, hours])
      Output.line("\(hours) hours in \(ContinuousClock.now - start)")
      for each in figures {
        Output.raw(
          "after \(each.hours) hours: \(each.resident / 1_024) KiB resident, archive \(each.archive / 1_024) KiB"
        )
        for retained in each.retained { Output.line("  \(retained.name)  \(retained.count)") }
      }
      let growing = DayBench.growing(figures).map(\.name)
      if !growing.isEmpty {
        throw Exit(Exit.failed, "This grows with time and must not: \(growing.joined(separator: ", ")).")
      }
    }
  }
}

/// Such as “2.300 s, 86956 a second”.
private nonisolated func rate(_ count: Int, _ duration: Duration) -> String {
  let seconds = max(duration / .seconds(1), 1e-9)
  return "\(String(format: "%.3f", seconds)) s, \(Int(Double(count) / seconds)) a second"
}
