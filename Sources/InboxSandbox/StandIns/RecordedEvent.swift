import struct Foundation.Date
import InboxCore
import InboxModel

/// An event as a vendor lists it for a server that reads back what was recorded (VE-14).
struct RecordedEvent: Hashable, Sendable {
  /// The receipt that it is made of.
  enum Source: Hashable, Sendable {
    case receipt(VendorReceipt)
    /// It is about no message.
    case tracked(Receipts.Tracking)
  }

  let source: Source
  /// When it happened, and when it arrived.
  let time: Date
  let received: Date

  /// Its receipt, where it is about a message or a visit.
  var receipt: VendorReceipt? { if case .receipt(let receipt) = source { receipt } else { nil } }

  /// An event is listed at most this often, however often it came.
  private static let mostRepeats = 1_000

  fileprivate init(_ source: Source, _ time: String?, received: String, now: Date) {
    self.source = source
    self.received = WireDate.parse(received) ?? now
    self.time = time.flatMap(WireDate.parse) ?? self.received
  }

  /// Repeats the event as often as it came.
  fileprivate func repeated(_ count: Int) -> Repeated<Self> {
    repeatElement(self, count: min(count, Self.mostRepeats))
  }
}

extension Account {
  /// Everything that a vendor recorded of a person since the last reset, in the order of arrival; a repeat is another
  /// event to a vendor.
  ///
  /// - Parameters:
  ///   - identity: Whose receipts are read; nil reads everybody's. Of events about no message all of the vendor's are read.
  ///   - isTheirs: Whether what is read is about them.
  func recorded(
    by vendor: VendorName, of identity: Identity?,
    where isTheirs: @escaping @Sendable (RecordedEvent.Source) -> Bool
  ) async throws -> [RecordedEvent] {
    try await readLong { [self] in
      let now = clock.date
      let filter = ReceiptFilter(identity: identity?.storageKey, vendor: vendor)
      let receipts = try await receipts(filter, of: [.events]).events.filter { isTheirs(.receipt($0)) }
      let tracking = try await self.receipts(ReceiptFilter(vendor: vendor), of: [.tracking]).tracking
        .filter { isTheirs(.tracked($0)) }
      return receipts.flatMap {
        RecordedEvent(.receipt($0), $0.time, received: $0.received, now: now).repeated($0.count)
      }
        + tracking.flatMap {
          RecordedEvent(.tracked($0), $0.time, received: $0.received, now: now).repeated($0.count)
        }
    }
  }
}

extension FaultBoard {
  /// Recorded events by their time, as the fault of ``FaultEndpoint/recorded`` has them.
  ///
  /// - Parameter events: In the order of arrival; of the same moment, the last to arrive is the newest.
  func listed(_ events: [RecordedEvent], newestFirst: Bool, now: Date) -> [RecordedEvent] {
    // Numbered from the first, so that later events change no key.
    let arrived = events.enumerated().map { place, event in
      RecordedFlaw.Entry(
        value: event, key: "\(place) \(WireDate.format(event.time))", received: event.received)
    }
    let sorted =
      newestFirst
      ? arrived.reversed().sorted { $0.value.time > $1.value.time }
      : arrived.sorted { $0.value.time < $1.value.time }
    return flawed(sorted, now: now)
  }
}
