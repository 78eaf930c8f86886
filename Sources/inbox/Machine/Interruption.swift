import ArgumentParser
import Dispatch
import Foundation

/// Lets a command clear up when a signal asks it to end.
enum Interruption {
  /// The signal that called the work off.
  private(set) static var received: Int32?

  /// Runs work; the first signal calls it off, so that it ends by its own ways, and a second one does not wait for
  /// that.
  ///
  /// - Parameter clearUp: What is done before a second signal ends the program.
  /// - Throws: what the work throws; after a signal its exit status.
  static func watched<Value: Sendable>(
    orElse clearUp: @escaping () -> Void, _ work: @escaping () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await work() }
    let watch = Task {
      let first = await Signals.first()
      guard !Task.isCancelled else { return }
      received = first
      task.cancel()
      let second = await Signals.first()
      guard !Task.isCancelled else { return }
      clearUp()
      exit(128 + second)
    }
    let result = await task.result
    watch.cancel()
    if let received { throw ExitCode(128 + received) }
    return try result.get()
  }
}

/// Waits for signals without a handler that could interrupt anything.
nonisolated enum Signals {
  /// Those that end a program; a signal that was ignored from the beginning, as by nohup, stays ignored.
  static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].filter { number in
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return true }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      != unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Those that end a server: also Ctrl-C where the shell of a script has it ignored for what runs behind `&`, as scripts end
  /// it so.
  static let endingServers = ending.filter { $0 != SIGINT } + [SIGINT]

  /// The next signal that ends the program.
  static func first(of signals: [Int32] = ending) async -> Int32 {
    let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
    let sources = signals.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { continuation.yield(number) }
      source.resume()
      return source
    }
    defer { for source in sources { source.cancel() } }
    for await number in stream { return number }
    return SIGTERM
  }
}
