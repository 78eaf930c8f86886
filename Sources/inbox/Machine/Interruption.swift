import ArgumentParser
import Dispatch
import Foundation
import Synchronization

/// Lets a command clean up when a signal asks it to end.
enum Interruption {
  /// The signal that cancelled the work.
  private(set) static var received: Int32?

  /// Runs work; the first signal cancels it, so that it ends in its own way, and a second one ends the program at once.
  ///
  /// - Throws: what the work throws; after a signal its exit status.
  static func watched<Value: Sendable>(_ work: @escaping () async throws -> Value) async throws -> Value {
    // Before the work begins: it may make something that a signal must not leave behind.
    let signals = Signals.Watch()
    defer { signals.end() }
    let task = Task { try await work() }
    let watch = Task {
      for await number in signals.numbers {
        guard !Task.isCancelled else { return }
        guard received == nil else { exit(128 + number) }
        received = number
        task.cancel()
      }
    }
    let result = await task.result
    watch.cancel()
    if let received { throw ExitCode(128 + received) }
    return try result.get()
  }
}

/// Waits for signals without a handler that could interrupt anything.
nonisolated enum Signals {
  /// The signals that end a program; one that was ignored from the start, as by nohup, stays ignored.
  static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].filter { number in
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return true }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      != unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// The signals that end a server: also Ctrl-C where the shell of a script ignores it for commands with `&`, as
  /// scripts end servers with it.
  static let endingServers = ending.filter { $0 != SIGINT } + [SIGINT]

  /// The next signal that ends a server.
  static func firstOfServers() async -> Int32 {
    let watch = Watch(endingServers)
    defer { watch.end() }
    return await watch.numbers.first { @Sendable _ in true } ?? SIGTERM
  }

  /// Does work that a signal must not leave half reported: its state is written down before the program ends.
  ///
  /// A second signal does not wait for that.
  static func ending<Value>(
    by end: @escaping @Sendable (_ status: Int32) async -> Void, _ work: () async throws -> Value
  ) async throws -> Value {
    let watch = Watch()
    let numbers = watch.numbers
    let ending = Mutex<Task<Void, Never>?>(nil)
    let waiting = Task {
      for await number in numbers {
        guard ending.withLock({ $0 == nil }) else { exit(128 + number) }
        ending.withLock { task in
          task = Task {
            await end(128 + number)
            exit(128 + number)
          }
        }
      }
    }
    let result: Result<Value, any Error>
    do { result = .success(try await work()) } catch { result = .failure(error) }
    // The program ends once the state is written down; the work has nothing to add.
    await ending.withLock { $0 }?.value
    waiting.cancel()
    watch.end()
    for number in Self.ending { signal(number, SIG_DFL) }
    return try result.get()
  }

  /// Receives the ending signals from now on; they no longer end the program by themselves.
  struct Watch {
    let numbers: AsyncStream<Int32>
    private let sources: [any DispatchSourceSignal]

    init(_ signals: [Int32] = ending) {
      let (numbers, continuation) = AsyncStream.makeStream(of: Int32.self)
      self.numbers = numbers
      sources = signals.map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
        source.setEventHandler { continuation.yield(number) }
        source.resume()
        return source
      }
    }

    func end() { for source in sources { source.cancel() } }
  }
}
