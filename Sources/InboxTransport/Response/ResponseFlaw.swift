import NIOCore

/// What no response of HTTP is, whatever it says.
enum ResponseFlaw: Error, Hashable, Sendable {
  /// A status below 100.
  case status(Int)
  /// Another protocol from now on (status 101), which was not requested.
  case otherProtocol
  /// This many bytes in a row that belong to no body: a head, trailers, extensions of chunks, or interim responses
  /// without end.
  case overhead(bytes: Int)
  /// A body of more bytes than are taken.
  case body(bytes: Int)
  /// A body whose coding cannot be taken off; why, as a clause.
  case coding(String)

  /// A clause that says what the server did.
  var reason: String {
    switch self {
    case .status(let status):
      let digits = String(status)
      return "the server sent status \(String(repeating: "0", count: max(0, 3 - digits.count)) + digits), "
        + "which HTTP does not have"
    case .otherProtocol: return "the server switched to another protocol unasked (status 101)"
    case .overhead(let bytes): return "the server sent more than \(bytes >> 10) KiB of headers"
    case .body(let bytes):
      return "the server sent more than "
        + (bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes >> 10) KiB") + ", the most that is taken"
    case .coding(let reason): return reason
    }
  }
}

extension ChannelHandlerContext {
  /// Gives up a connection: nothing more is read of it, also while TLS waits for the other side's goodbye.
  func giveUp(_ flaw: ResponseFlaw) {
    fireErrorCaught(flaw)
    stopReading()
    close(promise: nil)
  }

  func stopReading() { channel.setOption(.autoRead, value: false).whenComplete { _ in } }
}
