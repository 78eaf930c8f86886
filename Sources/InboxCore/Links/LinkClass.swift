import InboxModel

/// What a link is, judged from its text alone (UL-15); a vendor adds its own.
public struct LinkClass: Hashable, Sendable {
  /// The name in output for programs, such as `web`.
  public let name: String
  /// Whether its sender counts a click when someone opens it.
  public let isTracked: Bool
  /// Why it is never followed; nil for a link that may be.
  public let refusal: String?

  /// A class of a vendor's links.
  public init(_ name: String, isTracked: Bool) { self.init(name, isTracked: isTracked, refusal: nil) }

  private init(_ name: String, isTracked: Bool, refusal: String?) {
    self.name = name
    self.isTracked = isTracked
    self.refusal = refusal
  }

  /// A deep link of the app (UL-14).
  public static let customScheme = Self("custom-scheme", isTracked: false)
  /// An ordinary web link.
  public static let web = Self("web", isTracked: false)
  /// Shown, never run, and why.
  public static func refused(_ reason: String) -> Self { Self("refused", isTracked: false, refusal: reason) }

  /// Those that belong to no vendor.
  public static let common = [customScheme, web, refused("")]

  /// Whether it is never followed.
  public var isRefused: Bool { refusal != nil }
}

extension LinkClass: Codable {
  private enum CodingKeys: String, CodingKey { case name, isTracked, refusal }

  /// What recordings up to version 1 call a class: a case of an enum with what belongs to it.
  private static let former = [
    "responsysApp": Self("responsys-app", isTracked: true),
    "responsysOther": Self("responsys-other", isTracked: true),
    "appsFlyerEmail": Self("appsflyer-esp", isTracked: true),
    "oneLink": Self("appsflyer-onelink", isTracked: true),
    "bloomreach": Self("bloomreach-campaign", isTracked: false),
    "customScheme": customScheme, "web": web,
  ]

  /// Reads a class, also as older recordings have it.
  public init(from decoder: any Decoder) throws {
    let value = try JSONValue(from: decoder)
    if let name = value["name"]?.text {
      self.init(name, isTracked: value["isTracked"] == .bool(true), refusal: value["refusal"]?.text)
    } else if let reason = value["refused"] {
      self = .refused(reason["_0"]?.text ?? "")
    } else if case .object(let members) = value,
      let found = members.keys.compactMap({ Self.former[$0] }).first
    {
      self = found
    } else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "no class of a link"))
    }
  }
}
