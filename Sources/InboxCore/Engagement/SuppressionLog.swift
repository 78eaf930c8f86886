import struct Foundation.Date
import struct Foundation.UUID

/// Attempts that were not reported and are not stored yet (EN-4, EN-9): scrolling never waits for the disk.
struct SuppressionLog: Hashable, Sendable {
  private struct Name: Hashable {
    var place: EngagementPlace
    var sessionID: UUID?
    var cause: Suppression
    var minute: Int
  }

  private var order: [Name] = []
  private var entries: [Name: SuppressedAttempts] = [:]

  /// Whether nothing waits to be stored.
  var isEmpty: Bool { order.isEmpty }

  /// What waits to be stored, in the order in which it began.
  var attempts: [SuppressedAttempts] { order.compactMap { entries[$0] } }

  /// Counts an attempt.
  mutating func add(
    _ place: EngagementPlace, in sessionID: UUID? = nil, _ cause: Suppression, at now: Date
  ) {
    add(SuppressedAttempts(place, in: sessionID, cause, first: now, last: now))
  }

  /// Hands out what has gathered; ``giveBack(_:)`` what could not be stored.
  mutating func take() -> [SuppressedAttempts] {
    let attempts = attempts
    self = SuppressionLog()
    return attempts
  }

  /// Keeps what could not be stored together with what has gathered since.
  mutating func giveBack(_ attempts: [SuppressedAttempts]) {
    var whole = SuppressionLog()
    for one in attempts + self.attempts { whole.add(one) }
    self = whole
  }

  private mutating func add(_ attempts: SuppressedAttempts) {
    let name = Name(
      place: attempts.place, sessionID: attempts.sessionID, cause: attempts.cause, minute: attempts.minute)
    guard var known = entries[name] else {
      order.append(name)
      entries[name] = attempts
      return
    }
    known.count += attempts.count
    known.first = min(known.first, attempts.first)
    known.last = max(known.last, attempts.last)
    entries[name] = known
  }
}
