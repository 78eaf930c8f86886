import ArgumentParser
import InboxCore
import InboxEvidence
import InboxModel
import InboxTUI
import InboxTransport

/// A run and its recording, if it has one.
nonisolated struct RunRecording: Equatable, Sendable {
  /// The path of the file; nil records nothing.
  var path: String?

  /// Begins the recording; nil where none is wanted.
  func begin(_ profile: Profile, on screen: Size? = nil) throws -> RecordingFile? {
    try begin(profile.name, secrets: profile.secretBook, on: screen)
  }

  /// Begins the recording of a run under this name without a profile; nil where none is wanted.
  func begin(_ name: String, secrets: SecretBook = Output.secrets, on screen: Size? = nil) throws
    -> RecordingFile?
  {
    try path.map { path in
      let start = RecordingStart(
        program: Version.text, profile: name, arguments: Array(CommandLine.arguments.dropFirst()),
        columns: screen?.columns, rows: screen?.rows)
      return try RecordingFile(path, start, secrets: secrets)
    }
  }

  /// Does a command's work with a core, records it, and closes everything.
  ///
  /// - Parameters:
  ///   - writes: Whether the command changes something on a server; nil where it does so if it delivers.
  ///   - isOffline: Whether nothing at all is requested.
  func callAsFunction<Value: Sendable>(
    _ profile: Profile, delivers: Bool = false, mayOnlyRead: Bool = false, writes: Bool? = nil,
    isOffline: Bool = false, _ body: (Composition) async throws -> Value
  ) async throws -> Value {
    var profile = try await profile.opened(writes: writes ?? delivers)
    if !isOffline { profile = await profile.onTime() }
    let recording = try begin(profile)
    return try await recording.ended {
      let composition = try Composition(
        profile, isScreen: false, delivers: delivers, mayOnlyRead: mayOnlyRead, recording: recording)
      await composition.record()
      let value: Value
      do {
        value = try await writes ?? delivers ? Self.ending(composition, recording, body) : body(composition)
      } catch {
        await composition.close()
        throw error
      }
      if await composition.close() != nil { throw ExitCode(Exit.failed) }
      return value
    }
  }
}

nonisolated extension RunRecording {
  /// Does work that changes something on a server: where a signal ends it, requests on their way are noted (BD-7,
  /// MC-17).
  private static func ending<Value: Sendable>(
    _ composition: Composition, _ recording: RecordingFile?, _ body: (Composition) async throws -> Value
  ) async throws -> Value {
    let center = composition.center
    return try await Signals.ending { status in
      await center.stop()
      _ = await recording?.end(status: status)
    } _: {
      try await body(composition)
    }
  }
}

nonisolated extension RecordingFile? {
  /// Does the recorded work, and ends the recording with the exit status of its result.
  ///
  /// - Throws: What `body` throws; otherwise ``Exit`` where something is missing in the recording.
  func ended<Value: Sendable>(by body: () async throws -> Value) async throws -> Value {
    let result: Result<Value, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    let status: Int32 = if case .failure(let error) = result { Exit.status(of: error) } else { 0 }
    let missing = await self?.end(status: status)
    if let missing, case .failure = result { Output.complain(missing) }
    let value = try result.get()
    if let missing { throw Exit.failed(missing) }
    return value
  }
}
