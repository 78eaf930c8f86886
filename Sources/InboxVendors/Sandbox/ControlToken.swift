import InboxModel

/// What a sandbox that others than this machine can reach asks for at its own paths: its holder can move the clock,
/// sets faults, launches campaigns and reads what was received.
///
/// It travels in the `Authorization` header alone, never in a URL, and it is never printed.
package struct ControlToken: Hashable, Sendable {
  /// The secret itself.
  package let text: String

  /// The fewest characters of one that someone chose.
  package static let shortest = 16

  /// The variable of the environment that holds one.
  package static let variable = "INBOX_CONTROL_TOKEN"

  /// - Parameter text: Visible ASCII without blanks, 16 characters at least; nil for anything else.
  package init?(_ text: String) {
    guard text.utf8.count >= Self.shortest, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return nil
    }
    self.text = text
  }

  /// A new one of 128 bits from the system's random source.
  package static func random() -> ControlToken {
    let digits = Array("0123456789abcdef")
    var generator = SystemRandomNumberGenerator()
    return ControlToken(
      made: String((0..<32).map { _ in digits[Int(generator.next(upperBound: 16 as UInt32))] }))
  }

  private init(made text: String) { self.text = text }

  /// The value of the `Authorization` header.
  package var authorization: String { "Bearer \(text)" }

  /// What an `Authorization` header carries behind the name of a scheme, which has no case (RFC 9110, 11.1); nil for
  /// another scheme.
  package static func credential(of header: String, scheme: String) -> String? {
    guard let blank = header.firstIndex(of: " "), header[..<blank].lowercased() == scheme.lowercased() else {
      return nil
    }
    return String(header[blank...].drop { $0 == " " })
  }

  /// Compares a text with a secret in constant time.
  package static func isSame(_ text: String, _ secret: String) -> Bool {
    let (sent, wanted) = (Array(text.utf8), Array(secret.utf8))
    var difference: UInt8 = sent.count == wanted.count ? 0 : 1
    for index in wanted.indices {
      difference |= wanted[index] ^ (sent.isEmpty ? 0xFF : sent[index % sent.count])
    }
    return difference == 0
  }
}

extension ControlToken: CustomStringConvertible, CustomReflectable {
  /// Never the secret.
  package var description: String { SecretMask.replacement }

  /// Nor here, where values are dumped.
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension ControlToken: Codable {
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let token = ControlToken(text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "no control token"))
    }
    self = token
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
