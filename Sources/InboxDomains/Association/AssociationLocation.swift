import InboxModel

/// A URL cut into its parts as it is written: nothing is decoded, completed or encoded again.
///
/// Foundation's parsers repair what they read, and a repaired URL would match other patterns.
struct AssociationLocation: Hashable, Sendable {
  /// The scheme in lower case.
  let scheme: String
  /// The host in lower case, without user name and port.
  let host: String
  /// The path as bytes; empty if there is none.
  let path: ArraySlice<UInt8>
  /// What follows the first `?`; nil and empty are alike to Apple.
  let query: ArraySlice<UInt8>
  /// What follows the first `#`.
  let fragment: ArraySlice<UInt8>

  /// Reads an absolute URL with a host; nil for everything else.
  init?(_ url: String) {
    let bytes = Array(url.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[..<colon].isURLScheme,
      bytes[(colon + 1)...].starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")])
    else { return nil }
    let rest = bytes[(colon + 3)...]
    let isEnd: (UInt8) -> Bool = {
      $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#")
    }
    let authority = rest.prefix { !isEnd($0) }
    let host = Self.host(of: authority)
    guard !host.isEmpty else { return nil }
    let (beforeFragment, fragment) = Self.cut(rest[authority.endIndex...], at: UInt8(ascii: "#"))
    let (path, query) = Self.cut(beforeFragment, at: UInt8(ascii: "?"))
    self.scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
    self.host = HostName.withoutDot(String(decoding: host, as: UTF8.self).lowercased())
    self.path = path
    self.query = query
    self.fragment = fragment
  }

  /// The host of `user:password@host:port` or `[v6]:port`.
  private static func host(of authority: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var host = authority
    if let at = host.lastIndex(of: UInt8(ascii: "@")) { host = host[(at + 1)...] }
    if host.first == UInt8(ascii: "["), let end = host.firstIndex(of: UInt8(ascii: "]")) {
      return host[...end]
    }
    return host.prefix { $0 != UInt8(ascii: ":") }
  }

  private static func cut(
    _ bytes: ArraySlice<UInt8>, at separator: UInt8
  ) -> (before: ArraySlice<UInt8>, after: ArraySlice<UInt8>) {
    guard let index = bytes.firstIndex(of: separator) else { return (bytes, []) }
    return (bytes[..<index], bytes[(index + 1)...])
  }
}
