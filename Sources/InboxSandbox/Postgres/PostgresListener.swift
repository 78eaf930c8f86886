import Glibc
import NIOPosix
import Synchronization

/// Hears what other processes change: it waits on a connection and a thread of its own, and polls nothing.
///
/// After a lost connection it connects again and reports ``StoreSignal/anything``, as signals may have been lost.
final class PostgresListener: Sendable {
  static let channel = "inbox_sandbox"

  let signals: AsyncStream<StoreSignal>
  private let continuation: AsyncStream<StoreSignal>.Continuation
  private let url: String
  private let thread = NIOThreadPool(numberOfThreads: 1)
  /// A pipe: a byte in it ends the wait.
  private let end: (read: Int32, write: Int32)
  private let isEnded = Mutex(false)

  /// - Throws: ``StoreError/unavailable(_:)`` where no pipe can be opened.
  init(url: String) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw StoreError.unavailable("there are no descriptors left") }
    for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    end = (ends[0], ends[1])
    self.url = url
    (signals, continuation) = AsyncStream<StoreSignal>.makeStream()
    thread.start()
    thread.submit { [self] _ in listen() }
  }

  /// Ends the thread; a second call does nothing.
  func stop() async {
    let isFirst = isEnded.withLock { isEnded in
      defer { isEnded = true }
      return !isEnded
    }
    guard isFirst else { return }
    var byte: UInt8 = 0
    _ = write(end.write, &byte, 1)
    await withCheckedContinuation { stopped in thread.shutdownGracefully { _ in stopped.resume() } }
    close(end.read)
    close(end.write)
    continuation.finish()
  }

  private func listen() {
    var pause: Int32 = 50
    while !isEnded.withLock({ $0 }) {
      do {
        let link = try PostgresLink(url)
        try link.run("LISTEN \(Self.channel)")
        continuation.yield(.anything)
        pause = 50
        hear(link)
      } catch {
        // It is tried again after a pause, until the sandbox ends.
        wait(on: nil, milliseconds: pause)
        pause = min(pause * 2, 2_000)
      }
    }
  }

  /// Returns when the connection is lost, or the listener has to end.
  private func hear(_ link: PostgresLink) {
    while !isEnded.withLock({ $0 }), let descriptor = link.descriptor {
      wait(on: descriptor, milliseconds: -1)
      guard let texts = link.signals() else { return }
      for signal in Set(texts.compactMap(StoreSignal.init(text:))) { continuation.yield(signal) }
    }
  }

  private func wait(on descriptor: Int32?, milliseconds: Int32) {
    var waits = [pollfd(fd: end.read, events: Int16(POLLIN), revents: 0)]
    if let descriptor { waits.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
    while poll(&waits, nfds_t(waits.count), milliseconds) < 0, errno == EINTR {}
  }
}
