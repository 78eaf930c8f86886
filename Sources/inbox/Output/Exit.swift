import ArgumentParser
import Foundation
import InboxCore
import InboxSandbox
import InboxTOML

/// How a command ends badly: one sentence on standard error and an exit status.
nonisolated struct Exit: Error, CustomStringConvertible {
  /// Done, but it failed.
  static let failed: Int32 = 1
  /// The command line cannot be meant: the parser's own status.
  static let usage: Int32 = 64
  /// The profile or the machine is not ready.
  static let notReady: Int32 = 2

  let status: Int32
  let sentence: String

  init(_ status: Int32, _ sentence: String) {
    self.status = status
    self.sentence = sentence
  }

  init(_ error: InboxError) {
    let notReady =
      switch error {
      case .configuration, .storeUnavailable, .storeTooNew, .disabled, .invalidURL: true
      default: false
      }
    self.init(notReady ? Self.notReady : Self.failed, error.description)
  }

  var description: String { sentence }
}

/// Runs the body of a command; an error becomes its sentence and its exit status.
nonisolated func reporting(_ body: () async throws -> Void) async throws {
  do {
    try await body()
  } catch {
    let exit =
      switch error {
      case let error as Exit: error
      case let error as InboxError: Exit(error)
      case let error as SandboxError: Exit(Exit.notReady, error.description)
      case let error as TOMLFileError: Exit(Exit.notReady, error.description)
      default: throw error
      }
    Output.complain(exit.sentence)
    throw ExitCode(exit.status)
  }
}
