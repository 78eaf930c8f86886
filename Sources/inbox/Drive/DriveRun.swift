import ArgumentParser
import Foundation
import InboxModel
import Synchronization

/// Performs `inbox drive`.
enum DriveRun {
  /// Whether nothing reads the responses any more: lines that were written ahead are not done unseen (VE-8).
  private nonisolated static let isUnread = Atomic(false)

  static func run(_ command: DriveCommand) async throws {
    do {
      try await Interruption.watched {
        let input = DriveInput()
        try await drive(command) { try await input.next() }
      }
    } catch let ended as ExitCode {
      throw ended
    } catch {
      // Programs read standard output: what goes wrong before the first line is said there, too.
      if !Output.hasResult { Output.json(DriveSession.refusal(DriveProblem(error))) }
      try await reporting { throw error }
    }
  }

  private static func drive(_ command: DriveCommand, _ next: () async throws -> Data?) async throws {
    let recording = command.recording.run
    guard command.demo else { return try await run(command.options.load(), recording, next) }
    try await DemoSandbox.run(vendor: SandboxVendor(command.vendorName)) { profile, _ in
      var profile = profile
      command.options.apply(to: &profile)
      try await run(profile, recording, next)
    }
  }

  /// Does a line; nil where a signal comes before it is done, which no request may hold up (EN-3).
  private static func unlessCancelled<Value: Sendable>(_ work: @escaping () async -> Value) async -> Value? {
    let (values, continuation) = AsyncStream.makeStream(of: Value.self)
    let working = Task {
      continuation.yield(await work())
      continuation.finish()
    }
    for await value in values { return value }
    working.cancel()
    return nil
  }

  /// Does every line that comes until it is over.
  ///
  /// - Parameter next: The next line; nil for the end.
  static func run(
    _ profile: Profile, _ recording: RunRecording = RunRecording(), _ next: () async throws -> Data?
  ) async throws {
    let profile = try await profile.opened(writes: true)
    let file = try recording.begin(profile)
    try await file.ended {
      let session = try DriveSession(profile, recording: file)
      do { try await session.start() } catch {
        await session.close()
        throw error
      }
      if let problem = session.composition.problem { Output.complain(problem) }
      Output.readerGone.withLock { $0 = { isUnread.store(true, ordering: .relaxed) } }
      var (isOver, problem): (Bool, (any Error)?) = (false, nil)
      do {
        while !isOver, !isUnread.load(ordering: .relaxed), let line = try await next() {
          guard let end = await unlessCancelled({ await session.respond(to: DriveLine(line)) }) else { break }
          isOver = end.isOver
          Output.json(end.0)
        }
      } catch { problem = error }
      // Also where a signal called this task off: what waits still goes out (EN-3).
      let lost = await Task { await session.close() }.value
      if let signal = Interruption.received { throw ExitCode(128 + signal) }
      if let problem { throw problem }
      if lost != nil { throw ExitCode(Exit.failed) }
    }
  }
}
