public import struct Foundation.Data
public import InboxCore
import InboxVendors

/// The messages of an answer that was captured from an app (MC-14), for lint: unlike ``MessageListAnswer`` it may be of
/// any center, or of several.
public struct LintAnswer: Hashable, Sendable {
  /// The messages that could be read, in the order of the answer.
  public var subjects: [LintSubject]
  /// The records that could not (MC-9).
  public var malformed: [MalformedMessage]
  /// Where it was captured, such as a file's name.
  public var source: String?

  /// Reads what ``CapturedRecords/read(_:)`` takes.
  ///
  /// - Throws: as that does, when there is no record at all that could be good or bad.
  public init(_ body: Data, source: String? = nil) throws(InboxError) {
    self.source = source
    (subjects, malformed) = MalformedMessage.sort(try CapturedRecords.read(body)) {
      record throws(InboxError) in
      LintSubject(try MessageWire.decode(record.record()), source: source)
    }
  }
}
