import InboxCore
import InboxModel

/// What a server that lets its oldest receipts go may no longer have (TS-6): no more than it says are gone.
///
/// It lets them go in the order in which they came. That is the order in which events of one kind of one person were
/// stored and sent; times do not say it, as a tester moves clocks.
///
/// A receipt is what distinguishes it, as far as it goes: events that say the same share one.
struct Expiry<Receipt: Hashable> {
  private struct Place: Hashable {
    var kind: RecordedEvent.Kind
    var identity: Identity
  }

  /// How many receipts are gone, of anyone's.
  private let count: Int
  /// The kinds of which an earlier one is still there.
  ///
  /// They are apart, as what a wire gives no time is found in what came later.
  private var kept: Set<Place> = []
  /// The receipts that may be gone so far.
  private var gone: Set<Receipt> = []

  init(of count: Int) { self.count = count }

  /// Takes an event whose receipt is there.
  mutating func keep(_ kind: RecordedEvent.Kind, of identity: Identity) {
    kept.insert(Place(kind: kind, identity: identity))
  }

  /// Takes an acknowledged event whose receipt is not there; returns whether it may have been.
  mutating func mayHaveTaken(_ kind: RecordedEvent.Kind, of identity: Identity, _ receipt: Receipt) -> Bool {
    guard !kept.contains(Place(kind: kind, identity: identity)),
      gone.count < count || gone.contains(receipt)
    else { return false }
    gone.insert(receipt)
    return true
  }
}
