import Glibc

/// A port of the loopback address at which no one answers, and which no one else can take meanwhile.
package final class LoopbackPort: Sendable {
  /// How it does not answer.
  package enum Kind: Sendable {
    /// A connection is refused: bound, but not listening.
    case refusing
    /// A connection is made, and then nothing is ever said: listening, but never accepting.
    case silent
    /// A datagram is refused: the socket is tied to another peer.
    case refusingDatagrams
  }

  package let number: Int
  private let descriptor: Int32

  package init(_ kind: Kind) throws {
    let type = kind == .refusingDatagrams ? SOCK_DGRAM : SOCK_STREAM
    let descriptor = socket(AF_INET, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    guard descriptor >= 0, Self.call(bind, descriptor, &address) == 0 else {
      throw ServerTrouble("no port: \(String(cString: strerror(errno)))")
    }
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &size) }
    }
    self.descriptor = descriptor
    number = Int(UInt16(bigEndian: address.sin_port))
    if kind == .silent { listen(descriptor, 16) }
    if kind == .refusingDatagrams {
      address.sin_port = UInt16(9).bigEndian
      _ = Self.call(connect, descriptor, &address)
    }
  }

  deinit { close(descriptor) }

  private static func call(
    _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ descriptor: Int32,
    _ address: inout sockaddr_in
  ) -> Int32 {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
