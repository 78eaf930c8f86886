import Foundation
import InboxModel

/// HTTP by hand, so that tests send exactly the bytes they show and see exactly what comes back.
///
/// It blocks threads of its own: a blocked thread of Dispatch's would hold up Swift's tasks for a second.
struct RawClient: Sendable {
  struct Response: Sendable {
    var status: Int
    var head: String
    var body: String

    /// The body without spaces and line ends between its parts, for comparing with literal JSON.
    var compact: String { body.trimmingCharacters(in: .whitespacesAndNewlines) }

    var json: JSONValue { get throws { try JSONValue.parse(Data(body.utf8)) } }
  }

  let port: Int
  var headers: [String] = []
  /// The name that the client thinks it speaks to.
  var host = "127.0.0.1"
  /// The whole Host field, where it is not ``host`` and the port.
  var authority: String?
  var version = "HTTP/1.1"
  /// The Connection field; nil sends none.
  var connection: String? = "close"

  func get(_ path: String) async throws -> Response { try await send("GET", path) }

  /// - Parameter leaves: Whether the client closes its side as soon as it has sent the request.
  func send(
    _ method: String, _ path: String, body: String = "", leaves: Bool = false
  ) async throws -> Response {
    try Self.parse(await exchange(request(method, path, body), leaves: leaves))
  }

  /// Sends a text as it stands, and returns what comes until the server closes.
  func exchange(_ text: String, leaves: Bool = false) async throws -> String {
    let connection = try Socket(port: port)
    let bytes: [UInt8] = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            try connection.write(text)
            if leaves { connection.finishWriting() }
            return try connection.readToEnd()
          })
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The JSON lines of an open response; ends when the server ends it.
  ///
  /// - Parameter marks: What a line begins with that counts.
  func lines(_ path: String, beginning marks: [String] = ["{"]) throws -> AsyncThrowingStream<
    String, any Error
  > {
    let connection = try Socket(port: port)
    let request = request("GET", path, "")
    return AsyncThrowingStream { continuation in
      continuation.onTermination = { _ in connection.shutDown() }
      Thread.detachNewThread {
        do {
          try connection.write(request)
          var pending = ""
          while let bytes = try connection.read() {
            pending += String(decoding: bytes, as: UTF8.self)
            while let end = pending.firstIndex(where: \.isNewline) {
              let line = pending[..<end]
              if marks.contains(where: { line.hasPrefix($0) }) { continuation.yield(String(line)) }
              pending.removeSubrange(...end)
            }
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
    }
  }

  private func request(_ method: String, _ path: String, _ body: String) -> String {
    let fixed =
      ["\(method) \(path) \(version)", "Host: \(authority ?? "\(host):\(port)")"]
      + (connection.map { ["Connection: \($0)"] } ?? [])
    let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
    return (fixed + length + headers).joined(separator: "\r\n") + "\r\n\r\n" + body
  }

  private static func parse(_ text: String) throws -> Response {
    guard let end = text.range(of: "\r\n\r\n"), let status = Int(text.dropFirst(9).prefix(3)) else {
      throw SocketError(what: "no response", code: 0)
    }
    return Response(
      status: status, head: String(text[..<end.lowerBound]), body: String(text[end.upperBound...]))
  }
}
