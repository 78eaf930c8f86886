/// One receipt of an event, of whichever vendor, as the pages show it.
struct ReceiptRecord: Hashable, Sendable {
  /// The end of its address.
  var id: String
  /// Its place in the order of arrival, among those of its kind: engagements or events.
  var number: Int64
  var generation: Int
  var vendor: String
  var type: String
  var message: String?
  var identity: String
  /// When it happened, as the app says.
  var time: String?
  /// When it first arrived.
  var received: String
  var count: Int
  var session: String?
  /// The vendor's own members and the request; nil for Responsys, whose requests hold several events.
  var detail: String?
  var request: VendorReceipt.RawRequest?
}

extension ReceiptRecord {
  /// Reads an engagement of Responsys.
  init(engagement row: SQLRow) throws {
    let session: String? = try row["session_id"]
    let number: Int? = try row["session_number"]
    try self.init(
      id: row["id"], number: row["seq"], generation: row["generation"], vendor: VendorName.responsys.rawValue,
      type: row["type"], message: row["message_id"], identity: row["identity"], time: Account.text(row["ts"]),
      received: Account.text(row["received"]), count: row["count"],
      session: session.map { "\(number.map(String.init) ?? "?") (\($0))" })
  }

  /// Reads an event of another vendor.
  init(event row: SQLRow) throws {
    let time: Int64? = try row["ts"]
    try self.init(
      id: row["id"], number: row["seq"], generation: row["generation"], vendor: row["vendor"],
      type: row["type"],
      message: row["message_id"], identity: row["identity"], time: time.map(Account.text),
      received: Account.text(row["received"]), count: row["count"], detail: row["detail"],
      request: VendorReceipt.RawRequest(method: row["method"], path: row["path"], body: row["body"]))
  }
}

extension ReceiptRecord {
  /// The receipt as a page shows it.
  func masked(by mask: TokenMask) -> ReceiptRecord {
    var receipt = self
    receipt.message = message.map { mask.known(in: $0) }
    receipt.identity = mask.known(in: identity)
    receipt.detail = detail.map { mask.known(in: $0) }
    return receipt
  }
}
