import struct Foundation.Date
import InboxModel

extension JSONValue {
  /// A text as it can be shown; nil for an empty one, and for anything else.
  var shownText: String? { text?.shown }

  /// Whether it says yes: `true` or 1, also as a text in any case.
  var saysYes: Bool {
    switch self {
    case .bool(let flag): flag
    case .string(let text): ["true", "1"].contains(text.lowercased())
    default: number == 1
    }
  }

  /// The text of a member; nil for a missing one and for null.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` for anything else.
  func optionalText(_ name: String) throws(InboxError) -> String? {
    switch self[name] {
    case nil, .null?: nil
    case .string(let text)?: text
    case let other?: throw .invalidPayload("\(name) is \(other.kindName), not a text")
    }
  }

  /// An id that is a text or a whole number, as a text; nil for anything else.
  var plainID: String? { text ?? integer.map(String.init) }

  /// A moment as ISO 8601, or since 1970 in units of which a second has so many, also as a text.
  func date(perSecond units: Double) -> Date? {
    // A blank may stand before the offset.
    let text = text?.replacing(" +", with: "+").replacing(" -", with: "-")
    if let date = text.flatMap(WireDate.parse) { return date }
    return (number ?? self.text.flatMap(Double.init)).flatMap { WireDate.date(seconds: $0 / units) }
  }

  /// The elements of a member that must be there.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` where it is missing or no list.
  func requiredList(_ name: String) throws(InboxError) -> [JSONValue] {
    guard let elements = self[name]?.elements else { throw .invalidPayload("it has no list named \(name)") }
    return elements
  }

  /// The id of a record.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` saying what keeps it from being one.
  func id(_ name: String) throws(InboxError) -> MessageID {
    guard case .object = self else { throw .invalidPayload("the record is \(kindName), not an object") }
    guard let id = self[name] else { throw .invalidPayload("\(name) is missing") }
    guard let text = id.text else { throw .invalidPayload("\(name) is \(id.kindName), not a text") }
    guard !text.isEmpty else { throw .invalidPayload("\(name) is empty") }
    guard !text.contains("\0") else { throw .invalidPayload("\(name) holds a NUL character") }
    return MessageID(text)
  }
}
