import Foundation

/// Recognises addresses, and those that never leave this machine.
package enum LoopbackHost {
  /// Whether a host is this machine and nothing else: `localhost`, an IPv4 address that begins with 127, or `::1`; the
  /// latter may stand in brackets.
  ///
  /// Other names are not: the owner of their name server decides where they lead.
  package static func contains(_ host: String) -> Bool {
    if host.lowercased() == "localhost" { return true }
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, host, &bytes) == 1 { return bytes[0] == 127 }
    guard inet_pton(AF_INET6, bare(host), &bytes) == 1 else { return false }
    let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 127]
    return bytes == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] || bytes.starts(with: mapped)
  }

  /// Whether a text is an address and not a name: an IPv4 one, or an IPv6 one, which may stand in brackets.
  package static func isAddress(_ text: some StringProtocol) -> Bool {
    var bytes = in6_addr()
    return [AF_INET, AF_INET6].contains { inet_pton($0, bare(String(text)), &bytes) == 1 }
  }

  /// An address without the brackets in which a URL has it.
  package static func bare(_ host: String) -> String {
    host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
  }
}
