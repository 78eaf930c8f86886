import Crypto
import struct Foundation.Data

/// A hash that stands for a text and reveals nothing of it; the same in every run.
enum Fingerprint {
  /// Twice as many hexadecimal digits as bytes.
  static func text(_ text: String, bytes: Int) -> String {
    EventHash.hexadecimal(SHA256.hash(data: Data(text.utf8)).prefix(bytes))
  }
}
