/// Distinguishes a key that is held down, or a double click, from a second press.
///
/// A terminal says nothing of it: a held key arrives as the same key again, first after 250 to 660 milliseconds, as
/// systems come, then at short distances.
package struct KeyRepeats: Sendable {
  /// What follows sooner than this is the same gesture.
  package static let gap = Duration.milliseconds(700)

  private var last: (key: Key, time: ContinuousClock.Instant)?

  /// Takes a key at the machine's time.
  ///
  /// - Returns: whether it is the one before once more.
  package mutating func isRepeat(_ key: Key, at time: ContinuousClock.Instant) -> Bool {
    // A button that comes up, and what lies between two clicks of one place, is not a gesture of its own.
    if case .mouse(let event) = key, event.kind != .press { return false }
    defer { last = (key, time) }
    return last.map { $0.key == key && time - $0.time < Self.gap } ?? false
  }
}
