package import struct Foundation.Date

/// A message to the person in the status line.
///
/// It goes with the next key, or by itself after a while; a lasting problem is then shown by the status line itself.
package struct Notice: Equatable, Sendable {
  package enum Level: Equatable, Sendable {
    case info, warning, error

    var role: ThemeRole {
      switch self {
      case .info: .noticeInfo
      case .warning: .noticeWarning
      case .error: .noticeError
      }
    }
  }

  package var text: String
  package var level: Level
  /// When it goes by itself; nil stays until a key.
  package var until: Date?
}

/// Earlier notices, oldest first.
package struct NoticeHistory: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package var time: Date
    package var text: String
    package var level: Notice.Level
    /// How often it came in succession.
    package var count = 1
  }

  package private(set) var entries: [Entry] = []
  static let capacity = 100

  package mutating func add(_ text: String, _ level: Notice.Level, at time: Date) {
    if let last = entries.indices.last, entries[last].text == text, entries[last].level == level {
      entries[last].time = time
      entries[last].count += 1
      return
    }
    entries.append(Entry(time: time, text: text, level: level))
    if entries.count > Self.capacity { entries.removeFirst() }
  }
}
