public import struct Foundation.Data
public import struct Foundation.Date
public import struct Foundation.UUID
public import InboxCore

/// What a sandbox says that it got, as far as the report on deliveries needs it (SB-5).
public struct DeliveryReceipts: Hashable, Sendable {
  /// How often each display and open came.
  public var counts: [UUID: Int]
  /// How many clicks of each message came, by its id, whoever made them; nil where that is not told.
  public var clicks: [String: Int]?
  /// Which generation of receipts this is; nil where it is not told.
  public var generation: Int?
  /// When they were last reset; nil for never.
  public var since: Date?

  /// Makes receipts.
  public init(
    counts: [UUID: Int], clicks: [String: Int]? = nil, generation: Int? = nil, since: Date? = nil
  ) {
    self.counts = counts
    self.clicks = clicks
    self.generation = generation
    self.since = since
  }

  /// Reads the answer to `GET /sandbox/receipts`.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` when it is not one.
  public init(_ body: Data) throws(InboxError) {
    let value = try JSONValue.parse(body)
    guard let engagements = value["engagements"]?.elements, let generation = value["generation"]?.integer
    else {
      throw .invalidPayload("the receipts lack engagements or generation")
    }
    var counts: [UUID: Int] = [:]
    for event in engagements {
      guard let id = event["id"]?.text.flatMap(UUID.init(uuidString:)), let count = event["count"]?.integer
      else { throw .invalidPayload("a receipt lacks id or count") }
      counts[id] = count
    }
    let campaigns = value["clicks"]?.elements?.compactMap { $0["campaign"]?.text }
    let clicks = campaigns.map { Dictionary($0.map { ($0, 1) }, uniquingKeysWith: +) }
    let began = value["began"]?.text.flatMap(WireDate.parse)
    // The first generation holds whatever comes, however old it is.
    self.init(counts: counts, clicks: clicks, generation: generation, since: generation > 1 ? began : nil)
  }

  /// Whether an event must be in these receipts, or would be if it came.
  ///
  /// Which generation holds what the server acknowledged is known from its answer, whatever clocks said. Of the rest
  /// the server judges by the time when it happened, and so does this.
  func covers(_ event: Delivery) -> Bool {
    guard counts[event.id] == nil else { return true }
    guard event.state == .sent else { return isSince(event.time) }
    return event.generation.map { $0 == generation } ?? (since == nil)
  }

  func isSince(_ time: Date) -> Bool { since.map { time >= $0 } ?? true }
}
