package import struct Foundation.Data
package import InboxModel

/// Whom the campaigns of a sandbox are for, as `GET /sandbox/campaigns` says.
package struct CampaignAudiences: Hashable, Sendable {
  /// Texts such as `everyone`, `device` and `user:maria`, by the campaign's id.
  private var audiences: [String: [String]] = [:]

  package init() {}

  /// Reads the response.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` when it is not a list.
  package init(_ body: Data) throws(InboxError) {
    guard let records = try JSONValue.parse(body).elements else {
      throw .invalidPayload("the campaigns are not a list")
    }
    for record in records {
      guard let id = record["id"]?.text, let audience = record["audience"]?.elements else { continue }
      audiences[id] = audience.compactMap(\.text)
    }
  }

  /// Whom a message is for, where its campaign leaves a person out; nil for everyone else, and where it is not known.
  ///
  /// A campaign that was launched again has a number behind its id: `spring-2`.
  func excluding(_ identity: Identity, from message: MessageID) -> [String]? {
    let id = message.rawValue
    let dash = id.lastIndex(of: "-") ?? id.endIndex
    let isNumbered = Int(id[dash...].dropFirst()) != nil
    guard let audience = audiences[id] ?? (isNumbered ? audiences[String(id[..<dash])] : nil) else {
      return nil
    }
    let includes =
      audience.isEmpty
      || audience.contains { text in
        switch (text, identity) {
        case ("everyone", _), ("device", .device): true
        default: Identity(storageKey: text) == identity
        }
      }
    return includes ? nil : audience
  }
}
