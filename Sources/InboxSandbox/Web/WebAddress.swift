private import Foundation
import InboxCore

/// The parts of a URL that virtual hosting needs.
enum WebAddress {
  /// The host as hosts are compared; nil when the scheme is another one or there is no host.
  static func host(of url: String, schemes: Set<String>) -> String? {
    guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
      schemes.contains(scheme), let host = parts.host, !host.isEmpty
    else { return nil }
    return HostName.normalized(host)
  }

  /// The host of a Host header, without port, as hosts are compared.
  static func host(authority: String) -> String {
    guard authority.hasPrefix("["), let end = authority.firstIndex(of: "]") else {
      return HostName.normalized(String(authority.prefix { $0 != ":" }))
    }
    return HostName.normalized(String(authority[...end]))
  }
}
