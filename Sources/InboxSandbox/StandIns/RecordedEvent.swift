import struct Foundation.Date
import InboxCore
import InboxModel

/// An event as a vendor lists it for a server that reads back what was recorded (VE-14).
struct RecordedEvent: Hashable, Sendable {
  /// What it is made of.
  enum Source: Hashable, Sendable {
    case receipt(VendorReceipt)
    /// It is about no message.
    case tracked(Receipts.Tracking)
  }

  let source: Source
  /// When it happened, and when it arrived.
  let time: Date
  let received: Date

  /// What it is made of, where it is about a message or a visit.
  var receipt: VendorReceipt? { if case .receipt(let receipt) = source { receipt } else { nil } }

  fileprivate init(_ source: Source, _ time: String?, received: String, now: Date) {
    self.source = source
    self.received = WireDate.parse(received) ?? now
    self.time = time.flatMap(WireDate.parse) ?? self.received
  }
}

extension Account {
  /// Everything that a vendor recorded of someone since the last reset, in the order of arrival; what came again is
  /// another event to a vendor.
  ///
  /// - Parameter isTheirs: Whose an event about no message is.
  func recorded(
    by vendor: VendorName, of identity: Identity, where isTheirs: (Receipts.Tracking) -> Bool
  ) async throws -> [RecordedEvent] {
    let now = clock.date
    let filter = ReceiptFilter(identity: identity.storageKey, vendor: vendor)
    let receipts = try await receipts(filter).events.flatMap { receipt in
      let event = RecordedEvent(.receipt(receipt), receipt.time, received: receipt.received, now: now)
      return Array(repeating: event, count: receipt.count)
    }
    let tracked = try await self.receipts(ReceiptFilter()).tracking.filter(isTheirs).flatMap { tracked in
      let event = RecordedEvent(.tracked(tracked), tracked.time, received: tracked.received, now: now)
      return Array(repeating: event, count: tracked.count)
    }
    return receipts + tracked
  }
}

extension FaultBoard {
  /// Recorded events by their time, as the fault of ``FaultEndpoint/recorded`` has them.
  ///
  /// - Parameter events: In the order of arrival; of the same moment, the last to arrive is the newest.
  func listed(_ events: [RecordedEvent], newestFirst: Bool, now: Date) -> [RecordedEvent] {
    // Counted from the first, so that what comes later changes no key.
    let arrived = events.enumerated().map { place, event in
      RecordedFlaw.Entry(
        value: event, key: "\(place) \(WireDate.format(event.time))", received: event.received)
    }
    let sorted =
      newestFirst
      ? arrived.reversed().sorted { $0.value.time > $1.value.time }
      : arrived.sorted { $0.value.time < $1.value.time }
    return flawed(sorted, now: now) { [$0, $0] }
  }
}
