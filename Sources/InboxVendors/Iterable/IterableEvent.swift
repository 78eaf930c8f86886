import InboxCore

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

  /// Behind the base.
  var path: String { rawValue.contains("/") ? "/\(rawValue)" : "/events/\(rawValue)" }

  /// The event of a kind for a message of the inbox; nil where there is none.
  static func inApp(_ kind: EngagementEvent.Kind) -> Self? {
    switch kind {
    case .display: nil
    case .open: .open
    case .click: .click
    case .close: .close
    case .delivery: .delivery
    }
  }

  /// The event of a kind for an embedded message; nil where there is none.
  static func embedded(_ kind: EngagementEvent.Kind) -> Self? {
    switch kind {
    case .display, .open, .close: nil
    case .click: .embeddedClick
    case .delivery: .embeddedReceived
    }
  }
}
