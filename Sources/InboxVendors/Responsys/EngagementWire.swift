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
      let session = event.session.map { JSONValue.members(["id": $0.id, "number": $0.number]) }
      return .members([
        "id": event.id, "type": event.kind.rawValue, "identity": event.identity.storageKey,
        "session": session, "message_id": event.message.id.rawValue,
        "message_center_name": event.message.center.rawValue, "ts": WireDate.format(event.time),
      ])
    }
    let body = JSONValue.members(["sent_ts": WireDate.format(sent), "events": records])
    return Data(body.serialized.utf8)
  }

  /// Reads the request body.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` naming the first event and field that is wrong.
  public static func decodeRequest(_ body: Data) throws(InboxError) -> [EngagementEvent] {
    let records = try JSONValue.parse(body).requiredList("events")
    var events: [EngagementEvent] = []
    for (index, record) in records.enumerated() {
      let lacking = ["id", "type", "identity", "message_id", "ts"].filter { record[$0]?.text == nil }
      guard lacking.isEmpty else {
        throw .invalidPayload("event \(index) has no text at \(lacking.joined(separator: ", "))")
      }
      func read<Value>(
        _ name: String, _ wanted: String, _ read: (String) -> Value?
      ) throws(InboxError) -> Value {
        let text = record[name]?.text ?? ""
        guard let value = read(text) else {
          throw .invalidPayload("the \(name) of event \(index) is “\(text.prefix(80))”, not \(wanted)")
        }
        return value
      }
      let id = try read("id", "a UUID", UUID.init(uuidString:))
      let kind = try read("type", "display or open", EngagementEvent.Kind.init(rawValue:))
      let identity = try read("identity", "user:NAME or device:ID", Identity.init(storageKey:))
      let message = try read("message_id", "an id") { $0.isEmpty ? nil : $0 }
      let time = try read("ts", "a time such as 2026-11-21T05:06:07Z", WireDate.parse)
      guard [.display, .open].contains(kind) else {
        throw .invalidPayload("event \(index) has the type “\(kind.rawValue)”: display and open are taken")
      }
      var session: EngagementEvent.SessionStamp?
      if let stamp = record["session"], stamp != .null {
        guard let id = stamp["id"]?.text.flatMap(UUID.init(uuidString:)),
          let number = stamp["number"]?.integer, number >= 0
        else { throw .invalidPayload("event \(index) has a session without an id or a number from 0 on") }
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
    let body = JSONValue.members([
      "accepted": accepted, "duplicates": duplicates, "late": late.isEmpty ? nil : late,
      "generation": generation,
    ])
    return Data(body.serialized.utf8)
  }

  /// Reads the response.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` when neither list is there.
  public static func decodeResponse(_ body: Data) throws(InboxError) -> EngagementReceipt {
    let value = try JSONValue.parse(body)
    let lists = ["accepted", "duplicates"].compactMap { value[$0]?.elements }
    guard !lists.isEmpty else {
      throw .invalidPayload("the receipt lists neither accepted nor duplicates")
    }
    func ids(_ values: [JSONValue]) -> Set<UUID> {
      Set(values.compactMap { $0.text.flatMap(UUID.init(uuidString:)) })
    }
    return EngagementReceipt(
      accepted: ids(lists.flatMap(\.self)), late: ids(value["late"]?.elements ?? []),
      generation: value["generation"]?.integer.flatMap { $0 > 0 ? $0 : nil })
  }
}
