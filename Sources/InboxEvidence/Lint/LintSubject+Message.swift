import struct Foundation.Data
public import InboxCore

extension LintSubject {
  /// Takes a message as the inbox holds it, with its rich content if that was fetched.
  public init(_ message: Message, fetchedHTML: String? = nil, source: String? = nil) {
    self.init(
      id: message.id, center: message.center, kind: message.kind, subject: message.subject,
      body: message.body, sent: .absolute(message.sent), expiry: message.expiry.map { .absolute($0) },
      deepLink: message.deepLink, iconURL: message.iconURL, richURL: message.richURL,
      richHTML: message.richHTML, fetchedHTML: fetchedHTML, custom: message.custom, source: source)
    do throws(InboxError) {
      readRecord(try JSONValue.parse(Data(message.raw.utf8)))
    } catch {
      // A message that never was on the wire has no record to look at.
    }
  }

  /// Notes what a message no longer tells of its record: a deep link that is there but blank, and URLs as they came.
  private mutating func readRecord(_ record: JSONValue) {
    for field in LintField.allCases {
      guard let name = field.wireURLName, let value = record[name] else { continue }
      if field == .deepLink { hasBlankDeepLink = value == .null || value.text?.isEmpty == true }
      if let text = value.text, !text.isEmpty { wireURLs[field] = text }
    }
  }
}
