import InboxCore
import InboxModel

extension VendorReader {
  /// App Inbox and events, of a project and of a stream (wires.md 1.1).
  static let bloomreach = VendorReader(
    capabilities: BloomreachBackEnd.capabilities,
    place: { method, path in
      guard method == "POST", let call = AppInboxCall(path) else { return nil }
      return switch call {
      case .fetch: .messages
      case .markAsRead: .engagements
      case .customers, .clicks, .batch: .tracking
      // Whether it is of the inbox stands in its body; the inbox's are those that a tap is for.
      case .events: .engagements
      }
    },
    read: { passed in
      guard passed.request.method == "POST", let call = AppInboxCall(passed.path) else { return [] }
      let kind: AppAction.Kind = call == .fetch ? .fetch : call == .markAsRead ? .read : .tracking
      return AppAction.read(
        kind, call.rawValue, hidesEvents: call == .events || call == .batch, isEvent: call != .customers
      ) { () throws(InboxError) in
        try actions(call, passed.body(), passed)
      }
    },
    judge: { passed, response, _, place throws(InboxError) in
      // As the client has it: a refused key or token is to be mended, and what was sent with what is gone is gone.
      switch response.status {
      case 401, 403, 404:
        throw .credentialsRefused("Bloomreach refuses the key, the token or the project.")
      case 410: throw .refused(status: 410, detail: response.detail)
      default: try response.check()
      }
      switch AppInboxCall(passed.path) {
      case .batch: try requireSuccess(of: place, in: JSONValue.parse(response.body))
      case .fetch: try JSONPiece(response.body).requireSuccess()
      default: try response.checkTaken()
      }
    },
    fetches: [("success", "POST", "/webxp/projects/captured/appinbox/fetch")],
    match: { action, messages in AppInboxEvent.message(of: action.properties, among: messages) })

  private static func actions(
    _ call: AppInboxCall, _ body: JSONValue, _ passed: Passed
  ) throws(InboxError) -> [AppAction] {
    let ids = CustomerIDs.ids(in: body)
    let identity = CustomerIDs.owner(of: ids)
    switch call {
    case .fetch:
      let asked = body["sync_token"]?.text
      return [
        .fetch("App Inbox", by: identity, of: passed) { () throws(InboxError) in
          try FetchedPage(appInbox: passed.raw, of: ids, after: asked, center: .primary, now: passed.time)
        }
      ]
    case .markAsRead:
      let mark = AppAction(.read, "markasread", by: identity, at: passed.time)
      let marks = (body["message_ids"]?.elements ?? []).compactMap(\.text).map { id in
        var action = mark
        action.message = MessageKey(center: .primary, id: MessageID(id))
        return action
      }
      // Also one that names none is a mark, which the vendor refuses.
      return marks.isEmpty ? [mark] : marks
    case .events, .clicks: return [event(body)]
    case .customers: return [.tracking("customers", by: identity, isEvent: false)]
    case .batch:
      return (body["commands"]?.elements ?? []).map { command in
        let data = command["data"] ?? .null
        let name = command["name"]?.text ?? "a command without a name"
        guard name.hasSuffix("events") || name.hasSuffix("clicks") else {
          return .tracking(name, by: CustomerIDs.owner(of: CustomerIDs.ids(in: data)), isEvent: false)
        }
        return event(data)
      }
    }
  }

  /// An event: that of a message of the inbox, or another one (wires.md 1.4).
  private static func event(_ body: JSONValue) -> AppAction {
    let identity = CustomerIDs.owner(of: CustomerIDs.ids(in: body))
    let properties = body["properties"] ?? .null
    let type = body["event_type"]?.text ?? "an event without a type"
    var action = AppAction(.tracking, type, by: identity, at: body["timestamp"]?.date(perSecond: 1))
    action.device = properties["device_id"]?.text
    if let event = AppInboxEvent.recorded(type, properties) {
      (action.kind, action.name) = (event.kind, event.name)
      action.detail = event.kind == .click ? properties["url"]?.text : nil
      action.properties = properties.members ?? [:]
    } else if ["session_start", "session_end"].contains(type) {
      action.kind = .session
    } else if type == "campaign_click" {
      action.detail = body["url"]?.text
    }
    return action
  }

  /// The commands of a batch are judged one by one.
  private static func requireSuccess(of place: Int, in body: JSONValue) throws(InboxError) {
    let results = body["results"]?.elements ?? []
    guard results.indices.contains(place) else {
      throw .invalidPayload("it has no result of command \(place + 1)")
    }
    guard results[place]["success"]?.flag == true else {
      throw .refused(status: 200, detail: "command \(place + 1) of the batch was refused")
    }
  }
}

/// A call of the SDK, by the end of its path.
private enum AppInboxCall: String {
  case fetch = "appinbox/fetch"
  case markAsRead = "appinbox/markasread"
  case events = "customers/events"
  case clicks = "campaigns/clicks"
  case customers
  case batch

  init?(_ path: [Substring]) {
    // Between these and the call stands the id of the project or stream; for events of a stream it is in the query.
    let heads: [[Substring]] = [
      ["webxp", "projects"], ["webxp", "streams"], ["track", "v2", "projects"], ["track", "u", "v1"],
    ]
    for head in heads {
      guard let start = path.indices.last(where: { path[$0...].starts(with: head) }) else { continue }
      let call = path.dropFirst(start + head.count + (head.last == "v1" ? 0 : 1))
      self.init(rawValue: call.joined(separator: "/"))
      return
    }
    return nil
  }
}

extension AppInboxEvent {
  /// What an event of an inbox's message is, and its name; nil for any other event.
  static func recorded(_ type: String?, _ properties: JSONValue) -> (kind: AppAction.Kind, name: String)? {
    guard type == "campaign", ["app inbox", nil].contains(properties["action_type"]?.text) else { return nil }
    return switch properties["status"]?.text {
    case "opened": (.open, "campaign/opened")
    case "clicked": (.click, "campaign/clicked")
    default: nil
    }
  }

  /// The message that an event belongs to, by the tracking data that came with it; nil where none or several have it.
  static func message(of properties: [String: JSONValue], among messages: [Message]) -> MessageKey? {
    let own = ["platform", "action_type", "status", "url", "cta"]
    let matching = messages.filter { message in
      let content = message.record["content"] ?? .null
      let data = trackingData(content).filter { !own.contains($0.key) }
      return !data.isEmpty && data.allSatisfy { properties[$0.key] == $0.value }
    }
    return matching.count == 1 ? matching[0].key : nil
  }
}
