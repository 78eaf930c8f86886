import Foundation
package import InboxModel

/// The server that a tap stands in front of: `https://api.iterable.com`, or a sandbox with a path.
package struct TapOrigin: Hashable, Sendable {
  /// The host in lower case, without brackets and port.
  package let host: String
  package let port: Int
  /// Whether it is asked over TLS.
  package let isSecure: Bool
  /// What stands before the path of every request; empty, or with a slash at its beginning and none at its end.
  package let path: String
  /// The value of `Host`.
  package let authority: String
  /// An address to connect to in the place of where the name leads.
  package var address: String?

  /// Reads an address.
  ///
  /// - Throws: ``InboxError/configuration(_:)`` for what is not an address of a server.
  package init(_ text: String) throws(InboxError) {
    let link: WebLink
    do { link = try WebLink(text) } catch {
      throw .configuration(
        "--to takes the address of a server, such as https://api.iterable.com, and \(error.reason).")
    }
    guard link.query == nil, link.fragment == nil else {
      throw .configuration(
        "--to takes the address of a server: leave out what follows ? and #. The app's own requests have it."
      )
    }
    isSecure = link.scheme == "https"
    (host, port) = (LoopbackHost.bare(link.host), link.effectivePort)
    path = link.path.hasSuffix("/") ? String(link.path.dropLast()) : link.path
    let isUsual = port == (isSecure ? 443 : 80)
    authority = link.host + (isUsual ? "" : ":\(port)")
  }

  /// The address of the server, without its path.
  package var text: String { "\(isSecure ? "https" : "http")://\(authority)" }

  /// What is asked of the server where an app asks a tap: the same behind the path of the server.
  ///
  /// An app that takes the tap for a proxy asks with a whole URL, whose path counts.
  func target(_ asked: String) -> String {
    // “*” asks about the server as a whole.
    guard asked != "*" else { return asked }
    var asked = asked[...]
    if let mark = asked.range(of: "://"), !asked.hasPrefix("/") {
      asked = asked[mark.upperBound...].drop { $0 != "/" && $0 != "?" }
    }
    return path + (asked.hasPrefix("/") ? "" : "/") + asked
  }
}
