import InboxCore
import InboxModel

/// What two recordings do not have in common.
///
/// Left out are times, durations and ports of this machine, the sizes of bodies that are here, and what the
/// front drew: keys, requests and why lines say why it did. Of UUIDs and device ids it counts only which of them
/// are the same: one id of the left has to stand for one id of the right. Between two keys much happens side by
/// side: only the order within one kind of line counts there, and that of requests and fetches does not. An
/// upload counts as its displays and opens, however they share requests.
package struct RecordingDiff: Hashable, Sendable {
  /// A line of one of the recordings, or of both.
  package struct Row: Hashable, Sendable {
    /// The line's number in the left file; nil where only the right one has it.
    package var left: Int?
    /// The line's number in the right file; nil where only the left one has it.
    package var right: Int?
    /// The line as it was compared.
    package var text: String

    var isDifference: Bool { left == nil || right == nil }
    var line: String { (left == nil ? "+" : right == nil ? "-" : " ") + text }
  }

  /// The lines that only one of them has.
  package let differences: [Row]
  /// The differences with lines around them, as `diff -u` writes them; empty when there are none.
  package let lines: [String]
  /// One sentence.
  package let summary: String

  /// Compares two recordings.
  ///
  /// The context is how many common lines to show around a difference.
  package init(_ left: Recording, _ right: Recording, context: Int = 3) {
    let rows = RecordingAlignment(Self.comparable(left), Self.comparable(right)).rows
    differences = rows.filter(\.isDifference)
    lines = Self.unified(rows, context: max(0, context))
    summary = Self.summary(differences, common: rows.count - differences.count)
  }

  /// Whether nothing differs.
  package var isEmpty: Bool { differences.isEmpty }

  /// The lines that count.
  ///
  /// What one key leads to happens side by side: between two keys only the order within one kind of line counts, and
  /// not even that for requests, fetches and the deliveries that these bring.
  private static func comparable(_ recording: Recording) -> [RecordingAlignment.Line] {
    var result: [RecordingAlignment.Line] = []
    var step: [(kind: String, number: Int, text: VolatileText)] = []
    func endStep() {
      let kinds = Dictionary(grouping: step, by: \.kind).sorted { $0.key < $1.key }
      for (kind, lines) in kinds {
        let isSideBySide = ["exchange", "journal fetch"].contains(kind) || kind.hasPrefix("journal delivery")
        let sorted = lines.sorted { $0.text.pieces.lexicographicallyPrecedes($1.text.pieces) }
        result += (isSideBySide ? sorted : lines).map { ($0.number, $0.text) }
      }
      step = []
    }
    for entry in recording.entries {
      let text = entry.line.volatileText
      switch entry.line.content {
      case .event, .frame, .gesture: continue
      case .start, .key, .end, .unknown:
        endStep()
        result.append((entry.number, text))
      case .exchange:
        for text in entry.line.engagementTexts ?? [text] { step.append(("exchange", entry.number, text)) }
      case .journal(let why):
        // Whether the first event is acknowledged before the second happens is a matter of milliseconds too.
        let verdict = why.verdict.map { " \($0.rawValue)" } ?? ""
        step.append(("journal \(why.label)\(verdict)", entry.number, text))
      }
    }
    endStep()
    return result
  }

  private static func summary(_ differences: [Row], common: Int) -> String {
    guard let first = differences.first else {
      return "The recordings agree: \(common.counted("line")), times, ports and ids left out."
    }
    let removed = differences.count { $0.left != nil }
    let place =
      first.left.map { "line \($0) of the first" } ?? first.right.map { "line \($0) of the second" } ?? ""
    return "The recordings differ from \(place) on: \(removed.counted("line")) only in the first, "
      + "\((differences.count - removed).counted("line")) only in the second, \(common) common."
  }

  private static func unified(_ rows: [Row], context: Int) -> [String] {
    var lines: [String] = []
    var hunk: Range<Int>?
    for index in rows.indices where rows[index].isDifference {
      let around = max(0, index - context)..<min(rows.count, index + context + 1)
      if let open = hunk, around.lowerBound <= open.upperBound {
        hunk = open.lowerBound..<around.upperBound
      } else {
        if let hunk { lines += text(of: rows[hunk]) }
        hunk = around
      }
    }
    if let hunk { lines += text(of: rows[hunk]) }
    return lines.isEmpty ? [] : ["--- first", "+++ second"] + lines
  }

  private static func text(of rows: ArraySlice<Row>) -> [String] {
    let left = rows.compactMap(\.left)
    let right = rows.compactMap(\.right)
    return ["@@ -\(left.first ?? 0),\(left.count) +\(right.first ?? 0),\(right.count) @@"] + rows.map(\.line)
  }
}
