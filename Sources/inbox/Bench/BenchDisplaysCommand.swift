import ArgumentParser
import Foundation
import InboxCore
import InboxStore

/// How fast displays are recorded.
struct BenchDisplaysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "displays", abstract: "Record so many displays, and tell how fast they were durable.",
    discussion: """
      As the screen does it: rows come into view, the core decides, and each display goes into the outbox with an id of \
      its own and a why line. First in memory, then into a file, where each transaction waits for the disk. Those that come \
      while others are written go together. The file lies in a folder of its own beside the archives, and is removed.
      """)

  @Option(help: "How many displays, 1 to 2000000, each of a message of its own.")
  var count = 200_000

  @Option(help: "How many rows come into view at a time, 1 to 1000.")
  var rows = 25

  func validate() throws {
    guard (1...2_000_000).contains(count) else {
      throw ValidationError("--count takes a number from 1 to 2000000, not \(count).")
    }
    guard (1...1_000).contains(rows) else {
      throw ValidationError("--rows takes a number from 1 to 1000, not \(rows).")
    }
  }

  func run() async throws {
    try await reporting {
      let bench = DisplayBench(count: count, rows: rows)
      let memory = try InboxDatabase.inMemory()
      var isWhole = tell("in memory", try await bench.run(on: memory.archive))
      try await memory.close()
      let folder = try ScratchFolder("bench", in: StateFolder.root)
      do {
        let file = try InboxDatabase.open(path: folder.path + "/archive.sqlite")
        let figures = try await bench.run(on: file.archive)
        try await file.close()
        isWhole = tell("on disk, \(folder.path)", figures) && isWhole
      } catch {
        folder.remove()
        throw error
      }
      folder.remove()
      if !isWhole { throw Exit(Exit.failed, "Not every display is durable exactly once.") }
    }
  }

  /// - Returns: whether every display is there, once.
  private func tell(_ place: String, _ figures: DisplayBench.Figures) -> Bool {
    func rate(_ duration: Duration) -> String {
      let seconds = max(duration / .seconds(1), 1e-9)
      return "\(String(format: "%.3f", seconds)) s, \(Int(Double(count) / seconds)) a second"
    }
    Output.line("\(place): \(count) displays in \(figures.looks) looks of \(rows) rows")
    Output.line("  told by the screen   \(rate(figures.telling))")
    Output.line("  durable and told     \(rate(figures.recording))")
    Output.line(
      "  transactions         \(figures.transactions), the largest with \(figures.largest) displays")
    Output.line(
      "  rows that wait       \(figures.durable), of \(figures.ids) ids and \(figures.messages) messages")
    Output.line("  why lines            \(figures.told)")
    return [figures.durable, figures.ids, figures.messages, figures.told].allSatisfy { $0 == count }
  }
}
