/// When displays leave the outbox.
public enum DisplayDelivery: String, Hashable, Sendable, Codable, CaseIterable {
  /// As soon as they are durable, so that a tester sees receipts while moving. Our default.
  case asShown = "as-shown"
  /// Only when the session ends, as the vendor's SDK saves them up for *view will disappear* (seed 003).
  case atSessionEnd = "at-session-end"
}
