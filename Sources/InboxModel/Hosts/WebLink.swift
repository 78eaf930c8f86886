/// An http or https link, taken apart by RFC 3986 (appendix B) and checked: what a browser could read otherwise than
/// this program is refused, not guessed.
public struct WebLink: Hashable, Sendable {
  /// Why a text is not a link that may be followed.
  public struct Flaw: Error, Hashable, Sendable {
    /// A clause: “it carries a user name …”.
    public var reason: String
    /// Whether the link carries a user name, and perhaps a password: a text that is not to be shown.
    public var hasUserName = false
  }

  /// `http` or `https`.
  public let scheme: String
  /// The host in lower case, without port and without a dot at its end.
  public let host: String
  /// The port that the link names; nil where it names none.
  public let port: Int?
  /// The path as it is written.
  public let path: String
  /// What follows the first `?`, as written; nil without one.
  public let query: String?
  /// What follows the first `#`, as written; nil without one.
  public let fragment: String?
  /// The link as it was given.
  public let text: String

  /// Splits and checks a link.
  ///
  /// - Throws: ``Flaw`` for another scheme, and for what hides where the link leads.
  public init(_ text: String) throws(Flaw) {
    // By scalars: a mark that follows a sign of the link is joined to it in Swift's characters.
    let scalars = text.unicodeScalars
    guard let colon = scalars.firstIndex(of: ":") else {
      throw Flaw(reason: "it has no scheme such as https:")
    }
    scheme = text[..<colon].lowercased()
    guard scheme == "http" || scheme == "https" else { throw Flaw(reason: "it is not a web link") }
    var rest = scalars[scalars.index(after: colon)...]
    guard rest.starts(with: "//".unicodeScalars) else {
      throw Flaw(reason: "it is not a well-formed URL: // and a host are missing")
    }
    rest = rest.dropFirst(2)
    fragment = Self.cut("#", off: &rest)
    query = Self.cut("?", off: &rest)
    let authority = rest.prefix { $0 != "/" }
    path = String(Substring(rest[authority.endIndex...]))
    (host, port) = try Self.hostAndPort(authority)
    self.text = text
  }

  /// The same, but nil where that would throw.
  public init?(valid text: String) {
    do { try self.init(text) } catch { return nil }
  }

  /// The path as `NSURL.path` gives it, which the vendor's code compares (seed 001): percent-decoded, without a slash
  /// at its end.
  public var comparablePath: String { Self.comparable(path: path) }

  /// The form in which a path is compared (``comparablePath``).
  public static func comparable(path: String) -> String {
    let decoded = PercentCoding.decode(path)
    return decoded.count > 1 && decoded.hasSuffix("/") ? String(decoded.dropLast()) : decoded
  }

  /// The items of ``query``; none without one.
  public var items: QueryItems { QueryItems(query ?? "") }

  /// The link as it can be put into a request: what a URL may not hold as it is, is percent-encoded.
  public var requestURL: String { PercentCoding.encodeForbidden(text) }

  /// Every port that a server can have.
  public static let ports = 1...65_535

  /// The port that is asked: the one that the link names, or its scheme's.
  public var effectivePort: Int { port ?? (scheme == "https" ? 443 : 80) }

  /// What is asked of a host on a port, as it can be put into a request: with a path, and without the fragment, which no
  /// server gets.
  package func text(host: String, port: Int?) -> String {
    PercentCoding.encodeForbidden(
      "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")\(askedPath)\(query.map { "?\($0)" } ?? "")")
  }

  /// A server is asked for `/` where the link names no path.
  private var askedPath: String { path.isEmpty ? "/" : path }

  /// Whether both lead to the same server.
  public func hasSameOrigin(as other: WebLink) -> Bool {
    scheme == other.scheme && HostName.normalized(host) == HostName.normalized(other.host)
      && effectivePort == other.effectivePort
  }

  /// What a server receives: links with the same are the same request, whatever their case, port or fragment.
  package var requested: [String] {
    [scheme, host, String(effectivePort), askedPath, query ?? "", query == nil ? "" : "?"]
  }

  private static func cut(_ mark: Unicode.Scalar, off rest: inout Substring.UnicodeScalarView) -> String? {
    guard let index = rest.firstIndex(of: mark) else { return nil }
    defer { rest = rest[..<index] }
    return String(Substring(rest[rest.index(after: index)...]))
  }

  private static func hostAndPort(
    _ authority: Substring.UnicodeScalarView
  ) throws(Flaw) -> (String, Int?) {
    if let at = authority.lastIndex(of: "@") {
      let real = Substring(authority[authority.index(after: at)...]).lowercased()
      throw Flaw(
        reason: "it carries a user name, which hides the real host \(real.prefix(253))", hasUserName: true)
    }
    var host = Substring(authority)
    var port: Int?
    if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
      let digits = Substring(authority[authority.index(after: colon)...])
      host = Substring(authority[..<colon])
      guard digits.isEmpty || digits.allSatisfy({ ("0"..."9").contains($0) }) else {
        throw Flaw(reason: "“\(digits.prefix(20))” is not a port")
      }
      port = Int(digits)
      guard digits.isEmpty || Self.ports.contains(port ?? 0) else {
        throw Flaw(reason: "“\(digits.prefix(20))” is not a port")
      }
    }
    guard !host.isEmpty else { throw Flaw(reason: "it is not a well-formed URL: it has no host") }
    if let reason = HostName.flaw(in: host) { throw Flaw(reason: reason) }
    return (HostName.withoutDot(host.lowercased()), port)
  }
}
