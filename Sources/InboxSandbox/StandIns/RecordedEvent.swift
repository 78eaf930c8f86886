import struct Foundation.Date
import InboxCore
import InboxModel

/// An event as a vendor lists it for a server that reads back what was recorded (VE-14).
struct RecordedEvent: Sendable {
  /// What it is made of.
  enum Source: Sendable {
    case receipt(VendorReceipt)
    /// It is about no message.
    case tracked(Receipts.Tracking)
  }

  /// In the vendor's form, without a time.
  let members: [String: JSONValue]
  /// When it happened, and when it arrived.
  let time: Date
  let received: Date

  /// An event is listed at most this often, however often it came.
  private static let mostRepeats = 1_000

  /// An event as often as it came.
  fileprivate static func list(
    _ members: [String: JSONValue]?, _ time: String?, received: String, count: Int, now: Date
  ) -> Repeated<Self>? {
    guard let members else { return nil }
    let received = WireDate.parse(received) ?? now
    let event = Self(members: members, time: time.flatMap(WireDate.parse) ?? received, received: received)
    return repeatElement(event, count: min(count, mostRepeats))
  }
}

extension Account {
  /// Everything that a vendor recorded of a person since the last reset, in the order of arrival; a repeat is another
  /// event to a vendor.
  ///
  /// - Parameters:
  ///   - identity: Whose receipts are read; nil reads everybody's. Of events about no message all of the vendor's are read.
  ///   - list: The vendor's form of what is read; nil for what it does not list.
  func recorded(
    by vendor: VendorName, of identity: Identity?,
    as list: @escaping @Sendable (RecordedEvent.Source) -> [String: JSONValue]?
  ) async throws -> [RecordedEvent] {
    try await readLong { [self] in
      let now = clock.date
      let filter = ReceiptFilter(identity: identity?.storageKey, vendor: vendor)
      let receipts = try await receipts(filter, of: [.events]).events.compactMap {
        RecordedEvent.list(
          list(.receipt($0)), $0.time, received: $0.received, count: $0.count, now: now)
      }
      let tracking = try await self.receipts(ReceiptFilter(vendor: vendor), of: [.tracking]).tracking
        .compactMap {
          RecordedEvent.list(
            list(.tracked($0)), $0.time, received: $0.received, count: $0.count, now: now)
        }
      return (receipts + tracking).flatMap { $0 }
    }
  }
}

extension FaultBoard {
  /// Recorded events by their time, as the fault of ``FaultEndpoint/recorded`` has them.
  ///
  /// - Parameters:
  ///   - events: In the order of arrival; of the same moment, the last to arrive is the newest.
  ///   - time: The members that say when an event happened.
  func listed(
    _ events: [RecordedEvent], newestFirst: Bool, now: Date, time: (Date) -> [String: JSONValue]
  ) -> [JSONValue] {
    // Numbered from the first, so that later events change no key.
    let arrived = events.enumerated().map { place, event in
      RecordedFlaw.Entry(
        value: event, key: "\(place) \(WireDate.format(event.time))", received: event.received)
    }
    let sorted =
      newestFirst
      ? arrived.reversed().sorted { $0.value.time > $1.value.time }
      : arrived.sorted { $0.value.time < $1.value.time }
    return flawed(sorted, now: now).map { .object($0.members.merging(time($0.time)) { $1 }) }
  }
}
