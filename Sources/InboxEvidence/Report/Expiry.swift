import struct Foundation.Date
import InboxCore

/// What a server that lets its oldest receipts go may no longer have (TS-6).
///
/// It lets them go in the order in which they came, which is the order in which it acknowledged them; what clocks say of that
/// does not matter, as a tester may move the server's.
struct Expiry: Hashable, Sendable {
  /// When the oldest one of each kind that is still there was acknowledged.
  ///
  /// The kinds are apart, as what a wire gives no time is found in what came later.
  private var oldest: [RecordedEvent.Kind: Date] = [:]

  /// - Parameter kept: The events that are still there, with when they were acknowledged, as far as that is known.
  init(kept: some Sequence<(RecordedEvent.Kind, Date?)>) {
    for case (let kind, let settled?) in kept {
      oldest[kind] = min(settled, oldest[kind] ?? settled)
    }
  }

  /// Whether an event that is not there may have been there.
  ///
  /// - Parameter settled: When it was acknowledged; nil where that is not known.
  func mayHaveTaken(_ kind: RecordedEvent.Kind, _ settled: Date?) -> Bool {
    guard let settled, let oldest = oldest[kind] else { return true }
    // What was sent together was acknowledged together, and its first ones go first.
    return settled <= oldest
  }
}
