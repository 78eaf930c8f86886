import Foundation
import Glibc
import Synchronization

/// An HTTP server on loopback that answers with whatever bytes a test makes up: what no honest server would send.
package final class ScriptedServer: Sendable {
  package let port: Int
  private let listening: Int32
  private let asked = Mutex<[String]>([])

  /// Listens when it returns.
  ///
  /// - Parameter response: The whole response to a method and a path, such as “GET /x”; the connection is closed after
  ///   it.
  package init(_ response: @escaping @Sendable (String) -> [UInt8]) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, 64) == 0
          && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isBound else { throw ServerTrouble("no port: \(String(cString: strerror(errno)))") }
    listening = descriptor
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(descriptor, nil, nil)
        if connection < 0, errno == EINTR { continue }
        guard connection >= 0 else {
          // Closed by no other thread: the number could be another socket's by then.
          close(descriptor)
          break
        }
        Thread.detachNewThread { [weak self] in
          let request = Self.request(connection)
          self?.asked.withLock { $0.append(request) }
          let bytes = response(request)
          var sent = 0
          while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
              send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { break }
            sent += count
          }
          close(connection)
        }
      }
    }
  }

  deinit { shutdown(listening, Int32(SHUT_RDWR)) }

  /// What it was asked so far, in order.
  package var requests: [String] { asked.withLock { $0 } }

  /// Reads a whole request; returns its method and path.
  private static func request(_ connection: Int32) -> String {
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !isWhole(text) {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      text += String(decoding: buffer.prefix(count), as: UTF8.self)
    }
    return text.prefix { $0 != "\r\n" }.split(separator: " ").prefix(2).joined(separator: " ")
  }

  private static func isWhole(_ text: String) -> Bool {
    guard let end = text.range(of: "\r\n\r\n") else { return false }
    let head = text[..<end.lowerBound].lowercased().split(separator: "\r\n")
    let length = head.first { $0.hasPrefix("content-length:") }?.split(separator: ":").last
    return text[end.upperBound...].utf8.count >= Int(length?.trimmingCharacters(in: .whitespaces) ?? "0") ?? 0
  }
}
