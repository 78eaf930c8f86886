import ArgumentParser
import CursesTerminal
import Foundation
import InboxModel
import InboxSandbox
import InboxTOML

/// A bad end of a command: one sentence on standard error and an exit status.
///
/// One rule for all: 0 is yes, 1 is no, and 2 means that the question could not be asked.
nonisolated struct Exit: Error, CustomStringConvertible {
  /// The question was valid, and the result is no: it is not so, it does not exist, the back end refused.
  static let failed: Int32 = 1
  /// The command line makes no sense, or a file that it names is broken.
  static let usage: Int32 = 2
  /// The profile, the sandbox or the machine is not ready: like a wrong command line, this is mended before the
  /// question.
  static let notReady: Int32 = 2

  static func failed(_ sentence: String) -> Exit { Exit(failed, sentence) }

  static func usage(_ sentence: String) -> Exit { Exit(usage, sentence) }

  static func notReady(_ sentence: String) -> Exit { Exit(notReady, sentence) }

  let status: Int32
  let sentence: String
  /// The word for programs that never changes; nil where only the sentence says it.
  let kind: String?
  /// The number that the vendor's SDK gives it, where there is one.
  let number: Int?

  init(_ status: Int32, _ sentence: String, kind: String? = nil, number: Int? = nil) {
    (self.status, self.sentence, self.kind, self.number) = (status, sentence, kind, number)
  }

  /// - Parameter sentence: What is said of the error; nil for its own words.
  init(_ status: Int32, _ error: InboxError, saying sentence: String? = nil) {
    self.init(status, sentence ?? error.description, kind: error.kind, number: error.code)
  }

  init(_ error: InboxError) {
    switch error {
    case .negativeBadge, .unknownCenter, .unsupported: self.init(Self.usage, error)
    case .configuration, .storeUnavailable, .storeTooNew, .disabled, .invalidURL:
      self.init(Self.notReady, error)
    default: self.init(Self.failed, error)
    }
  }

  /// The end for an error; nil for one that is not the program's own, such as an ``ExitCode``.
  init?(_ error: any Error) {
    switch error {
    case let error as Exit: self = error
    case let error as InboxError: self.init(error)
    case let error as SandboxError: self = .notReady(error.description)
    case let error as TOMLFileError: self.init(Self.notReady, .configuration(error.description))
    case let error as TerminalError: self = .notReady(error.description)
    default: return nil
    }
  }

  /// The exit status that an error leads to.
  static func status(of error: any Error) -> Int32 {
    Exit(error)?.status ?? (error as? ExitCode)?.rawValue ?? failed
  }

  var description: String { sentence }

  /// The form for programs (MC-15).
  var json: JSONValue {
    .object(["error": Output.masked(.members(["kind": kind, "text": sentence, "number": number]))])
  }
}

/// Runs the body of a command; an error becomes its sentence and its exit status.
///
/// - Parameter json: Whether programs read standard output: then the error is reported there as well (MC-15).
nonisolated func reporting(json: Bool = false, _ body: () async throws -> Void) async throws {
  do {
    try await body()
  } catch {
    guard let exit = Exit(error) else { throw error }
    // A result that was printed already says it itself: there is one object.
    if json, !Output.hasResult { Output.json(exit.json) }
    Output.complain(exit.sentence)
    throw ExitCode(exit.status)
  }
}

/// A command whose errors become sentences and exit statuses.
nonisolated protocol ReportingCommand: AsyncParsableCommand {
  /// Whether programs read standard output.
  var json: Bool { get }

  @MainActor func perform() async throws
}

extension ReportingCommand {
  nonisolated var json: Bool { false }

  @MainActor func run() async throws { try await reporting(json: json) { try await perform() } }
}
