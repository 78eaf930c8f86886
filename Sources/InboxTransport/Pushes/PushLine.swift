/// An open line to the push service; it is closed when this is released.
final class PushLine: Sendable {
  let queue = PushQueue()
  private let reading: Task<Void, Never>

  /// - Parameter read: Puts into the queue what comes, until the line breaks, which throws.
  init(_ read: @escaping @Sendable (PushQueue) async throws -> Void) {
    let queue = queue
    reading = Task {
      do { try await read(queue) } catch { await queue.end(error) }
    }
  }

  deinit { reading.cancel() }
}
