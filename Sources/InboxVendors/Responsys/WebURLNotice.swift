public import InboxCore
public import InboxModel

/// What the vendor's SDK reports to the app about a universal link (UL-4, `PIORsysWebURLResolvedNotification`).
///
/// Not a link of a branded domain's app path: ``isPubWeb`` is false, and the app takes it as an ordinary link.
public struct WebURLNotice: Hashable, Sendable {
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

  /// Takes its parts as they are; nothing is checked.
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
    .object([
      "PIOResolvedDeeplinkURL": .orNull(deepLink), "PIOResolvedWeblinkURL": .orNull(webLink),
      "PIORequestedWebURL": .string(requested), "PIORequestedWebURLIsPubWebType": .bool(isPubWeb),
      "PIOErrorResolveWebURL": .orNull(error),
    ])
  }
}

extension WebURLNotice {
  /// Reads a notice as ``json`` has it, or as recordings up to version 1 do; nil for anything else.
  public init?(_ value: JSONValue) {
    func member(_ key: String, _ former: String) -> JSONValue? { value[key] ?? value[former] }
    guard let requested = member("PIORequestedWebURL", "requested")?.text else { return nil }
    self.init(
      requested: requested,
      isPubWeb: member("PIORequestedWebURLIsPubWebType", "isPubWeb") == .bool(true),
      deepLink: member("PIOResolvedDeeplinkURL", "deepLink")?.text,
      webLink: member("PIOResolvedWeblinkURL", "webLink")?.text,
      error: member("PIOErrorResolveWebURL", "error")?.text)
  }
}

extension LinkTrail {
  /// What Responsys' SDK would report to the app (UL-4).
  public var notice: WebURLNotice? {
    get { facts["notice"].flatMap { WebURLNotice($0) } }
    set { facts["notice"] = newValue?.json }
  }
}
