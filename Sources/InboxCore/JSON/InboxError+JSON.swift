extension InboxError {
  /// The error for programs: `number` where the SDK has one, and `text`.
  public var json: JSONValue {
    var members: [String: JSONValue] = ["text": .string(description)]
    members["number"] = code.map { .integer(Int64($0)) }
    return .object(members)
  }
}
