import ArgumentParser
import Foundation
import InboxSandbox

/// How many clients a sandbox holds.
struct BenchClientsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clients",
    abstract: "Let so many clients refresh and report at once, and compare the receipts.",
    discussion: """
      Against a sandbox of its own, in this process, on a free port of 127.0.0.1. Each client has an identity, a connection \
      and a push line of its own; all at once fetch every center, report a display of each message and set their badge. \
      Nothing is tried again: an error is told. Then what was sent is held against the sandbox's receipts: exit status 1 \
      where something was lost, came twice or failed.
      """)

  @Option(help: "How many clients, 1 to 5000.")
  var clients = 500

  @Option(help: "How often each client does all of it, 1 to 1000.")
  var rounds = 3

  func validate() throws {
    guard (1...5_000).contains(clients) else {
      throw ValidationError("--clients takes a number from 1 to 5000, not \(clients).")
    }
    guard (1...1_000).contains(rounds) else {
      throw ValidationError("--rounds takes a number from 1 to 1000, not \(rounds).")
    }
  }

  func run() async throws {
    try await reporting {
      let bench = ClientsBench(clients: clients, rounds: rounds)
      try OpenFileLimit.raise(to: bench.openFiles, for: "\(clients) clients and their sandbox")
      let sandbox = try await Sandbox.start(
        SandboxOptions(launchesTimed: false), campaigns: CampaignFile.bundled())
      let result: Result<ClientsBench.Figures, any Error>
      do { result = .success(try await bench.run(on: sandbox)) } catch { result = .failure(error) }
      await sandbox.stop()
      let figures = try result.get()
      tell(figures)
      if !figures.isWhole {
        throw Exit(Exit.failed, "Not everything arrived exactly once and without an error.")
      }
    }
  }

  private func tell(_ figures: ClientsBench.Figures) {
    let seconds = max(figures.duration / .seconds(1), 1e-9)
    let rate = Int(Double(figures.requests) / seconds)
    Output.line("\(clients) clients, \(rounds) rounds, \(figures.lines) push lines open meanwhile")
    Output.line("  requests   \(figures.requests) in \(String(format: "%.3f", seconds)) s, \(rate) a second")
    Output.line("  errors     \(figures.errors.values.reduce(0, +))")
    for (error, count) in figures.errors.sorted(by: { $0.key < $1.key }) {
      Output.line("    \(count) × \(error)")
    }
    Output.line(
      "  displays   \(figures.sent) sent, \(figures.received) received; \(figures.lost) lost, \(figures.twice) twice, "
        + "\(figures.foreign) of nobody")
    Output.line("  fetches    \(figures.fetches.sent) answered, \(figures.fetches.received) received")
    Output.line("  badges     \(figures.badges.sent) answered, \(figures.badges.received) received")
  }
}
