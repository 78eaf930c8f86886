import InboxCore
import InboxModel
import InboxTOML

/// The fields of one line of ‘inbox drive’, read with sentences that say what is wrong; null is a missing field.
nonisolated struct DriveFields {
  let members: [String: JSONValue]
  /// The fields that were asked for: those of the verb.
  private var known = ["id", "do"]

  init(members: [String: JSONValue]) { self.members = members }

  /// Refuses fields that the verb does not have: what is misspelt would do something else.
  func requireKnown(_ verb: String) throws(DriveProblem) {
    guard let unknown = members.keys.filter({ !known.contains($0) }).min() else { return }
    let near = NearestName.of(unknown, among: known).map { " Did you mean “\($0)”?" } ?? ""
    throw .usage("“\(verb)” has no field “\(Output.oneLine(unknown))”.\(near)")
  }

  mutating func text(_ name: String, _ meaning: String) throws(DriveProblem) -> String {
    guard let text = try optionalText(name) else { throw .usage("“\(name)” is missing: \(meaning).") }
    return text
  }

  mutating func optionalText(_ name: String) throws(DriveProblem) -> String? {
    try value(name, "a text", \.text)
  }

  mutating func texts(_ name: String) throws(DriveProblem) -> [String] {
    let texts = try value(name, "a list of texts") { value -> [String]? in
      guard let elements = value.elements else { return nil }
      let texts = elements.compactMap(\.text)
      return texts.count == elements.count ? texts : nil
    }
    guard let texts else { throw .usage("“\(name)” is missing: a list of message ids.") }
    return texts
  }

  /// The name of a list, where there is one: an empty one would be Primary.
  mutating func list() throws(DriveProblem) -> String? {
    try value("list", "the name of a list") { $0.text.flatMap { $0.isEmpty ? nil : $0 } }
  }

  mutating func target() throws(DriveProblem) -> DriveRequest.Target {
    let list = try list()
    return .init(id: try text("message", "the id of a message"), list: list)
  }

  mutating func targets() throws(DriveProblem) -> [DriveRequest.Target] {
    let list = try list()
    return try texts("messages").map { DriveRequest.Target(id: $0, list: list) }
  }

  mutating func person() throws(DriveProblem) -> PersonName {
    let user = try optionalText("user")
    let ids = try value("ids", "an object of texts") { value -> [String: String]? in
      guard case .object(let members) = value else { return nil }
      let texts = members.compactMapValues(\.text)
      return texts.count == members.count ? texts : nil
    }
    switch (user, ids) {
    case (nil, nil): return .nobody
    case (let user?, nil): return .user(user)
    case (nil, let ids?):
      guard !ids.isEmpty else {
        throw .usage("“ids” names no one. Name someone, or leave it out to sign out.")
      }
      return .ids(ids)
    default: throw .usage("Give “user” or “ids”, not both.")
    }
  }

  /// A short value itself, as its kind may be right; of a long one the kind.
  private static func words(of value: JSONValue) -> String {
    let text = value.text.map { "“\(Output.oneLine($0))”" } ?? value.serialized
    return text.count <= 40 ? text : value.kindName
  }

  /// A field that can be read; nil where it is missing.
  ///
  /// - Parameter wanted: What it has to be, as the sentence about another value says it.
  mutating func value<Value>(
    _ name: String, _ wanted: String, _ read: (JSONValue) -> Value?
  ) throws(DriveProblem) -> Value? {
    known.append(name)
    guard let value = members[name], value != .null else { return nil }
    guard let result = read(value) else {
      throw .usage("“\(name)” is \(Self.words(of: value)), but \(wanted) is expected.")
    }
    return result
  }
}
