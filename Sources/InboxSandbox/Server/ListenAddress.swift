import Foundation
import InboxCore

/// Where a sandbox listens.
package struct ListenAddress: Hashable, Sendable {
  /// An IPv4 or IPv6 address without brackets.
  package let host: String

  /// This machine alone.
  package static let loopback = ListenAddress(host: "127.0.0.1")

  private init(host: String) { self.host = host }

  /// Reads `ADDRESS` or `ADDRESS:PORT`: `0.0.0.0`, `192.168.1.5:8377`, `localhost`, `::1`, `[::1]:8377`.
  ///
  /// - Returns: nil for anything else; names but `localhost` are none, as others decide where they lead.
  package static func parse(_ text: String) -> (address: ListenAddress, port: Int?)? {
    var (host, port): (String, Int?) = (text, nil)
    let isBracketed = text.hasPrefix("[")
    if let colon = text.lastIndex(of: ":"),
      isBracketed ? text[..<colon].hasSuffix("]") : !text[..<colon].contains(":")
    {
      guard let number = Int(text[text.index(after: colon)...]), (0...65_535).contains(number) else {
        return nil
      }
      (host, port) = (String(text[..<colon]), number)
    }
    if isBracketed {
      guard host.hasSuffix("]"), host.contains(":") else { return nil }
      host = LoopbackHost.bare(host)
    }
    if host.lowercased() == "localhost" { return (.loopback, port) }
    var bytes = in6_addr()
    guard [AF_INET, AF_INET6].contains(where: { inet_pton($0, host, &bytes) == 1 }) else { return nil }
    return (ListenAddress(host: host), port)
  }

  /// Whether nobody but this machine can come here.
  package var isLoopback: Bool { LoopbackHost.contains(host) }

  /// As a URL has it: the address at which this machine finds it, which is not the one that stands for all of them.
  var forURL: String {
    switch host {
    case "0.0.0.0": "127.0.0.1"
    case "::": "[::1]"
    default: host.contains(":") ? "[\(host)]" : host
    }
  }
}
