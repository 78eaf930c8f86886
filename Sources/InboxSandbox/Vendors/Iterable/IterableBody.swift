import struct Foundation.Data
import struct Foundation.Date
import InboxCore

/// The JSON object that a request carries, read strictly: what has another type than the public text says is refused.
struct IterableBody {
  let members: [String: JSONValue]

  init(_ data: Data) throws(IterableStatus) {
    guard case .object(let members)? = try? JSONValue.parse(data) else {
      throw IterableStatus(code: "BadJsonBody", msg: "The body is no JSON object")
    }
    self.members = members
  }

  /// A part of a body, such as one impression.
  init(part: JSONValue, _ name: String) throws(IterableStatus) {
    guard case .object(let members) = part else { throw .badParams("\(name) is no object") }
    self.members = members
  }

  /// A text; nil where it is missing, null or empty.
  func text(_ name: String) throws(IterableStatus) -> String? {
    guard let text = try member(name, \.text, "text"), !text.isEmpty else { return nil }
    return text
  }

  func integer(_ name: String) throws(IterableStatus) -> Int? { try member(name, \.integer, "whole number") }
  func flag(_ name: String) throws(IterableStatus) -> Bool? { try member(name, \.flag, "true or false") }

  /// A number that must be there, and not below 0.
  func amount(_ name: String) throws(IterableStatus) -> Double {
    let amount = try required(name, member(name, \.number, "number"))
    guard amount >= 0 else { throw .badParams("\(name) is below 0") }
    return amount
  }

  func object(_ name: String) throws(IterableStatus) -> IterableBody? {
    guard let value = members[name], value != .null else { return nil }
    return try IterableBody(part: value, name)
  }

  func user(email: String = "email", userID: String = "userId") throws(IterableStatus) -> IterableUser {
    try IterableUser(email: text(email), userID: text(userID))
  }

  func list(_ name: String) throws(IterableStatus) -> [IterableBody] {
    try (member(name, \.elements, "list") ?? []).map { part throws(IterableStatus) in
      try IterableBody(part: part, "a member of \(name)")
    }
  }

  func requiredText(_ name: String) throws(IterableStatus) -> String { try required(name, text(name)) }
  func required<Value>(_ name: String, _ value: Value?) throws(IterableStatus) -> Value {
    guard let value else { throw .badParams("\(name) is required") }
    return value
  }

  /// When it happened: `createdAt` in seconds, else the moment of its arrival.
  func time(received: Date) throws(IterableStatus) -> Date {
    guard let seconds = try integer("createdAt") else { return received }
    let time = Date(timeIntervalSince1970: Double(seconds))
    guard seconds >= 0, WireDate.range.contains(time) else {
      throw .badParams("createdAt is no time in seconds since 1970")
    }
    return time
  }

  /// What every event may carry (wires.md §2.1, §2.3; the public `DeviceInfo` and `InboxMessageContext`).
  func checkContext() throws(IterableStatus) {
    if let device = try object("deviceInfo") {
      for name in ["deviceId", "appPackageName", "platform"] { _ = try device.requiredText(name) }
      guard ["iOS", "Android", "Web"].contains(try device.text("platform")) else {
        throw .badParams("platform of deviceInfo is neither iOS, Android nor Web")
      }
    }
    let context = try object("messageContext")
    for name in ["saveToInbox", "silentInbox"] { _ = try context?.flag(name) }
    for name in ["clickedUrl", "targetUrl", "closeAction", "deleteAction", "inboxSessionId"] {
      _ = try text(name)
    }
  }

  private func member<Value>(
    _ name: String, _ read: (JSONValue) -> Value?, _ kind: String
  ) throws(IterableStatus) -> Value? {
    guard let value = members[name], value != .null else { return nil }
    guard let read = read(value) else { throw .badParams("\(name) is \(value.kindName), no \(kind)") }
    return read
  }
}
