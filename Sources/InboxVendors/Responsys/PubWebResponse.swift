public import struct Foundation.Data
public import InboxModel

/// The published response of a Responsys app link: `{"webLinkUrl":"…","mobileDeepLinkUrl":"…"|null}` (seeds 000, 001).
public struct PubWebResponse: Hashable, Sendable {
  /// Where a browser goes.
  public var webLink: String?
  /// Where the app goes; null, missing and empty are the same (UL-2).
  public var deepLink: String?

  /// Takes its parts as they are; nothing is checked.
  public init(webLink: String?, deepLink: String?) {
    self.webLink = webLink
    self.deepLink = deepLink
  }

  /// Reads the body.
  ///
  /// - Throws: ``InboxError/invalidPayload(_:)`` when it is not a JSON object, or a member is neither text nor null.
  public init(body: Data) throws(InboxError) {
    let value = try JSONValue.parse(body)
    guard value.members != nil else { throw .invalidPayload("it is \(value.kindName), not an object") }
    webLink = try value.optionalText("webLinkUrl").flatMap { $0.isEmpty ? nil : $0 }
    deepLink = try value.optionalText("mobileDeepLinkUrl").flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The body as the vendor writes it: a blank deep link is null.
  public var value: JSONValue {
    .object(["webLinkUrl": .orNull(webLink), "mobileDeepLinkUrl": .orNull(deepLink)])
  }
}
