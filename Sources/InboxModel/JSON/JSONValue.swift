public import struct Foundation.Data
public import class Foundation.JSONEncoder

/// Any JSON, so that a record with surprises can be looked at field by field and kept whole.
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without fraction that fits.
  case integer(Int64)
  /// Any other number; one that is beyond what a Double holds is the nearest that it does hold.
  case number(Double)
  /// Text.
  case string(String)
  /// A list.
  case array([JSONValue])
  case object([String: JSONValue])

  /// The member of an object; nil for a missing one and for anything that is not an object.
  public subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The text of a string, else nil.
  public var text: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The value of a whole number, else nil.
  public var integer: Int? {
    if case .integer(let value) = self { Int(value) } else { nil }
  }

  /// The value of any number, else nil.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The value of `true` or `false`, else nil.
  public var flag: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The elements of a list, else nil.
  public var elements: [JSONValue]? {
    if case .array(let values) = self { values } else { nil }
  }

  /// The members of an object, else nil.
  public var members: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// What kind of value this is, for sentences: “a number”.
  public var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// Reads JSON of at most a few megabytes.
  ///
  /// - Parameter refusesHugeNumbers: Whether a number beyond what a Double holds makes it no JSON, as for Apple's
  ///   parser; elsewhere such a number in an unknown member is not a reason to lose the rest.
  /// - Throws: ``InboxError/emptyResponse`` for no bytes, ``InboxError/invalidPayload(_:)`` for what is not JSON.
  public static func parse(
    _ data: Data, refusesHugeNumbers: Bool = false
  ) throws(InboxError) -> JSONValue {
    guard !data.isEmpty else { throw .emptyResponse }
    var reader = JSONReader([UInt8](data), refusesHugeNumbers: refusesHugeNumbers)
    do { return try reader.document() } catch { throw .invalidPayload("it is not complete JSON") }
  }

  /// The value as one line of JSON with sorted keys, in which nothing can move a cursor or turn text around:
  /// DEL, C1 controls and format characters are written as escapes.
  public var serialized: String { text([]) }

  /// The same for people: one member a line.
  public var indented: String { text(.prettyPrinted) }

  private func text(_ formatting: JSONEncoder.OutputFormatting) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    guard let data = try? encoder.encode(self) else { return "null" }
    return Self.harmless(String(decoding: data, as: UTF8.self))
  }

  /// A text of JSON, whole or not, in which nothing can steer a terminal: what could is written as an escape.
  package static func harmless(_ text: String) -> String {
    let isSafe: (Unicode.Scalar) -> Bool = { scalar in
      if scalar.value < 0x7F { return scalar == "\n" || scalar.value >= 0x20 }
      guard scalar.value > 0x9F else { return false }
      switch scalar.properties.generalCategory {
      case .format, .lineSeparator, .paragraphSeparator: return false
      default: return true
      }
    }
    guard !text.unicodeScalars.allSatisfy(isSafe) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isSafe(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    return result
  }
}

extension JSONValue: Codable {
  /// Reads whatever comes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // Each guess that fails costs an error: the most frequent kinds first.
    if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode([String: JSONValue].self) {
      self = .object(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else {
      self = .number(try container.decode(Double.self))
    }
  }

  /// Writes the value back.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
