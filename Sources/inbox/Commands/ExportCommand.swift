import ArgumentParser
import Foundation
import InboxCore
import InboxEvidence

/// A recording in forms that others read.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a recording as HAR 1.2, or as an evidence page for a ticket.",
    discussion: "‘inbox demo --record FILE’ and ‘inbox --record FILE’ make recordings.")

  @Argument(help: "The recording.")
  var file: String

  @Flag(help: "HAR 1.2: the requests and responses, for browsers' tools and proxies.")
  var har = false

  @Flag(help: "Markdown: keys, why lines and requests, for a ticket.")
  var markdown = false

  @Option(help: "The title of the evidence page.")
  var title = "What the inbox did"

  func validate() throws {
    guard har == markdown else { return }
    let isThere = file == "-" || FileManager.default.fileExists(atPath: file)
    throw ValidationError(
      (isThere ? "" : "There is no file \(file). ")
        + "Give --har for HAR 1.2, or --markdown for an evidence page.")
  }

  func run() async throws {
    try await reporting {
      let recording = try RecordingText.read(file)
      Output.raw(
        har
          ? HARDocument(recording.exchanges, version: Version.text).text
          : EvidencePage(title: title, recording).markdown)
    }
  }
}

/// Two recordings side by side.
struct DiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two recordings; times, ports and ids do not count, which id belongs to which does.",
    discussion: "Exit status 0 when they agree, 1 when they differ.")

  @Argument(help: "A recording.")
  var first: String

  @Argument(help: "Another one.")
  var second: String

  func run() async throws {
    try await reporting {
      let diff = RecordingDiff(try RecordingText.read(first), try RecordingText.read(second))
      for line in diff.lines { Output.line(line) }
      Output.line(diff.summary)
      if !diff.isEmpty { throw ExitCode(Exit.failed) }
    }
  }
}

/// Reads recordings that a command line names.
nonisolated enum RecordingText {
  /// What is wrong in some lines is reported, and the rest is used.
  static func read(_ file: String) throws -> Recording {
    let recording: Recording
    do { recording = try RecordingReader.read(TextFile.data(file)) } catch let error as InboxError {
      throw Exit(Exit.notReady, "\(file): \(error.description)")
    }
    for problem in recording.problems { Output.complain("\(file): \(problem.description)") }
    return recording
  }
}
