import InboxCore
import InboxModel

/// The events of Iterable that an inbox sends, by the vendor's names (wires.md §2.3, §2.4).
enum IterableEvent: String, Hashable, Sendable, CaseIterable {
  case delivery = "trackInAppDelivery"
  case open = "trackInAppOpen"
  case click = "trackInAppClick"
  case close = "trackInAppClose"
  case consume = "inAppConsume"
  case inboxSession = "trackInboxSession"
  case embeddedReceived = "embedded-messaging/events/received"
  case embeddedClick = "embedded-messaging/events/click"
  case embeddedSession = "embedded-messaging/events/session"

  /// Whether it is about messages of placements.
  var isEmbedded: Bool { rawValue.hasPrefix("embedded") }

  /// Behind the base.
  var path: String { isEmbedded ? "/\(rawValue)" : "/events/\(rawValue)" }

  /// The event of a kind for a message of a list, which is the inbox or a placement; nil where there is none.
  init?(of kind: EngagementEvent.Kind, in list: CenterName) {
    let event: (inApp: Self?, embedded: Self?) =
      switch kind {
      case .display: (nil, nil)
      case .open: (.open, nil)
      case .click: (.click, .embeddedClick)
      case .close: (.close, nil)
      case .delivery: (.delivery, .embeddedReceived)
      }
    guard let own = list == .primary ? event.inApp : event.embedded else { return nil }
    self = own
  }
}
