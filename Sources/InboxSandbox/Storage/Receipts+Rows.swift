import InboxModel

/// Reads the receipts' lists from the rows of their tables.
extension Receipts {
  /// Adds rows behind what a list has.
  mutating func add(_ rows: [SQLRow], of kind: ReceiptKind) throws {
    switch kind {
    case .engagements:
      let more = try rows.map(Engagement.init(row:))
      engagements += more
      duplicates += more.reduce(0) { $0 + $1.count - 1 }
    case .events: events += try rows.compactMap(VendorReceipt.init(row:))
    case .clicks: clicks += try rows.map(Click.init(row:))
    case .badge: badge += try rows.map(Badge.init(row:))
    case .tracking: tracking += try rows.map(Tracking.init(row:))
    case .rich:
      rich = try (rich + rows.map(Rich.init(row:))).sorted {
        ($0.messageID, $0.identity) < ($1.messageID, $1.identity)
      }
    case .fetches:
      // Responsys first.
      fetches = try (fetches + rows.compactMap(Fetch.init(row:))).sorted {
        ($1.vendor.rawValue, $0.center, $0.identity) < ($0.vendor.rawValue, $1.center, $1.identity)
      }
    case .pictures:
      pictures = try (pictures + rows.map(Picture.init(row:))).sorted {
        ($0.host, $0.path) < ($1.host, $1.path)
      }
    }
  }
}

extension Receipts.Engagement {
  fileprivate init(row: SQLRow) throws {
    let session = try (row["session_id"] as String?).map {
      try Receipts.Session(id: $0, number: row["session_number"])
    }
    try self.init(
      id: row["id"], type: row["type"], messageID: row["message_id"], center: row["center"],
      identity: row["identity"], session: session, time: Account.text(row["ts"]),
      received: Account.text(row["received"]), count: row["count"])
  }
}

extension Receipts.Badge {
  fileprivate init(row: SQLRow) throws {
    try self.init(
      identity: row["identity"], count: row["count"], asked: row["asked"], time: Account.text(row["ts"]))
  }
}

extension Receipts.Rich {
  fileprivate init(row: SQLRow) throws {
    try self.init(
      messageID: row["message_id"], identity: row["identity"], asked: row["asked"], served: row["served"])
  }
}

extension Receipts.Click {
  fileprivate init(row: SQLRow) throws {
    try self.init(
      campaign: row["campaign"], link: row["link"], host: row["host"], path: row["path"],
      kind: ClickKind(rawValue: row["kind"]) ?? .browser, userAgent: row["user_agent"],
      time: Account.text(row["ts"]))
  }
}

extension Receipts.Tracking {
  fileprivate init(row: SQLRow) throws {
    let url: String = try row["url"]
    try self.init(
      vendor: (row["vendor"] as String?).flatMap(VendorName.init), type: row["type"],
      customerIDs: Account.object(row["customer_ids"]), url: url.isEmpty ? nil : url,
      properties: Account.object(row["properties"]), time: Account.text(row["ts"]),
      received: Account.text(row["received"]), count: row["count"])
  }
}

extension Receipts.Fetch {
  /// Nil for a vendor that this version does not know.
  fileprivate init?(row: SQLRow) throws {
    guard let vendor = VendorName(rawValue: try row["vendor"]) else { return nil }
    try self.init(vendor: vendor, center: row["center"], identity: row["identity"], count: row["count"])
  }
}

extension Receipts.Picture {
  fileprivate init(row: SQLRow) throws {
    try self.init(host: row["host"], path: row["path"], count: row["count"])
  }
}

extension VendorReceipt.RawRequest {
  init(row: SQLRow) throws { try self.init(method: row["method"], path: row["path"], body: row["body"]) }
}

extension VendorReceipt {
  /// Nil for a vendor, kind or person that this version does not know.
  fileprivate init?(row: SQLRow) throws {
    guard let vendor = VendorName(rawValue: try row["vendor"]),
      let type = VendorReceipt.Kind(rawValue: try row["type"]),
      let identity = Identity(storageKey: try row["identity"])
    else { return nil }
    self.init(
      vendor, type, message: (try row["message_id"] as String?).map { MessageID($0) }, by: identity,
      at: (try row["ts"] as Int64?)?.date, detail: try Account.object(row["detail"]),
      request: try RawRequest(row: row))
    received = Account.text(try row["received"])
    count = try row["count"]
  }
}
