import Crypto
import struct Foundation.Data
import InboxModel

/// The id of an event whose wire has none: events that are equal in everything that the app says are the same event.
enum EventHash {
  static func text(_ parts: [String]) -> String { text(.array(parts.map { .string($0) })) }

  static func text(_ value: JSONValue) -> String {
    hexadecimal(SHA256.hash(data: Data(value.serialized.utf8)))
  }

  static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
