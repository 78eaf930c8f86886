import struct Foundation.Data
import InboxCore
import InboxModel

/// What a message is stamped with when it is fetched: whose it is, and the token to change it with (wires.md 1.2).
struct AppInboxStamp: Hashable, Sendable {
  /// `customer_ids` of the fetch.
  var ids: [String: String]
  /// The last `sync_token` that was received.
  var syncToken: String?

  /// As the core keeps it.
  var stamp: MessageStamp {
    MessageStamp(JSONValue.members(["customer_ids": ids, "sync_token": syncToken]).serialized)
  }
}

extension AppInboxStamp {
  /// Reads a reference; nil where it names no one.
  init?(_ stamp: MessageStamp) {
    guard let value = try? JSONValue.parse(Data(stamp.text.utf8)) else { return nil }
    self.init(ids: CustomerIDs.ids(in: value), syncToken: value["sync_token"]?.text)
    if ids.isEmpty { return nil }
  }
}
