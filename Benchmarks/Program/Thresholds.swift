import Foundation

/// What was counted once, and how much more than that is allowed.
nonisolated struct Thresholds: Codable, Sendable {
  /// When, as a date of the calendar, and with what it was counted.
  var recorded = ""
  var toolchain = ""
  /// How much more than was counted is allowed.
  var slack = Dictionary(uniqueKeysWithValues: Measure.allCases.map { ($0, $0.slack) })
  /// By the number of messages and the name of the step.
  var counts: [String: [String: [Measure: Int]]] = [:]

  init() {}

  /// Reads the file.
  init(path: String) throws {
    self = try JSONDecoder().decode(Thresholds.self, from: try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// The most that is allowed; nil for what was not counted when the file was made.
  func bound(_ measure: Measure, _ step: String, messages: Int) -> Int? {
    counts["\(messages)"]?[step]?[measure].map { count in
      // A step that touched no new page may touch some the next time.
      (slack[measure] ?? measure.slack).bound(measure == .faults ? max(1, count) : count)
    }
  }

  /// Writes the file.
  func write(_ path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try (encoder.encode(self) + Data("\n".utf8)).write(to: URL(fileURLWithPath: path))
  }
}
