import NIOPosix

/// Runs an actor on a thread of its own, where it may wait for a database without holding up anyone else.
final class ThreadExecutor: SerialExecutor {
  private let thread = NIOThreadPool(numberOfThreads: 1)

  init() { thread.start() }

  deinit { thread.shutdownGracefully { _ in } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // Also while it ends: the caller that waits for the job would wait for ever.
    thread.submit { _ in job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
