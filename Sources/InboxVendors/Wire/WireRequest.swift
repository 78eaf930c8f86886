public import struct Foundation.Data
public import InboxModel

/// An HTTP request that a vendor makes: everything about it is said here, and the sender adds nothing but `Host` and
/// `Accept-Encoding`, and decodes the response.
public struct WireRequest: Hashable, Sendable {
  /// Who named the address.
  public enum Source: Hashable, Sendable {
    /// The profile: it may lie in this machine or its network, and ``headers`` may carry credentials.
    case profile
    /// A sender, in a message: https only, nothing of this machine or its network (``PrivateAddresses``), and no
    /// credentials. What goes wrong is ``InboxError/contentUnavailable(url:reason:)``.
    case message
  }

  /// The most bytes of a body, unless a request says otherwise.
  public static let limit = 8 * 1_024 * 1_024

  /// `GET`, `POST` and so on.
  public var method: String
  /// The absolute URL.
  public var url: String
  /// The head, in order; credentials too.
  public var headers: [WireHeader]
  /// The body; nil for none.
  public var body: Data?
  /// Who named the address.
  public var source: Source
  /// Whether the server may hold something else afterwards.
  ///
  /// Then a response that is lost leaves open whether it does (``InboxError/responseLost(_:)``), and one whose body
  /// cannot be read comes without it (``WireResponse/flaw``). A `POST` that only fetches changes nothing.
  public var changes: Bool
  /// Whose messages or events it is about, for a recording: no one's while empty, anyone's when nil (MC-12).
  public var about: [Identity]?
  /// Seconds that the whole exchange may take; nil for what the profile says.
  public var seconds: Int?
  /// The most bytes that the body of the response may have.
  public var limit: Int

  /// A request to an address of the profile.
  public init(
    _ method: String, _ url: String, headers: [WireHeader] = [], body: Data? = nil, changes: Bool = false,
    about: [Identity]? = []
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    source = .profile
    self.changes = changes
    self.about = about
    limit = Self.limit
  }
}

extension WireRequest {
  /// Posts JSON to an address of the profile, about one person.
  static func post(
    _ url: String, _ body: JSONValue, headers: [WireHeader] = [], of identity: Identity, changes: Bool
  ) -> WireRequest {
    WireRequest(
      "POST", url, headers: WireHeader.json + headers, body: Data(body.serialized.utf8), changes: changes,
      about: [identity])
  }

  /// The same request with one more line in its head, behind the others.
  func adding(_ name: String, _ value: String) -> WireRequest {
    var request = self
    request.headers.append(WireHeader(name, value))
    return request
  }

  /// Asks a sender's web host for a page, with nothing that says who asks.
  public static func page(_ url: String, about identity: Identity) -> WireRequest {
    var request = WireRequest(
      "GET", url, headers: [WireHeader("Accept", "text/html")], about: [identity])
    request.source = .message
    return request
  }
}
