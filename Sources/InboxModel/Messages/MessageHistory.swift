public import struct Foundation.Date

/// What happened to one message on this device: four separate facts (EN-11).
public struct MessageHistory: Hashable, Sendable, Codable {
  /// An event of the message.
  public struct Line: Hashable, Sendable, Codable {
    /// When it happened.
    public var time: Date
    /// What, as a person reads it: “displayed in session 3 · sent”.
    public var text: String

    /// Takes its parts as they are; nothing is checked.
    public init(time: Date, text: String) {
      self.time = time
      self.text = text
    }
  }

  /// Oldest first.
  public var lines: [Line]

  /// Takes its parts as they are; nothing is checked.
  public init(lines: [Line]) { self.lines = lines }

  /// Adds a line behind those of its time and before.
  package mutating func insert(_ line: Line) {
    lines.insert(line, at: lines.firstIndex { $0.time > line.time } ?? lines.endIndex)
  }
}
