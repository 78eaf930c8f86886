import ArgumentParser
import Foundation
import Glibc
import InboxCore

/// What a long day leaves behind.
struct BenchDayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "day", abstract: "Live through a day by the virtual clock, and tell what is kept.",
    discussion: """
      The whole inbox without a terminal and a sandbox of its own, in this process: refreshes every five minutes, a \
      campaign every quarter of an hour, which expires after two hours, keys, displays, opens, badges, sessions. What is \
      kept is counted after two hours and at the end. What may grow with what happened says so (“history”); everything \
      else must not: exit status 1.
      """)

  @Option(help: "How many hours, 3 to 240.")
  var hours = 24

  func validate() throws {
    guard (3...240).contains(hours) else {
      throw ValidationError("--hours takes a number from 3 to 240, not \(hours).")
    }
  }

  func run() async throws {
    try await reporting {
      let scratch = try ScratchFolder("day")
      let tells = isatty(STDERR_FILENO) == 1
      let start = ContinuousClock.now
      let figures: [DayBench.Figures]
      do {
        figures = try await DayBench(in: scratch.path).run(hours: hours, marks: [2, hours]) { hour in
          if tells { Output.progress("\(hour) of \(hours) hours") }
        }
      } catch {
        scratch.remove()
        throw error
      }
      scratch.remove()
      if tells { Output.progress("") }
      tell(figures, ContinuousClock.now - start)
      let growing = DayBench.growing(figures).map(\.name)
      if !growing.isEmpty {
        throw Exit(Exit.failed, "This grows with time and must not: \(growing.joined(separator: ", ")).")
      }
    }
  }

  private func tell(_ figures: [DayBench.Figures], _ duration: Duration) {
    guard let first = figures.first, let last = figures.last else { return }
    func row(_ name: String, _ one: String, _ other: String, _ growth: String) {
      let name = name.padding(toLength: 42, withPad: " ", startingAt: 0)
      let columns = [one, other].map { String(repeating: " ", count: max(1, 10 - $0.count)) + $0 }
      Output.line(name + columns.joined() + "  " + growth)
    }
    Output.line("\(hours) hours in \(String(format: "%.1f", duration / .seconds(1))) s")
    row("", "\(first.hours) h", "\(last.hours) h", "may grow")
    row("resident memory, KiB", "\(first.resident / 1_024)", "\(last.resident / 1_024)", "")
    row("archive, KiB", "\(first.archive / 1_024)", "\(last.archive / 1_024)", "with history")
    for (early, late) in zip(first.kept, last.kept) {
      let growth =
        switch late.growth {
        case .none: "no"
        case .upTo(let most): "up to \(most)"
        case .history: "history"
        }
      row(late.name, "\(early.count)", "\(late.count)", growth)
    }
  }
}
