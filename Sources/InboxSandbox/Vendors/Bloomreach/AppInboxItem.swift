import struct Foundation.Date
import InboxModel

/// A message as the App Inbox lists it (wires.md 1.2): `html` where it has rich content, else `push`.
struct AppInboxItem {
  static let schema: APISchema = [
    "id!": .text, "type!": .choice(["push", "html"]), "is_read!": .flag, "create_time!": .number,
    "expire_time": .number,
    "content!": [
      "title!": .text, "message!": .text, "pre_header": .text, "image": .text, "url_params!": .map(.text),
      "attributes!": .map(.any), "consent_category_tracking?": .text, "has_tracking_consent": .flag,
      "source": .text, "silent": .flag, "action": .text, "url": .text,
      "actions": .list(["action!": .text, "title!": .text, "url": .text]),
    ],
  ]

  let message: VendorMessage

  var value: JSONValue {
    let type = message.richHTML == nil ? "push" : "html"
    return .members([
      "id": message.id.rawValue, "type": type, "is_read": message.isRead,
      "create_time": Self.seconds(message.sent), "expire_time": message.expiry.map(Self.seconds),
      "content": content,
    ])
  }

  private var content: [String: JSONValue] {
    let content = [String: JSONValue]([
      "title": message.subject, "url_params": parameters, "attributes": attributes,
      "consent_category_tracking": message.extras[.bloomreach, "consent-category"] ?? JSONValue.null,
      "image": message.iconURL, "has_tracking_consent": message.extras[.bloomreach, "consent"],
    ])
    let own = message.richHTML.map { html in
      ["pre_header": JSONValue.string(message.body), "message": .string(html)]
    }
    return content.merging(own ?? push) { $1 }
  }

  private var push: [String: JSONValue] {
    let link = message.deepLink
    let isWeb = link.map { $0.hasPrefix("https://") || $0.hasPrefix("http://") } ?? false
    let action = link == nil ? "app" : isWeb ? "browser" : "deeplink"
    let actions = message.extras.actions.map { action in
      JSONValue.members(["action": action.kind.rawValue, "title": action.title, "url": action.url])
    }
    return .init([
      "message": message.body, "source": "xnpe_platform",
      "silent": message.extras[.bloomreach, "silent"] ?? JSONValue.bool(false), "action": action,
      "actions": actions, "url": link,
    ])
  }

  /// What an event about the message says of its campaign, including what the campaign file calls custom.
  private var attributes: [String: JSONValue] {
    let own = [String: JSONValue]([
      "event_type": "campaign", "campaign_id": message.campaign, "campaign_name": message.subject,
      "action_id": message.number, "action_type": "app inbox", "sent_timestamp": Self.seconds(message.sent),
    ])
    return message.custom.mapValues(\.json).merging(own) { $1 }
  }

  private var parameters: [String: String] {
    [
      "utm_source": "bloomreach", "utm_medium": "app_inbox", "utm_campaign": message.campaign,
      "utm_content": message.id.rawValue, "utm_term": message.center.rawValue,
      "xnpe_cmp": Fingerprint.text("cmp\n\(message.id)", bytes: 16),
    ]
  }

  /// A moment in the vendor's form: seconds since 1970.
  static func seconds(_ date: Date) -> JSONValue {
    .number((date.timeIntervalSince1970 * 1_000).rounded() / 1_000)
  }
}
