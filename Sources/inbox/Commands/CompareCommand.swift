import ArgumentParser
import Foundation
import InboxEvidence
import InboxModel

/// What two people are served, side by side.
struct CompareCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare what two people are served: only here, only there, different in what, and why.",
    discussion: """
      A and B are each a person of the profile (maria), ‘device’ for the anonymous device, a profile, or \
      PROFILE:PERSON; user:NAME is a person whose name is also a profile's. Both are fetched and nothing \
      else is sent or stored: nothing counts as delivered, displayed or read. Each difference has its \
      reason: the audience of a sandbox's campaign, expiry, the cap, what the profile's archive remembers \
      (deleted, withdrawn, read here), read elsewhere, failed to read there; a reason that is not known is \
      reported as such. Messages are matched by id, else by campaign. Exit status 0 when both are served the \
      same, 1 when not.
      """)

  @Argument(
    help: ArgumentHelp("A person, ‘device’, a profile, or PROFILE:PERSON.", valueName: "a"),
    completion: Completions.profiles)
  var first: String

  @Argument(
    help: ArgumentHelp("The other, in one of the same forms.", valueName: "b"),
    completion: Completions.profiles)
  var second: String

  @Option(
    name: [.short, .long], help: "The profile of people given without one; otherwise the default.",
    completion: Completions.profiles, transform: ArgumentValue.filled)
  var profile: String?

  @Option(help: "Only this center.", completion: Completions.centers, transform: ArgumentValue.filled)
  var center: String?

  @Flag(help: "Also list what is the same.") var all = false

  @Flag(help: "Print JSON.") var json = false

  func perform() async throws {
    let base = profile
    let load = { try ProfileSource.load(base) }
    let (one, other) = (
      try await ComparedName.profile(of: first, base: load).onTime(),
      try ComparedName.profile(of: second, base: load)
    )
    let time = one.clock.map { VirtualClock($0).time } ?? .system
    let run = CompareRun(
      base: one.name, center: center,
      time: TimeSource(clock: ContinuousClock(), now: time.now))
    let comparison: PersonComparison
    do throws(InboxError) { comparison = try await run.compare(one, other) } catch {
      // Neither the same nor different: they could not both be fetched.
      throw Exit(Exit.notReady, error)
    }
    if json { Output.json(comparison.json) } else { print(comparison) }
    if !comparison.isSame { throw ExitCode(Exit.failed) }
  }

  private func print(_ comparison: PersonComparison) {
    for center in Set(comparison.rows.map(\.center)).sorted(by: { $0.rawValue < $1.rawValue }) {
      let rows = comparison.rows.filter { $0.center == center && (all || $0.verdict != .same) }
      guard !rows.isEmpty else { continue }
      Output.line(center.rawValue)
      for row in rows {
        let (title, facts) = comparison.lines(row)
        Output.line("  \(comparison.words(row.verdict))  \(title)")
        for fact in facts { Output.line("      \(fact)") }
      }
    }
    Output.line(comparison.summary)
  }
}
