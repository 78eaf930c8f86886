import struct Foundation.Data
import InboxModel

/// How a campaign's message looks on Iterable's wire (wires.md §2.2, §2.4).
enum IterableWire {
  /// The shape in which an in-app message is sent.
  enum Form: String, CaseIterable {
    /// `saveToInbox`, `trigger` and `inboxMetadata` stand at the top.
    case current = "api"
    /// They stand in `customPayload`, as older servers sent them.
    case older = "older/api"
  }

  static let inAppSchema: APISchema = [
    "messageId!": .filledText, "campaignId!": .whole(0), "createdAt!": .whole(0), "expiresAt": .whole(0),
    "read!": .flag, "priorityLevel!": .number, "jsonOnly!": .whole(0, 1), "saveToInbox": .flag,
    "trigger": ["type!": .text], "contentType": .text, "customPayload!": .map(.any),
    "inboxMetadata": ["title!": .text, "subtitle!": .text, "icon": .text],
    "content!": ["html!": .text, "inAppDisplaySettings!": .map(.any), "payload!": .map(.any)],
  ]

  static func inApp(_ message: VendorMessage, form: Form) -> JSONValue {
    let extras = { message.extras[.iterable, $0] }
    let metadata = JSONValue.members([
      "title": message.subject, "subtitle": message.body, "icon": message.iconURL,
    ])
    let placed: [String: JSONValue] = [
      "saveToInbox": extras("save-to-inbox") ?? .bool(true), "contentType": .string("html"),
      "trigger": .object(["type": extras("trigger") ?? .string("immediate")]), "inboxMetadata": metadata,
    ]
    var payload = message.custom.mapValues(\.json)
    let isData = extras("json-only") == .bool(true)
    let expiry = message.expiry.map { Int64(milliseconds: $0) }
    let content = JSONValue.members([
      "html": html(message), "inAppDisplaySettings": wholeScreen, "payload": JSONValue.object([:]),
    ])
    var members = [String: JSONValue]([
      "messageId": message.id.rawValue, "campaignId": campaignID(message),
      "createdAt": Int64(milliseconds: message.sent), "expiresAt": expiry, "read": message.isRead,
      "priorityLevel": priority(message), "jsonOnly": isData ? 1 : 0, "content": content,
    ])
    if form == .older { payload.merge(placed) { $1 } } else { members.merge(placed) { $1 } }
    members["customPayload"] = .object(payload)
    return .object(members)
  }

  /// A message of Primary is an in-app message, unless its campaign names a placement.
  static func isEmbedded(_ center: CenterName, _ extras: VendorExtras) -> Bool {
    center != .primary || extras[.iterable, "placement"] != nil
  }

  static let placementSchema: APISchema = [
    "placementId!": .whole(1),
    "embeddedMessages!": .list([
      "metadata!": ["messageId!": .text, "placementId!": .whole(1), "priorityOrder!": .whole(1)],
      "payload!": .map(.any), "elements": ["title!": .text, "body!": .text],
    ]),
  ]

  /// A placement with its messages, the most important first.
  ///
  /// - Parameter known: The ids that the device has: the vendor leaves out their `elements`.
  static func placement(_ number: Int, _ messages: [VendorMessage], known: Set<String>) -> JSONValue {
    let list = messages.enumerated().map { index, message in
      let metadata = JSONValue.members([
        "messageId": message.id.rawValue, "campaignId": campaignID(message), "isProof": false,
        "placementId": number, "priorityOrder": index + 1,
      ])
      let shown = known.contains(message.id.rawValue) ? nil : elements(message)
      return JSONValue.members(["metadata": metadata, "payload": message.custom, "elements": shown])
    }
    return .members(["placementId": number, "embeddedMessages": list])
  }

  /// A silent push (wires.md §2.5), without the platform's own members.
  static func push(_ change: VendorChange) -> Data {
    let name = change.isWithdrawn ? "InAppRemove" : "InAppUpdate"
    let type = isEmbedded(change.center, change.extras) ? "UpdateEmbedded" : name
    let removed = type == "InAppRemove" ? change.id.rawValue : nil
    let push = JSONValue.members([
      "itbl": JSONValue.members(["messageId": "background_notification", "isGhostPush": true]),
      "notificationType": type, "messageId": removed,
    ])
    return Data(push.serialized.utf8)
  }

  /// The vendor numbers campaigns while campaign files name them: a name has the same number in every run.
  static func campaignNumber(_ name: String) -> Int64 {
    if let number = Int32(name), number > 0 { return Int64(number) }
    let hash = name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return Int64(hash & 0x7FFF_FFFF)
  }

  static func campaignID(_ message: VendorMessage) -> JSONValue { .integer(campaignNumber(message.campaign)) }

  /// A smaller number comes first; the vendor's default is 300.5.
  static func priority(_ message: VendorMessage) -> Double {
    message.extras[.iterable, "priority"]?.number ?? 300.5
  }

  /// The rich content, or a page made of the text; only the latter is certain to have the link without which iOS
  /// refuses a message.
  private static func html(_ message: VendorMessage) -> String {
    if let html = message.richHTML { return html }
    return HTMLText.page(
      message.subject, message.body, link: message.deepLink ?? "iterable://dismiss",
      named: message.deepLink == nil ? "Close" : "Open")
  }

  private static let edge = JSONValue.members(["percentage": 0])
  private static let wholeScreen = JSONValue.object([
    "top": edge, "right": edge, "bottom": edge, "left": edge,
  ])

  private static func elements(_ message: VendorMessage) -> JSONValue {
    let buttons = message.extras.actions.enumerated().map { index, button in
      JSONValue.members([
        "id": "button\(index + 1)", "title": button.title, "action": action(button.url ?? ""),
      ])
    }
    return .members([
      "title": message.subject, "body": message.body, "buttons": buttons, "text": JSONValue.array([]),
      "mediaUrl": message.iconURL, "defaultAction": message.deepLink.map(action),
    ])
  }

  /// A URL is opened; a custom action is its own type, without data (the public `Action`).
  private static func action(_ url: String) -> JSONValue {
    let isCustom = url.hasPrefix("action://") || url.hasPrefix("itbl://")
    return .members(["type": isCustom ? url : "openUrl", "data": isCustom ? "" : url])
  }
}
