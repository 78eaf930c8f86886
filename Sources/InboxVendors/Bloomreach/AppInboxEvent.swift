import InboxCore
import InboxModel

/// The event `campaign` that an open or a click of a message is (wires.md 1.4), in the order of the iOS SDK.
enum AppInboxEvent {
  /// Writes the event as it is sent; what it says is decided when the gesture is made (EN-7).
  static func freeze(_ gesture: EngagementGesture, _ settings: BloomreachSettings) -> FrozenEngagement {
    guard gesture.kind == .open || gesture.kind == .click else {
      return .withheld("Bloomreach has no \(gesture.kind.rawValue) event")
    }
    let ids = CustomerIDs.ids(in: gesture.stamp?.value)
    guard ids[CustomerIDs.cookie] != nil else {
      return .withheld("the message was not fetched with the cookie of an installation")
    }
    let content = gesture.message.record["content"] ?? .null
    let isForced = gesture.kind == .click && isForced(gesture.link?.url ?? "")
    guard isForced || hasConsent(content["has_tracking_consent"]) else {
      return .withheld("the message gives no consent to tracking")
    }
    let (isClick, url) = (gesture.kind == .click, gesture.link?.url)
    let button = gesture.message.actions.first { $0.url == url }
    let own = [String: JSONValue]([
      "application_id": settings.applicationID, "device_id": settings.cookie, "action_type": "app inbox",
      "platform": "ios", "status": isClick ? "clicked" : "opened", "url": isClick ? url ?? "" : nil,
      "cta": isClick ? gesture.link?.label ?? button?.title ?? "" : nil,
      "tracking_forced": isForced ? true : nil,
    ])
    let properties = trackingData(content).merging(own) { _, own in own }
    return .report(TrackingWire.body("campaign", of: ids, at: gesture.time, properties))
  }

  /// What the campaign's author wants in each event; of `url_params`, a list says nothing.
  static func trackingData(_ content: JSONValue) -> [String: JSONValue] {
    let attributes = content["attributes"]?.members ?? [:]
    var data = attributes.filter { $0.key != "event_type" && $0.value != .null }
    for name in CampaignData.names {
      if let value = content["url_params"]?[name], value.text != nil { data[name] = value }
    }
    return data
  }

  /// `has_tracking_consent`: what is not there says yes.
  static func hasConsent(_ value: JSONValue?) -> Bool {
    value.map { $0 == .null || $0.saysYes } ?? true
  }

  /// Whether a link is tracked without consent: `xnpe_force_track` is `true` in any case, `1` or without a value.
  static func isForced(_ link: String) -> Bool {
    let item = QueryItems(ofURL: link).items.first { $0.name == "xnpe_force_track" }
    return item.map { ["true", "1"].contains($0.value?.lowercased() ?? "1") } ?? false
  }
}
