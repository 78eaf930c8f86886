import Corpus
import Counters
import CursesTerminal
import Foundation

/// Counts what the inbox does and holds it against what is allowed; see the DocC article Performance.
@main
struct Benchmark {
  /// Messages of a small archive and of a large one; the first center, which has half of them, is longer than anything that
  /// is pressed.
  private static let sizes = [3_000, 100_000]

  static func main() async {
    Heap.share()
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if arguments.first == "seed" {
        let total = try await SeededProfile.make(Array(arguments.dropFirst())) { tell("\($0) messages") }
        print(total)
        exit(0)
      }
      exit(try await run(Options(arguments)))
    } catch {
      tell("benchmark: \(error)")
      exit(2)
    }
  }

  private static func run(_ options: Options) async throws -> Int32 {
    // First: a file that cannot be read is reported before minutes of counting.
    let isThere = FileManager.default.fileExists(atPath: options.thresholds)
    let thresholds = options.records && !isThere ? Thresholds() : try Thresholds(path: options.thresholds)
    guard cb_watch_statements() else { throw Terminal.Trouble(description: "SQLite cannot be watched") }
    let folder = NSTemporaryDirectory() + "inbox-benchmark-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer {
      do { try FileManager.default.removeItem(atPath: folder) } catch { tell("\(folder) stays behind.") }
    }
    var results: [Int: [Run.Result]] = [:]
    for messages in sizes { results[messages] = try await count(messages, folder, options) }
    if options.records { return try record(results, over: thresholds, options) }
    let report = Report(results: results, sizes: sizes, thresholds: thresholds)
    report.print()
    return report.complaints.isEmpty ? 0 : 1
  }

  private static func count(_ messages: Int, _ folder: String, _ options: Options) async throws
    -> [Run.Result]
  {
    tell("making an archive of \(messages) messages")
    let run = Run(messages: messages, folder: folder) { step in
      guard options.tellsStatements else { return }
      tell("\(messages) messages, \(step):")
      cb_tell_statements(true)
    }
    cb_tell_statements(false)
    let responses = try await run.seed()
    var results: [Run.Result] = []
    // What comes now and then is allowed, so a record is of more than one round.
    for round in 1...(options.records ? 3 : 1) {
      tell("\(messages) messages, round \(round)")
      let next = try await run.results(responses)
      for (index, result) in results.enumerated() {
        for measure in Measure.allCases where result.figures[measure] != next[index].figures[measure] {
          tell(
            "  \(result.step): \(measure.title) \(result.figures[measure] ?? -1), now "
              + "\(next[index].figures[measure] ?? -1)")
        }
      }
      results =
        results.isEmpty
        ? next
        : zip(results, next).map { before, now in
          var result = now
          result.figures = before.figures.largest(now.figures)
          return result
        }
    }
    return results
  }

  private static func record(
    _ results: [Int: [Run.Result]], over before: Thresholds, _ options: Options
  ) throws -> Int32 {
    var thresholds = Thresholds()
    // How much more is allowed is a person's decision, and stays.
    thresholds.slack = before.slack
    thresholds.recorded = Date().formatted(.iso8601.year().month().day())
    thresholds.toolchain = options.toolchain
    for (messages, results) in results {
      thresholds.counts["\(messages)"] = results.reduce(into: [:]) { $0[$1.step] = $1.figures.counts }
    }
    try thresholds.write(options.thresholds)
    Report(results: results, sizes: sizes, thresholds: thresholds).print()
    return 0
  }

  /// Writes a line to stderr.
  nonisolated static func tell(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
