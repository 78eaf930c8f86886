public import InboxCore
public import InboxModel

/// AppsFlyer's `clickEvent` (seed 002): what is known of the click that led to a deep link.
public struct ClickEvent: Hashable, Sendable, Codable {
  /// The members, as the vendor names them.
  public var members: [String: JSONValue]

  /// Takes a captured event as it is.
  public init(members: [String: JSONValue]) { self.members = members }

  /// The event of a click on a link of a mail, or on a OneLink itself (`original` nil).
  ///
  /// A OneLink's parameters are members of it; `pid` and `c` stand again as `media_source` and `campaign`, as in the
  /// vendor's sample payloads.
  public init(original: String?, link: String, isOneLink: Bool) {
    members = [:]
    if isOneLink, let parsed = WebLink(valid: link) {
      let values = parsed.items.firstValues
      members = values.mapValues(\.json)
      members["media_source"] = values["pid"]?.json
      members["campaign"] = values["c"]?.json
    }
    members["link"] = .string(link)
    members["original_link"] = original?.json
    members["is_deferred"] = .bool(false)
  }

  /// `original_link`: the link of the mail that was clicked; nil without one.
  public var originalLink: String? { text("original_link") }
  /// `link`: where the click leads; nil without one.
  public var link: String? { text("link") }
  /// Whether the app was installed in between; then it is not a direct link.
  public var isDeferred: Bool { members["is_deferred"]?.saysYes == true }

  /// `deep_link_value`: what the app shows; nil without one.
  public var deepLinkValue: String? { text("deep_link_value") }

  /// `deep_link_sub1` … `deep_link_sub10`, where there are any.
  public var subs: [AppScreen.Parameter] {
    (1...10).compactMap { number in
      text("deep_link_sub\(number)").map { .init(name: "deep_link_sub\(number)", value: $0) }
    }
  }

  /// A member as text; a bridge to another language may write a number for it.
  private func text(_ name: String) -> String? {
    switch members[name] {
    case .string(let text)?: text.isEmpty ? nil : text
    case .some(let value) where value.number != nil: value.serialized
    default: nil
    }
  }
}

/// AppsFlyer's `AFSDKDeepLinkResultStatus`.
public enum DeepLinkStatus: String, Hashable, Sendable, Codable {
  /// There is a deep link value.
  case found
  /// There is none.
  case notFound = "not-found"
  /// The link could not be resolved.
  case failure
}

extension LinkTrail {
  /// AppsFlyer's click event, where there is one (UL-10).
  public var clickEvent: ClickEvent? {
    get {
      guard let members = facts["clickEvent"]?.members else { return nil }
      // Recordings up to version 1 hold the whole value.
      let inner = members.count == 1 ? members["members"]?.members : nil
      return ClickEvent(members: inner ?? members)
    }
    set { facts["clickEvent"] = .orNull(newValue?.members) }
  }

  /// What AppsFlyer's SDK would say of the deep link.
  public var deepLinkStatus: DeepLinkStatus? {
    get { facts["deepLinkStatus"]?.text.flatMap { DeepLinkStatus(rawValue: $0) } }
    set { facts["deepLinkStatus"] = .orNull(newValue?.rawValue) }
  }
}
