public import struct Foundation.Data

/// The messages of an answer that was captured from an app (MC-14), for lint: unlike ``MessageListAnswer`` it may be of
/// any center, or of several.
public struct LintAnswer: Hashable, Sendable {
  /// The messages that could be read, in the order of the answer.
  public var subjects: [LintSubject]
  /// The records that could not (MC-9).
  public var malformed: [MalformedMessage]
  /// Where it was captured, such as a file's name.
  public var source: String?

  /// Reads `{"messages":[…]}`, a bare list of records, or one record.
  ///
  /// - Throws: ``InboxError/emptyResponse`` or ``InboxError/invalidPayload(_:)`` when there is no record at all that
  ///   could be good or bad.
  public init(_ body: Data, source: String? = nil) throws(InboxError) {
    (subjects, malformed, self.source) = ([], [], source)
    for (index, record) in try Self.records(of: JSONValue.parse(body)).enumerated() {
      do throws(InboxError) {
        subjects.append(LintSubject(try MessageWire.decode(record), source: source))
      } catch {
        let reason = if case .invalidPayload(let text) = error { text } else { error.description }
        malformed.append(MalformedMessage(index: index, id: record["id"]?.text, reason: reason))
      }
    }
  }

  private static func records(of value: JSONValue) throws(InboxError) -> [JSONValue] {
    if let records = value.elements { return records }
    guard case .object = value else {
      throw .invalidPayload("it is \(value.kindName), not a list of messages")
    }
    if let list = value["messages"] {
      guard let records = list.elements else {
        throw .invalidPayload("messages is \(list.kindName), not a list")
      }
      return records
    }
    guard value["id"] != nil || value["sent_ts"] != nil else {
      throw .invalidPayload("it has no list named messages and is no message either")
    }
    return [value]
  }
}
