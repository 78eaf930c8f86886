import struct Foundation.Data
import GRDB
import InboxCore
import InboxVendors

/// What a vendor's own push would say while an app is in the foreground.
struct VendorChange: Hashable, Sendable {
  /// The message that was launched or withdrawn.
  var id: MessageID
  var center: CenterName
  var extras: VendorExtras
  var isWithdrawn = false
}

extension Account {
  /// Opens a line for an identity at a vendor with pushes of its own: how the clock goes, then whatever goes to the
  /// identity or is taken back from now on, in the vendor's words.
  ///
  /// - Returns: its lines and the number for ``unsubscribe(_:)``.
  func subscribe(
    _ identity: Identity, at vendor: VendorName, saying words: @escaping @Sendable (VendorChange) -> Data
  ) -> (lines: AsyncStream<Data>, number: Int) {
    let (lines, continuation) = AsyncStream<Data>.makeStream()
    subscriptions += 1
    subscribers[subscriptions] = Subscriber(
      identity: identity, continuation: continuation, vendor: vendor, words: words)
    sendState(to: subscriptions)
    return (lines, subscriptions)
  }

  /// Says a launch or a withdrawal on the lines of those whom it is for.
  func publish(_ change: VendorChange, to vendors: [VendorName], _ audience: [Audience]) {
    for (number, subscriber) in subscribers where vendors.contains(subscriber.vendor) {
      guard let words = subscriber.words, audience.contains(where: { $0.includes(subscriber.identity) })
      else { continue }
      send(words(change), to: number)
    }
  }

  static func withdrawal(_ row: Row) throws -> (VendorChange, [VendorName], [Audience]) {
    let change = VendorChange(
      id: MessageID(row["vendor_id"] as String), center: CenterName(row["center"] as String),
      extras: try extras(row), isWithdrawn: true)
    return (change, try vendors(row), try audience(row["audience"]))
  }
}
