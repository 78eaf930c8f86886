package import Foundation
package import InboxModel

extension Message {
  /// A plain message of a number: the higher, the newer.
  package static func numbered(
    _ number: Int, center: CenterName = .primary, sent: Date? = nil, expiry: Date? = nil,
    subject: String? = nil,
    deepLink: String? = nil, richURL: String? = nil, richHTML: String? = nil
  ) -> Message {
    Message(
      id: MessageID("m\(number)"),
      sent: sent ?? Date(timeIntervalSince1970: 1_799_990_000 + Double(number) * 60),
      subject: subject ?? "Subject \(number)", body: "Body \(number)", center: center, deepLink: deepLink,
      richURL: richURL, richHTML: richHTML, expiry: expiry)
  }
}

extension MessageKey {
  /// The key of ``Message/numbered(_:center:sent:expiry:subject:deepLink:richURL:richHTML:)``.
  package static func numbered(_ number: Int, center: CenterName = .primary) -> MessageKey {
    MessageKey(center: center, id: MessageID("m\(number)"))
  }
}

extension UUID {
  /// A readable id for expectations.
  package static func numbered(_ number: Int) -> UUID {
    UUID(uuidString: "00000000-0000-0000-0000-" + String(format: "%012d", number)) ?? UUID()
  }
}

extension Date {
  /// Seconds after the start of every ``VirtualClock/standing(at:)``.
  package static func at(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_800_000_000 + seconds) }
}
