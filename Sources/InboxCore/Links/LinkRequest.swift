public import InboxModel

/// A link and what is to be done with it: the input of the resolver.
public struct LinkRequest: Hashable, Sendable, Codable {
  /// Where a link was found.
  public enum Origin: Hashable, Sendable, Codable {
    /// In a message, as its deep link or in its text.
    case message(MessageKey)
    case commandLine
    /// In a mail of the sandbox.
    case mail

    /// The word in output for programs.
    public var name: String {
      switch self {
      case .message: "message"
      case .commandLine: "command-line"
      case .mail: "mail"
      }
    }
  }

  /// What the person does with it.
  public enum Gesture: Hashable, Sendable, Codable {
    /// Asks where it would lead: nothing is sent (UL-5).
    case dryRun
    /// Follows it: for a tracked link this is the click.
    case follow

    // A recording names a case by its key.
    private enum CodingKeys: String, CodingKey {
      case dryRun = "look"
      case follow
    }
  }

  /// The link, as it was found.
  public var link: String
  /// Where it was found.
  public var origin: Origin
  /// What is done with it.
  public var gesture: Gesture
  /// The words of the link or button in its message; nil where it has none.
  public var label: String?

  /// Takes its parts as they are; nothing is checked.
  public init(_ link: String, from origin: Origin, gesture: Gesture = .follow, label: String? = nil) {
    self.link = link
    self.origin = origin
    self.gesture = gesture
    self.label = label
  }
}
