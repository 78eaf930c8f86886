import InboxCore

/// What a file of a recording holds.
public struct Recording: Hashable, Sendable {
  /// A line and where it stands.
  public struct Entry: Hashable, Sendable {
    /// The line's number in the file, from 1.
    public var number: Int
    /// The line.
    public var line: RecordingLine
  }

  /// A line that could not be used.
  public struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// The line's number in the file, from 1.
    public var number: Int
    /// What is wrong, as a clause.
    public var reason: String

    /// A full sentence.
    public var description: String { "Line \(number): \(reason)." }
  }

  /// The lines that could be read, in order.
  public var entries: [Entry]
  /// What could not be read, in order.
  public var problems: [Problem] = []

  /// Makes a recording of lines that stand one below the other.
  public init(_ lines: [RecordingLine]) {
    entries = lines.enumerated().map { Entry(number: $0.offset + 1, line: $0.element) }
  }

  init(entries: [Entry], problems: [Problem]) {
    self.entries = entries
    self.problems = problems
  }

  /// The lines without their numbers.
  public var lines: [RecordingLine] { entries.map(\.line) }

  /// What ran, if the recording says so.
  public var start: RecordingStart? {
    for case .start(let start) in entries.lazy.map(\.line.content) { return start }
    return nil
  }

  /// The requests, in order.
  public var exchanges: [HTTPExchange] {
    entries.compactMap { if case .exchange(let exchange) = $0.line.content { exchange } else { nil } }
  }
}
