public import struct Foundation.Data
public import struct Foundation.Date
public import struct Foundation.UUID
public import InboxCore
public import InboxModel

/// The upload of engagements.
///
/// Oracle publishes no format for it: this one is ours (SB-6).
///
/// `{"sent_ts":"…","events":[{"id","type","identity","session","message_id","message_center_name","ts"}]}`, with the
/// response `{"accepted":["…"],"duplicates":["…"]}`; a sandbox adds the `generation` of its receipts, and `late` for
/// those that belong to the one before (SB-5).
public enum EngagementWire {
  /// Writes the request body.
  public static func encode(_ events: [EngagementEvent], sent: Date) -> Data {
    let records = events.map { event -> JSONValue in
      var fields: [String: JSONValue] = [
        "id": .string(event.id.uuidString), "type": .string(event.kind.rawValue),
        "identity": .string(event.identity.storageKey),
        "message_id": .string(event.message.id.rawValue),
        "message_center_name": .string(event.message.center.rawValue),
        "ts": .string(WireDate.format(event.time)),
      ]
      if let session = event.session {
        fields["session"] = .object([
          "id": .string(session.id.uuidString), "number": .integer(Int64(session.number)),
        ])
      }
      return .object(fields)
    }
    let body = JSONValue.object(["sent_ts": .string(WireDate.format(sent)), "events": .array(records)])
    return Data(body.serialized.utf8)
  }

  /// Reads the request body.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` naming the first event and field that is wrong.
  public static func decodeRequest(_ body: Data) throws(InboxError) -> [EngagementEvent] {
    guard let records = try JSONValue.parse(body)["events"]?.elements else {
      throw .invalidPayload("it has no list named events")
    }
    var events: [EngagementEvent] = []
    for (index, record) in records.enumerated() {
      guard let id = record["id"]?.text.flatMap(UUID.init(uuidString:)),
        let kind = record["type"]?.text.flatMap(EngagementEvent.Kind.init(rawValue:)),
        let identity = record["identity"]?.text.flatMap(Identity.init(storageKey:)),
        let message = record["message_id"]?.text, let time = record["ts"]?.text.flatMap(WireDate.parse)
      else { throw .invalidPayload("event \(index) lacks id, type, identity, message_id or ts") }
      var session: EngagementEvent.SessionStamp?
      if let stamp = record["session"] {
        guard let id = stamp["id"]?.text.flatMap(UUID.init(uuidString:)),
          let number = stamp["number"]?.integer
        else { throw .invalidPayload("event \(index) has a session without id or number") }
        session = EngagementEvent.SessionStamp(id: id, number: number)
      }
      let center = CenterName(record["message_center_name"]?.text ?? "")
      events.append(
        EngagementEvent(
          id: id, kind: kind, identity: identity, session: session,
          message: MessageKey(center: center, id: MessageID(message)), time: time))
    }
    return events
  }

  /// Writes the response.
  public static func encodeResponse(
    accepted: [String], duplicates: [String], late: [String] = [], generation: Int? = nil
  ) -> Data {
    var members: [String: JSONValue] = [
      "accepted": .array(accepted.map { .string($0) }), "duplicates": .array(duplicates.map { .string($0) }),
    ]
    if !late.isEmpty { members["late"] = .array(late.map { .string($0) }) }
    members["generation"] = generation.map { .integer(Int64($0)) }
    return Data(JSONValue.object(members).serialized.utf8)
  }

  /// Reads the response.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` when neither list is there.
  public static func decodeResponse(_ body: Data) throws(InboxError) -> EngagementReceipt {
    let value = try JSONValue.parse(body)
    guard let accepted = value["accepted"]?.elements, let duplicates = value["duplicates"]?.elements else {
      throw .invalidPayload("the receipt lists neither accepted nor duplicates")
    }
    func ids(_ values: [JSONValue]) -> Set<UUID> {
      Set(values.compactMap { $0.text.flatMap(UUID.init(uuidString:)) })
    }
    return EngagementReceipt(
      accepted: ids(accepted + duplicates), late: ids(value["late"]?.elements ?? []),
      generation: value["generation"]?.integer)
  }
}
