public import struct Foundation.Data
public import struct Foundation.Decimal
public import class Foundation.JSONEncoder

/// Any JSON, so that a record with surprises can be looked at field by field and kept whole.
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without fraction that fits.
  case integer(Int64)
  /// Any other number that a Double holds; of one with a fraction, the nearest.
  case number(Double)
  /// A number that neither holds, as it was written: a whole one of more digits, or one beyond any Double. Any other
  /// one where it is to be written as it was read.
  case huge(String)
  /// A string, without quotes and escapes.
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

  /// The value of any number, the nearest that a Double holds; else nil.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .huge(let text): Self.nearest(text)
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
    case .integer, .number, .huge: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// Reads JSON of at most a few megabytes.
  ///
  /// - Parameters:
  ///   - refusesHugeNumbers: Whether a number beyond what a Double holds makes it no JSON, as for Apple's parser;
  ///     elsewhere such a number in an unknown member is not a reason to lose the rest.
  ///   - refusesSurplusCommas: Whether a comma behind the last item of a list or object makes it no JSON (RFC 8259).
  ///   - keepsNumbers: Whether every number is a ``huge(_:)`` one, so that ``serialized`` has it as it was written.
  /// - Throws: ``InboxError/emptyResponse`` for no bytes, ``InboxError/invalidPayload(_:)`` for what is not JSON.
  public static func parse(
    _ data: Data, refusesHugeNumbers: Bool = false, refusesSurplusCommas: Bool = false,
    keepsNumbers: Bool = false
  ) throws(InboxError) -> JSONValue {
    guard !data.isEmpty else { throw .emptyResponse }
    var reader = JSONReader(
      [UInt8](data), refusesHugeNumbers: refusesHugeNumbers, keepsNumbers: keepsNumbers)
    let value: JSONValue
    do { value = try reader.document() } catch { throw .invalidPayload("it is not complete JSON") }
    if refusesSurplusCommas, reader.surplusComma != nil {
      throw .invalidPayload("nothing comes after a comma in it")
    }
    return value
  }

  /// The value as one line of JSON with sorted keys, in which nothing can move a cursor or turn text around:
  /// DEL, C1 controls and format characters are written as escapes.
  public var serialized: String { text([]) }

  /// The same for people: one member a line.
  public var indented: String { text(.prettyPrinted) }

  private func text(_ formatting: JSONEncoder.OutputFormatting) -> String {
    let text = encoded(formatting)
    guard hasHuge else { return Self.harmless(text) }
    // The encoder cannot write digits as they are: they go in as texts between marks that no other text holds.
    var mark = "\u{10FFFD}"
    while text.contains(mark) { mark += "\u{10FFFD}" }
    return Self.harmless(
      marked(mark).encoded(formatting).replacing("\"\(mark)", with: "").replacing("\(mark)\"", with: ""))
  }

  private func encoded(_ formatting: JSONEncoder.OutputFormatting) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    guard let data = try? encoder.encode(self) else { return "null" }
    return String(decoding: data, as: UTF8.self)
  }

  private var hasHuge: Bool {
    switch self {
    case .huge: true
    case .array(let values): values.contains(where: \.hasHuge)
    case .object(let members): members.values.contains(where: \.hasHuge)
    default: false
    }
  }

  private func marked(_ mark: String) -> JSONValue {
    switch self {
    case .huge(let text): .string(mark + text + mark)
    case .array(let values): .array(values.map { $0.marked(mark) })
    case .object(let members): .object(members.mapValues { $0.marked(mark) })
    default: self
    }
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

extension JSONValue {
  /// A whole number beyond an Int64: ``number(_:)`` where a Double holds it exactly, else ``huge(_:)``.
  init(whole text: String) {
    if let value = UInt64(text).flatMap({ Double(exactly: $0) }) {
      self = .number(value)
    } else {
      self = .huge(text)
    }
  }

  private static func nearest(_ text: String) -> Double {
    let most = Double.greatestFiniteMagnitude
    return min(max(Double(text) ?? (text.hasPrefix("-") ? -most : most), -most), most)
  }
}

extension JSONValue: Codable {
  /// Decodes any value; a ``huge(_:)`` one keeps at most the 38 digits of a Decimal.
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
      let value = try container.decode(Double.self)
      self = .number(value)
      // A decimal number has 38 digits.
      if value.magnitude >= 0x1p63, value.magnitude < 1e38, let whole = try? container.decode(Decimal.self),
        whole != Decimal(value)
      {
        self = JSONValue(whole: whole.description)
      }
    }
  }

  /// Encodes the value; of a ``huge(_:)`` one that no Decimal holds, the nearest Double.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .huge(let text):
      // An encoder cannot write digits as they are; a Decimal has 38 of them.
      if let value = Decimal(string: text), value.description == text {
        try container.encode(value)
      } else {
        try container.encode(Self.nearest(text))
      }
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
