public import InboxModel

/// How the app tracks campaigns and its own sessions with Bloomreach (UL-12).
public struct CampaignSettings: Hashable, Sendable {
  /// Whether sessions are tracked without the app's doing (`automaticSessionTracking`).
  public var tracksSessions = true
  /// Seconds in the background after which a session is over (`sessionTimeout`).
  public var sessionTimeout = 60.0
  /// What identifies the installation: `customer_ids.cookie`.
  public var cookie: String
  /// What every session event says of the app and the device.
  public var properties: [String: JSONValue]

  /// What is left out is the vendor's default (vendors.md B.4).
  public init(cookie: String, properties: [String: JSONValue] = [:]) {
    self.cookie = cookie
    self.properties = properties
  }
}
