import Crypto
import struct Foundation.Data
import InboxModel

/// A hash (SHA-256) that stands for a text and reveals nothing of it; the same in every run.
enum Fingerprint {
  /// Twice as many hexadecimal digits as bytes.
  static func text(_ text: String, bytes: Int = 32) -> String {
    hexadecimal(SHA256.hash(data: Data(text.utf8)).prefix(bytes))
  }

  /// The id of an event whose wire has none: events that are equal in everything that the app says are the same event.
  static func event(_ parts: (any JSONConvertible)?...) -> String {
    text(JSONValue.array(parts.map(JSONValue.orNull)).serialized)
  }

  static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
