/// What a file of a recording holds.
package struct Recording: Hashable, Sendable {
  /// A line and where it stands.
  package struct Entry: Hashable, Sendable {
    /// The line's number in the file, from 1.
    package var number: Int
    package var line: RecordingLine
  }

  /// A line that could not be used.
  package struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// The line's number in the file, from 1.
    package var number: Int
    /// What is wrong, as a clause.
    package var reason: String

    package var description: String { "Line \(number): \(reason)." }
  }

  /// The lines that could be read, in order.
  package var entries: [Entry]
  /// What could not be read, in order.
  package var problems: [Problem] = []
  /// Whether the last line is the one that a run ends with; a file that is being written has none yet.
  package var hasEnd = true

  package var lines: [RecordingLine] { entries.map(\.line) }

  /// That the end is missing, as a sentence; nil where it is there.
  package var endless: String? {
    hasEnd
      ? nil : "The recording has no end: the run was killed or still goes on, or the file was cut."
  }

  /// What the file itself lacks, as sentences.
  package var gaps: [String] { problems.map(\.description) + [endless].compactMap(\.self) }

  /// What of the file could not be used or is missing, as a sentence or two; nil where all of it is here.
  package var damage: String? {
    let lines = problems.first.map { first in
      let more = problems.count == 1 ? "" : " and \(problems.count - 1) more"
      return
        "The recording is damaged, and what is missing is not counted: line \(first.number)\(more) (\(first.reason))."
    }
    let sentences = [lines, endless.map { $0 + " What came after is not counted." }].compactMap(\.self)
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  /// What ran, if the recording says so.
  package var start: RecordingStart? {
    for case .start(let start) in entries.lazy.map(\.line.content) { return start }
    return nil
  }

  package var exchanges: [HTTPExchange] {
    entries.compactMap { if case .exchange(let exchange) = $0.line.content { exchange } else { nil } }
  }
}

extension Recording {
  package init(_ lines: [RecordingLine]) {
    self.init(entries: lines.enumerated().map { Entry(number: $0.offset + 1, line: $0.element) })
  }
}
