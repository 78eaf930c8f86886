private import Foundation

/// The parts of a URL that virtual hosting needs.
enum WebAddress {
  /// The host in lower case; nil when the scheme is another one or there is no host.
  static func host(of url: String, schemes: Set<String>) -> String? {
    guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
      schemes.contains(scheme), let host = parts.host, !host.isEmpty
    else { return nil }
    return host.lowercased()
  }

  /// The host of a Host header, without port, in lower case.
  static func host(authority: String) -> String {
    guard authority.hasPrefix("["), let end = authority.firstIndex(of: "]") else {
      return authority.prefix { $0 != ":" }.lowercased()
    }
    return authority[...end].lowercased()
  }
}
