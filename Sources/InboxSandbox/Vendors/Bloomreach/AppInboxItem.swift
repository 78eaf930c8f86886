import struct Foundation.Date
import InboxModel

/// A message as the App Inbox lists it (wires.md 1.2): `html` where it has rich content, else `push`.
struct AppInboxItem {
  static let schema = APISchema.object([
    "id!": .text, "type!": .choice(["push", "html"]), "is_read!": .flag, "create_time!": .number,
    "expire_time": .number,
    "content!": .object([
      "title!": .text, "message!": .text, "pre_header": .text, "image": .text, "url_params!": .map(.text),
      "attributes!": .map(.any), "consent_category_tracking?": .text, "has_tracking_consent": .flag,
      "source": .text, "silent": .flag, "action": .text, "url": .text,
      "actions": .list(.object(["action!": .text, "title!": .text, "url": .text])),
    ]),
  ])

  let message: VendorMessage

  var value: JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(message.id.rawValue), "type": .string(message.richHTML == nil ? "push" : "html"),
      "is_read": .bool(message.isRead), "create_time": Self.seconds(message.sent),
      "content": .object(content),
    ]
    members["expire_time"] = message.expiry.map(Self.seconds)
    return .object(members)
  }

  private var content: [String: JSONValue] {
    var content: [String: JSONValue] = [
      "title": .string(message.subject), "url_params": .object(parameters), "attributes": .object(attributes),
      "consent_category_tracking": message.extras[.bloomreach, "consent-category"] ?? .null,
    ]
    content["image"] = message.iconURL.map { .string($0) }
    content["has_tracking_consent"] = message.extras[.bloomreach, "consent"]
    let own = message.richHTML.map { html in
      ["pre_header": JSONValue.string(message.body), "message": .string(html)]
    }
    return content.merging(own ?? push) { $1 }
  }

  private var push: [String: JSONValue] {
    let link = message.deepLink
    let isWeb = link.map { $0.hasPrefix("https://") || $0.hasPrefix("http://") } ?? false
    var push: [String: JSONValue] = [
      "message": .string(message.body), "source": .string("xnpe_platform"),
      "silent": message.extras[.bloomreach, "silent"] ?? .bool(false),
      "action": .string(link == nil ? "app" : isWeb ? "browser" : "deeplink"),
      "actions": .array(
        message.extras.actions.map { action in
          var members = ["action": JSONValue.string(action.kind.rawValue), "title": .string(action.title)]
          members["url"] = action.url.map { .string($0) }
          return .object(members)
        }),
    ]
    push["url"] = link.map { .string($0) }
    return push
  }

  /// What an event about the message says of its campaign; what the campaign file calls custom is in it.
  private var attributes: [String: JSONValue] {
    let own: [String: JSONValue] = [
      "event_type": .string("campaign"), "campaign_id": .string(message.campaign),
      "campaign_name": .string(message.subject), "action_id": .integer(message.number),
      "action_type": .string("app inbox"), "sent_timestamp": Self.seconds(message.sent),
    ]
    return message.custom.mapValues { .string($0) }.merging(own) { $1 }
  }

  private var parameters: [String: JSONValue] {
    [
      "utm_source": .string("bloomreach"), "utm_medium": .string("app_inbox"),
      "utm_campaign": .string(message.campaign), "utm_content": .string(message.id.rawValue),
      "utm_term": .string(message.center.rawValue),
      "xnpe_cmp": .string(Fingerprint.text("cmp\n\(message.id)", bytes: 16)),
    ]
  }

  /// A moment as the vendor writes it.
  static func seconds(_ date: Date) -> JSONValue {
    .number((date.timeIntervalSince1970 * 1_000).rounded() / 1_000)
  }
}
