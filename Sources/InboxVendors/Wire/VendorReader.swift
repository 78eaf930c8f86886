public import struct Foundation.Date
public import InboxCore
public import InboxModel

/// How what passes between an app and a vendor is read: by the same code that the vendor's client reads it with.
public struct VendorReader: Sendable {
  /// What a request is for, in the words of a sandbox's faults (SB-3).
  public enum Place: String, Hashable, Sendable {
    case messages, rich, engagements, badge, links, tracking, pushes
  }

  /// What an exchange is read from.
  public struct Passed: Sendable {
    /// The request, with its body as a reader takes it: without a content coding.
    public var request: WireRequest
    /// The response; nil where none came.
    public var response: WireResponse?
    /// When it passed, by the clock of this machine.
    public var time: Date

    /// Takes its parts as they are; nothing is checked.
    public init(_ request: WireRequest, _ response: WireResponse?, at time: Date) {
      self.request = request
      self.response = response
      self.time = time
    }
  }

  /// What the vendor has; its name.
  public var capabilities: Capabilities
  /// What the lists of an app are that has several; nil where there is but one.
  public var lists: Capabilities.Lists?
  /// What a request is for, by its method and the segments of its path, whatever stands before them; nil where the
  /// vendor publishes no such path.
  public var place: @Sendable (_ method: String, _ path: [Substring]) -> Place?
  /// What the app did, and what of it cannot be read; empty where the vendor publishes no such path.
  public var read: @Sendable (Passed) -> [AppAction]
  /// Throws why a response does not say that the vendor took an action of its request, as the vendor's client judges
  /// it.
  ///
  /// The place is the action's among those of the request, which a batch has several of.
  public var judge: @Sendable (Passed, WireResponse, AppAction, _ place: Int) throws(InboxError) -> Void
  /// The fetches of the vendor, by a member that only their responses have: for one that was captured without its
  /// address.
  public var fetches: [(member: String, method: String, path: String)] = []
  /// The message that an event is about, where the event does not name it.
  public var match: @Sendable (AppAction, [Message]) -> MessageKey? = { _, _ in nil }
  /// Whether the vendor records what it accepts of a message: what it never has is not missing there.
  public var records: @Sendable (Message) -> Bool = { _ in true }

  /// The segments of a target's or a URL's path, percent-encoded as they are.
  public static func segments(_ target: String) -> [Substring] {
    var path = target.prefix { $0 != "?" && $0 != "#" }
    if let mark = path.range(of: "://") { path = path[mark.upperBound...].drop { $0 != "/" } }
    return path.split(separator: "/")
  }
}
