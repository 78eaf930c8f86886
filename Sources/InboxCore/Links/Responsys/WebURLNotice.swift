/// What the vendor's SDK tells the app about a universal link (UL-4, `PIORsysWebURLResolvedNotification`).
///
/// Not a link of a branded domain's app path: ``isPubWeb`` is false, and the app takes it as an ordinary link.
public struct WebURLNotice: Hashable, Sendable, Codable {
  /// `PIOResolvedDeeplinkURL`.
  public var deepLink: String?
  /// `PIOResolvedWeblinkURL`.
  public var webLink: String?
  /// `PIORequestedWebURL`.
  public var requested: String
  /// `PIORequestedWebURLIsPubWebType`.
  public var isPubWeb: Bool
  /// `PIOErrorResolveWebURL`, as a sentence.
  public var error: String?

  /// Makes a notice.
  public init(
    requested: String, isPubWeb: Bool, deepLink: String? = nil, webLink: String? = nil, error: String? = nil
  ) {
    self.requested = requested
    self.isPubWeb = isPubWeb
    self.deepLink = deepLink
    self.webLink = webLink
    self.error = error
  }

  /// The notice as a JSON object, under the vendor's keys.
  public var json: JSONValue {
    func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
    return .object([
      "PIOResolvedDeeplinkURL": text(deepLink), "PIOResolvedWeblinkURL": text(webLink),
      "PIORequestedWebURL": .string(requested), "PIORequestedWebURLIsPubWebType": .bool(isPubWeb),
      "PIOErrorResolveWebURL": text(error),
    ])
  }
}
