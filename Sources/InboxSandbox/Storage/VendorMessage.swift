import struct Foundation.Date
import InboxModel

/// A launched message as a vendor with one list serves it to one identity.
struct VendorMessage: Hashable, Sendable {
  /// Unique over all centers.
  var id: MessageID
  /// A number that no other message has or has had.
  var number: Int64
  /// Grows with every launch and every mark, over all messages.
  var sequence: Int64
  /// The id of its campaign, which may have launched it several times.
  var campaign: String
  var center: CenterName
  var sent: Date
  /// Nil where it never expires; an expired one is here as well.
  var expiry: Date?
  var subject: String
  var body: String
  var deepLink: String?
  /// The HTML of rich content, however Responsys serves it.
  var richHTML: String?
  var iconURL: String?
  var custom: [String: String]
  var extras: VendorExtras
  /// Marked as read by this identity at this vendor.
  var isRead: Bool
  /// Marked as deleted by this identity at this vendor; it is listed all the same.
  var isDeleted: Bool

  func hasExpired(at now: Date) -> Bool { expiry.map { $0 <= now } ?? false }
}

/// A mark that an identity sets for good.
enum VendorMark: String, Hashable, Sendable {
  case read, deleted
}
