import InboxCore
import InboxModel

/// The fields of one line of ‘inbox drive’, read with sentences that say what is wrong; null is a missing field.
nonisolated struct DriveFields {
  let members: [String: JSONValue]

  func text(_ name: String, _ meaning: String) throws(DriveProblem) -> String {
    guard let text = try optionalText(name) else { throw .usage("“\(name)” is missing: \(meaning).") }
    return text
  }

  func optionalText(_ name: String) throws(DriveProblem) -> String? {
    try value(name, "a text") { $0.text }
  }

  func texts(_ name: String) throws(DriveProblem) -> [String] {
    let texts = try value(name, "a list of texts") { value -> [String]? in
      guard let elements = value.elements else { return nil }
      let texts = elements.compactMap(\.text)
      return texts.count == elements.count ? texts : nil
    }
    guard let texts else { throw .usage("“\(name)” is missing: a list of message ids.") }
    return texts
  }

  func flag(_ name: String) throws(DriveProblem) -> Bool? { try value(name, "true or false") { $0.flag } }

  func whole(_ name: String) throws(DriveProblem) -> Int? { try value(name, "a whole number") { $0.integer } }

  /// Seconds, 0 to an hour.
  func seconds(_ name: String) throws(DriveProblem) -> Double? {
    try value(name, "a number of seconds from 0 to 3600") { value in
      value.number.flatMap { (0...3_600).contains($0) ? $0 : nil }
    }
  }

  func closing(_ name: String) throws(DriveProblem) -> EngagementGesture.Closing {
    try value(name, "“back” or “link”") { $0.text.flatMap { .init(rawValue: $0) } } ?? .back
  }

  func clock(_ name: String) throws(DriveProblem) -> ClockChange? {
    try value(name, "a change of the clock: \(ClockChange.forms)") { $0.text.flatMap { ClockChange($0) } }
  }

  func target() throws(DriveProblem) -> DriveRequest.Target {
    let list = try optionalText("list")
    return .init(id: try text("message", "the id of a message"), list: list)
  }

  func targets() throws(DriveProblem) -> [DriveRequest.Target] {
    let list = try optionalText("list")
    return try texts("messages").map { .init(id: $0, list: list) }
  }

  func person() throws(DriveProblem) -> PersonName {
    let user = try optionalText("user")
    let ids = try value("ids", "an object of texts") { value -> [String: String]? in
      guard case .object(let members) = value else { return nil }
      let texts = members.compactMapValues(\.text)
      return texts.count == members.count ? texts : nil
    }
    switch (user, ids) {
    case (nil, nil): return .nobody
    case (let user?, nil): return .user(user)
    case (nil, let ids?): return .ids(ids)
    default: throw .usage("Give “user” or “ids”, not both.")
    }
  }

  /// A short value itself, as its kind may be right; of a long one the kind.
  private static func words(of value: JSONValue) -> String {
    let text = value.text.map { "“\(Output.oneLine($0))”" } ?? value.serialized
    return text.count <= 40 ? text : value.kindName
  }

  private func value<Value>(
    _ name: String, _ wanted: String, _ read: (JSONValue) -> Value?
  ) throws(DriveProblem) -> Value? {
    guard let value = members[name], value != .null else { return nil }
    guard let result = read(value) else {
      throw .usage("“\(name)” is \(Self.words(of: value)), but \(wanted) is expected.")
    }
    return result
  }
}
