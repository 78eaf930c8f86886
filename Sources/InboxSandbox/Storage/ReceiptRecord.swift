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
  /// The columns that a list shows: neither sessions nor requests.
  static let listed = "id, seq, generation, type, message_id, identity, ts, received, count"

  /// Reads what a list shows.
  init(listed row: SQLRow, of vendor: String) throws {
    let time: Int64? = try row["ts"]
    try self.init(
      id: row["id"], number: row["seq"], generation: row["generation"], vendor: vendor, type: row["type"],
      message: row["message_id"], identity: row["identity"], time: time.map(Account.text),
      received: Account.text(row["received"]), count: row["count"])
  }

  /// Reads an engagement of Responsys.
  init(engagement row: SQLRow) throws {
    try self.init(listed: row, of: VendorName.responsys.rawValue)
    let number: Int? = try row["session_number"]
    session = try (row["session_id"] as String?).map { "\(number.map(String.init) ?? "?") (\($0))" }
  }

  /// Reads an event of another vendor.
  init(event row: SQLRow) throws {
    try self.init(listed: row, of: row["vendor"])
    detail = try row["detail"]
    request = try VendorReceipt.RawRequest(row: row)
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
