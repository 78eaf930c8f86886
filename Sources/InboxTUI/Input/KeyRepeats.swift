/// Distinguishes a key that is held down, or a double click, from a second press.
///
/// A terminal does not report it: a held key arrives as repeated presses, the first after 250 to 660 milliseconds,
/// depending on the system, the others at short intervals.
package struct KeyRepeats: Sendable {
  /// A repetition within this time belongs to the same gesture.
  package static let gap = Duration.milliseconds(700)

  private var last: (key: Key, time: ContinuousClock.Instant)?

  /// Takes a key at the machine's time.
  ///
  /// - Returns: whether it repeats the key before.
  package mutating func isRepeat(_ key: Key, at time: ContinuousClock.Instant) -> Bool {
    // A button release, and what comes between two clicks at one place, is not a gesture of its own.
    if case .mouse(let event) = key, event.kind != .press { return false }
    defer { last = (key, time) }
    return last.map { $0.key == key && time - $0.time < Self.gap } ?? false
  }
}
