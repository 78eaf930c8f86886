import Glibc

struct SocketError: Error {
  var what: String
  var code: Int32
}

/// A blocking connection to a port of 127.0.0.1.
final class Socket: Sendable {
  private let descriptor: Int32

  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SocketError(what: "socket", code: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    // A throw from here runs deinit, which closes.
    guard result == 0 else { throw SocketError(what: "connect", code: errno) }
  }

  deinit { close(descriptor) }

  func write(_ text: String) throws {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw SocketError(what: "send", code: errno) }
      bytes = bytes.dropFirst(count)
    }
  }

  /// What has come; nil at the end.
  func read() throws -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count >= 0 else { throw SocketError(what: "recv", code: errno) }
    return count == 0 ? nil : Array(buffer.prefix(count))
  }

  func readToEnd() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let more = try read() { bytes += more }
    return bytes
  }

  /// Says that nothing more comes, as a client that is gone does.
  func finishWriting() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  func shutDown() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
}
