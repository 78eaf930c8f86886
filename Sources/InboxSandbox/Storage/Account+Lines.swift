import GRDB
import InboxCore

/// What a vendor's own push would say while an app is in the foreground.
enum VendorChange: Hashable, Sendable {
  case launched(MessageID, placement: Int?)
  case withdrawn(MessageID, placement: Int?)
}

/// A client that waits for changes of one identity at one vendor.
struct VendorLine: Sendable {
  var vendor: VendorName
  var identity: Identity
  var continuation: AsyncStream<VendorChange>.Continuation

  /// Whom a change is for.
  struct Target: Sendable {
    var vendors: [VendorName]
    var audience: [Audience]
  }
}

extension Account {
  /// Every launch and withdrawal from now on of what goes to an identity by a vendor, until the consumer stops or the
  /// sandbox does.
  func changes(for vendor: VendorName, identity: Identity) -> AsyncStream<VendorChange> {
    let (changes, continuation) = AsyncStream<VendorChange>.makeStream()
    watches += 1
    let number = watches
    vendorLines[number] = VendorLine(vendor: vendor, identity: identity, continuation: continuation)
    continuation.onTermination = { _ in Task { await self.endLine(number) } }
    return changes
  }

  private func endLine(_ number: Int) { vendorLines[number] = nil }

  /// Says a launch or a withdrawal on the lines of those whom it is for.
  func publish(_ change: VendorChange, _ target: VendorLine.Target) {
    for line in vendorLines.values where target.vendors.contains(line.vendor) {
      guard target.audience.contains(where: { $0.includes(line.identity) }) else { continue }
      line.continuation.yield(change)
    }
  }

  static func withdrawal(_ row: Row) throws -> (VendorChange, VendorLine.Target) {
    let change = VendorChange.withdrawn(
      MessageID(row["vendor_id"] as String), placement: try extras(row).iterable.placement)
    return (change, VendorLine.Target(vendors: try vendors(row), audience: try audience(row["audience"])))
  }
}
