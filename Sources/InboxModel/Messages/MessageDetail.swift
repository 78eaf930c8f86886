/// A message as the archive has it and what happened to it, read at one moment.
public struct MessageDetail: Hashable, Sendable {
  /// The message; nil when the archive has it no longer.
  public var message: ArchivedMessage?
  /// What happened to it, which outlives it.
  public var history: MessageHistory

  /// Takes its parts as they are; nothing is checked.
  public init(message: ArchivedMessage?, history: MessageHistory) {
    self.message = message
    self.history = history
  }
}
