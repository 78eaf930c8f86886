import Foundation

/// An IP address, read from every spelling that the system reads: `127.1`, `2130706433`, `0x7f.0.0.1`,
/// `::ffff:7f00:1`, `fe80::1%eth0`.
public struct InternetAddress: Hashable, Sendable {
  /// 4 or 16 bytes, the first first.
  public let bytes: [UInt8]

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Reads an address, an IPv6 one with or without brackets; nil for a name.
  public init?(_ text: String) {
    var four = in_addr()
    // Reads what `getaddrinfo` takes for an address without asking a name server.
    let bare = text.hasSuffix(".") ? String(text.dropLast()) : text
    if !bare.contains(where: \.isWhitespace), inet_aton(bare, &four) == 1 {
      self.init(bytes: withUnsafeBytes(of: four.s_addr) { Array($0) })
      return
    }
    self.init(version6: LoopbackHost.bare(text))
  }

  /// Reads an IPv6 address without brackets; nil for anything else.
  init?(version6 text: String) {
    var six = in6_addr()
    guard text.contains(":"), inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &six) == 1 else {
      return nil
    }
    self.init(bytes: withUnsafeBytes(of: six) { Array($0) })
  }

  /// The address as RFC 5952 writes it, without brackets.
  public var text: String {
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    guard inet_ntop(family, bytes, &buffer, socklen_t(buffer.count)) != nil else { return "" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// What the address is if it is none of the public Internet, to stand after “is”; nil for a public one.
  ///
  /// By IANA's registries of special-purpose addresses (RFC 6890): all that is not globally reachable. An IPv6 address
  /// that stands for an IPv4 one (mapped, compatible, NAT64, 6to4) is what that one is.
  public var privateKind: String? {
    guard bytes.count == 16 else { return Self.kind4(bytes) }
    if let inner = embedded { return Self.kind4(inner) }
    switch (bytes[0], bytes[1]) {
    case (0, 0) where bytes.dropLast().allSatisfy({ $0 == 0 }) && bytes[15] <= 1:
      return "an address of this machine"
    case (0xFC...0xFD, _), (0xFE, 0xC0...0xFF): return "an address of a local network"
    case (0xFE, 0x80...0xBF): return "a link-local address"
    case (0xFF, _): return "a multicast address"
    // 2001::/23 is for protocols (Teredo among them), 2001:db8::/32 and 3fff::/20 for documents.
    case (0x20, 0x01) where bytes[2] < 2 || bytes[2] == 0x0D && bytes[3] == 0xB8,
      (0x3F, 0xFF) where bytes[2] < 0x10:
      return "a reserved address"
    case (0x20...0x3F, _): return nil
    default: return "a reserved address"
    }
  }

  /// The IPv4 address that an IPv6 address stands for.
  private var embedded: [UInt8]? {
    let zeros = bytes.prefix { $0 == 0 }.count
    if zeros == 10, bytes[10] == 0xFF, bytes[11] == 0xFF { return Array(bytes[12...]) }
    if zeros >= 12, !(bytes.prefix(15).allSatisfy { $0 == 0 } && bytes[15] <= 1) {
      return Array(bytes[12...])
    }
    if bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) { return Array(bytes[12...]) }
    return bytes.starts(with: [0x20, 0x02]) ? Array(bytes[2...5]) : nil
  }

  private static func kind4(_ bytes: [UInt8]) -> String? {
    switch (bytes[0], bytes[1], bytes[2]) {
    case (127, _, _), (0, _, _): "an address of this machine"
    case (10, _, _), (172, 16...31, _), (192, 168, _), (100, 64...127, _): "an address of a local network"
    case (169, 254, _): "a link-local address"
    case (224...239, _, _): "a multicast address"
    case (240..., _, _), (192, 0, 0), (192, 0, 2), (198, 18...19, _), (198, 51, 100), (203, 0, 113):
      "a reserved address"
    default: nil
    }
  }
}
