import InboxCore
import InboxModel

/// Where Bloomreach is, and which application of which account asks (wires.md 1.1).
public struct BloomreachSettings: Hashable, Sendable {
  /// How the account lets an app in.
  public enum Access: Hashable, Sendable {
    /// A project with its public API key.
    case project(token: String, key: String)
    /// A project whose App Inbox is read with a customer token (JWT); events are sent with the key.
    case customerToken(project: String, key: String)
    /// A data stream, where everything takes a customer token.
    case stream(id: String)
  }

  /// The vendor's own server.
  public static let defaultBase = "https://api.exponea.com"
  /// The vendor's own name of an application that has none.
  public static let defaultApplication = "default-application"

  /// Without a trailing slash.
  public var base: String
  /// How the account lets the app in.
  public var access: Access
  /// What identifies the installation, and is the `device_id` of events.
  public var cookie: String
  /// `application_id`; see ``isApplicationID(_:)``.
  public var applicationID: String

  /// Makes settings; one slash at the end of the base is taken off.
  public init(
    _ access: Access, cookie: String, base: String = defaultBase,
    applicationID: String = defaultApplication
  ) {
    self.access = access
    self.cookie = cookie
    self.base = BaseURL.trimmed(base)
    self.applicationID = applicationID
  }

  /// Whether the vendor takes a text as `application_id`: words of lower-case letters and digits with single hyphens or
  /// dots between them, at most 50 characters.
  public static func isApplicationID(_ text: String) -> Bool {
    text.count <= 50
      && text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "." }.allSatisfy { word in
        !word.isEmpty && word.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) }
      }
  }

  /// The key that signs App Inbox; nil where a token of the person who reads does (wires.md 1.1).
  var inboxKey: String? { if case .project(_, let key) = access { key } else { nil } }

  /// The key that signs events; nil in a stream, where the token does.
  var eventKey: String? {
    switch access {
    case .project(_, let key), .customerToken(_, let key): key
    case .stream: nil
    }
  }

  var isStream: Bool { if case .stream = access { true } else { false } }

  /// What a cursor and stored events belong to: the SDK forgets them for another project, application or installation.
  var application: String { "\(place) \(applicationID) \(cookie)" }

  /// The address of App Inbox, without the last word.
  var appInbox: String { "\(place)/appinbox/" }

  /// Where an event goes that the vendor tracks by itself.
  func tracking(_ kind: VendorEvent.TrackingKind) -> String {
    base + (isStream ? TrackingWire.path(kind, stream: account) : TrackingWire.path(kind, project: account))
  }

  /// What such events belong to while they wait.
  var trackingApplication: String { "\(base) \(isStream ? "stream" : "project") \(account)" }

  private var place: String {
    "\(base)/webxp/\(isStream ? "streams" : "projects")/\(URLText.encode(account))"
  }

  /// The token of the project, or the id of the stream.
  private var account: String {
    switch access {
    case .project(let id, _), .customerToken(let id, _), .stream(let id): id
    }
  }
}
