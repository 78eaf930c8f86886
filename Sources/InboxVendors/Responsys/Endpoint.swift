public import InboxModel

/// The paths and headers of the message-center back end.
///
/// Oracle publishes none: these are ours (SB-6), in this one place for client and sandbox alike.
public enum Endpoint {
  /// `GET`: the newest messages of a center.
  public static func messages(_ center: CenterName) -> String {
    "/mc/v1/centers/\(URLText.encode(center.rawValue))/messages"
  }
  /// `GET`: rich content that the back end itself holds; served once.
  public static func rich(_ id: MessageID) -> String { "/mc/v1/rich/\(URLText.encode(id.rawValue))" }
  /// `POST`: displays and opens.
  public static let engagements = "/mc/v1/engagements"
  /// `PUT`: sets the badge; `GET`: what it is.
  public static let badge = "/mc/v1/badge"
  /// `GET`: the open response that stands for the platform's push service.
  public static let pushes = "/mc/v1/pushes"
  /// Header with the app's token.
  public static let appTokenHeader = "X-App-Token"
  /// Header with the account's token.
  public static let accountTokenHeader = "X-Account-Token"
  /// Header with the identity, as ``Identity/storageKey``.
  public static let identityHeader = "X-Identity"
}
