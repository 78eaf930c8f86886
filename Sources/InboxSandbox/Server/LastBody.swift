import Hummingbird
import NIOCore
import Synchronization

/// The body of a client's last request on a connection.
///
/// Hummingbird reads no further once it has responded to that: the rest of the body in the socket would keep the
/// connection open for good.
final class LastBody: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  private let body: RequestBody
  private let isBegun = Atomic(false)

  init(_ body: RequestBody) { self.body = body }

  func makeAsyncIterator() -> RequestBody.AsyncIterator {
    isBegun.store(true, ordering: .relaxed)
    return body.makeAsyncIterator()
  }

  /// Reads a body that nothing has begun to read, and closes the connection if the body does not end soon.
  func drain(_ channel: any Channel) {
    let isRead = isBegun.load(ordering: .relaxed)
    let limit = channel.eventLoop.scheduleTask(in: .seconds(isRead ? 5 : 30)) { channel.close(promise: nil) }
    channel.closeFuture.whenComplete { _ in limit.cancel() }
    guard !isRead else { return }
    Task {
      // However the connection ends, nothing waits for it.
      do { for try await _ in self {} } catch { return }
    }
  }
}
