/// What Enter does with a message (MC-19; the three push actions of seed 003 "Runtime" 7).
public enum MessageKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// Shows the message itself.
  case launchApp = "launch-app"
  /// Hands its deep link to the link resolver.
  case openURL = "open-url"
  /// Shows the rich content.
  case openRichMessage = "open-rich-message"
}
