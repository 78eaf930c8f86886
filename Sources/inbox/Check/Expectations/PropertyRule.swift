import InboxModel
import InboxTOML

/// The members that an event must have, with their values.
nonisolated struct PropertyRule: Sendable {
  private let wanted: [String: TOMLScalar]

  /// Any members are right where the key is missing.
  init(_ fields: TOMLFields, _ key: String) throws {
    wanted = try fields.inner(key)?.scalars() ?? [:]
    if wanted.isEmpty, fields.keys.contains(key) {
      throw fields.error(key, "it is empty. Write { NAME = \"VALUE\" }, or leave it out.")
    }
  }

  var isAny: Bool { wanted.isEmpty }

  /// The expected members, in words.
  var text: String? { isAny ? nil : "with \(Self.words(wanted.mapValues(\.text)))" }

  func allows(_ members: [String: JSONValue]) -> Bool {
    wanted.allSatisfy { name, value in members[name].map { Self.isSame(value, $0) } ?? false }
  }

  private static func isSame(_ wanted: TOMLScalar, _ found: JSONValue) -> Bool {
    switch wanted {
    case .text(let text): found.text == text
    case .flag(let flag): found.flag == flag
    case .whole(let number): found.number == Double(number)
    case .number(let number): found.number == number
    }
  }

  /// Members in words, for the nearest misses.
  static func words(_ members: [String: JSONValue]) -> String {
    words(members.mapValues { $0.text ?? $0.serialized })
  }

  private static func words(_ texts: [String: String]) -> String {
    texts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }
}
