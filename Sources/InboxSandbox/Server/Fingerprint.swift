import Crypto
import struct Foundation.Data

/// Stands for a text and says nothing of it; the same in every run.
enum Fingerprint {
  /// Hexadecimal digits of this many bytes.
  static func text(_ text: String, bytes: Int) -> String {
    EventHash.hexadecimal(SHA256.hash(data: Data(text.utf8)).prefix(bytes))
  }
}
