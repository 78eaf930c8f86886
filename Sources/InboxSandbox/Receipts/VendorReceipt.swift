package import struct Foundation.Date
package import InboxModel

/// Something that a vendor other than Responsys was sent about a message or an inbox, in the words that all of them share
/// (VE-13).
package struct VendorReceipt: Hashable, Sendable, Codable {
  package var vendor: VendorName
  package var type: Kind
  /// Nil for what is about no single message, such as a session.
  package var messageID: String?
  /// Whose, as `user:maria` or `device:…`.
  package var identity: String
  /// When it happened, as the app says; nil where the vendor's wire does not say it.
  package var time: String?
  /// When it first arrived; empty until it is stored.
  package var received = ""
  /// How often an equal one was received.
  package var count = 1
  /// What the vendor's wire says besides, such as `url`, `cta` or `displayCount`.
  package var detail: [String: JSONValue]
  package var request: RawRequest

  package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case display, open, click, close, delivery, read, delete, session
  }

  /// The request as it came, without headers: credentials that a vendor has elsewhere are masked.
  ///
  /// Where a long request makes many receipts, the body of each is its own part.
  package struct RawRequest: Hashable, Sendable, Codable {
    package var method: String
    /// With its query.
    package var path: String
    package var body: String
  }

  package init(
    _ vendor: VendorName, _ type: Kind, message: MessageID? = nil, by identity: Identity,
    at time: Date? = nil,
    detail: [String: JSONValue] = [:], request: RawRequest
  ) {
    self.vendor = vendor
    self.type = type
    messageID = message?.rawValue
    self.identity = identity.storageKey
    self.time = time.map(WireDate.format)
    self.detail = detail
    self.request = request
  }

  private enum CodingKeys: String, CodingKey {
    case vendor, type, identity, count, detail, request
    case messageID = "message_id"
    case time = "ts"
    case received = "received_ts"
  }

  /// Whether it is the same event, however often and in which request it was received.
  package func isSame(as other: VendorReceipt) -> Bool {
    (vendor, type, messageID, identity, time) == (
      other.vendor, other.type, other.messageID, other.identity, other.time
    ) && detail == other.detail
  }
}
