import struct Foundation.Date
import InboxModel

/// An event that is about no message.
struct TrackedEvent: Hashable, Sendable {
  var vendor: VendorName
  /// Its id as Iterable's sender gives it; nil where there is none.
  var id: String?
  var customerIDs: [String: String]
  /// When it happened, as its sender says; nil where it does not say.
  var time: Date?
  var type: String
  /// The link of a campaign click.
  var url: String?
  var properties: [String: JSONValue]
}
