/// What is counted.
nonisolated enum Measure: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
  case frames, bytes, statements, steps, allocations, faults, instructions, wakeUps, threads

  /// What it is called in the table.
  var title: String {
    switch self {
    case .frames: "frames"
    case .bytes: "bytes"
    case .statements: "statements"
    case .steps: "SQLite steps"
    case .allocations: "allocations"
    case .faults: "minor faults"
    case .instructions: "instructions"
    case .wakeUps: "wake-ups"
    case .threads: "threads"
    }
  }

  /// What is allowed over what was recorded, unless the file says otherwise: things meet at random.
  var slack: Slack {
    switch self {
    case .frames: Slack(percent: 5, more: 2)
    // A message that is read once more takes seven.
    case .statements: Slack(percent: 2, more: 26)
    // One frame more shows what came meanwhile.
    case .bytes: Slack(percent: 10, more: 256)
    case .steps, .allocations, .instructions: Slack(percent: 10, more: 0)
    // Which pages the heap has touched already depends on what threads did at once.
    case .faults: Slack(percent: 25, more: 64)
    // What was begun before them may end in them.
    case .wakeUps, .threads: Slack(percent: 0, more: 1)
    }
  }

  /// What a large archive may need over a small one, for what depends on the window alone; nil where nothing is asked.
  var growth: Slack? {
    switch self {
    case .frames: slack
    // Some frames more each read their message.
    case .statements: Slack(percent: 5, more: 26)
    // Other messages have other words, and one more frame shows them.
    case .bytes: Slack(percent: 10, more: 4_096)
    case .allocations: Slack(percent: 10, more: 8_192)
    case .steps: Slack(percent: 10, more: 2_000)
    case .faults, .instructions, .wakeUps: nil
    case .threads: slack
    }
  }
}
