public import InboxModel

/// What of an archive another application served than the one that the profile names (VE-3).
public struct ForeignMessages: Hashable, Sendable {
  /// The lists that were last fetched from another application, and from which.
  public var lists: [CenterName: String] = [:]
  /// The messages of lists that are the profile's own by now, which another application served and this one does not
  /// list.
  public var messages: [MessageKey: String] = [:]

  /// Which other application a message is of; nil for one of the profile's own.
  public func application(of key: MessageKey) -> String? { messages[key] ?? lists[key.center] }
}
