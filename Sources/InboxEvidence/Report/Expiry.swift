import InboxCore
import InboxModel

/// What a server that lets its oldest receipts go may no longer have (TS-6).
///
/// It lets them go in the order in which they came. That is the order in which events of one kind of one person were
/// stored and sent; times do not say it, as a tester moves clocks.
struct Expiry {
  private struct Place: Hashable {
    var kind: RecordedEvent.Kind
    var identity: Identity
  }

  /// The kinds of which an earlier one is still there.
  ///
  /// They are apart, as what a wire gives no time is found in what came later.
  private var kept: Set<Place> = []

  /// Takes the next event, in the order in which they were stored.
  ///
  /// - Returns: Whether it is not there and may have been.
  mutating func mayHaveTaken(_ kind: RecordedEvent.Kind, of identity: Identity, isThere: Bool) -> Bool {
    let place = Place(kind: kind, identity: identity)
    if isThere { kept.insert(place) }
    return !kept.contains(place)
  }
}
