import struct Foundation.Date
import InboxCore

/// A body by somebody who may send it, as the schema of its call has it.
struct IterablePost: Sendable {
  let body: JSONValue
  let user: IterableUser
  let raw: VendorReceipt.RawRequest

  /// A text; nil where it is missing, null or empty.
  func text(_ name: String) -> String? { body[name]?.text.flatMap { $0.isEmpty ? nil : $0 } }

  /// The members of an object; none where it is missing.
  func object(_ name: String) -> [String: JSONValue] { body[name]?.members ?? [:] }

  /// When it happened: `createdAt` in seconds, else the moment of its arrival.
  func time(received: Date) -> Date {
    body["createdAt"]?.integer.map { Date(timeIntervalSince1970: Double($0)) } ?? received
  }
}
