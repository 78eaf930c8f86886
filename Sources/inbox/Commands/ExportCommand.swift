import ArgumentParser
import Foundation
import InboxEvidence
import InboxModel
import InboxSandbox

/// Exports a recording in forms that others read, or a page of a sandbox as a file.
struct ExportCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract:
      "Write a recording as HAR 1.2 or as an evidence page, or a sandbox's page as a file, for a ticket.",
    discussion: """
      ‘inbox demo --record FILE’ and ‘inbox --record FILE’ make recordings.

      A sandbox has a page for each receipt, message and generation: give its address in a browser, such as \
      http://127.0.0.1:8377/s/checkout/receipts/ID, or receipts/ID, messages/ID or reports/NUMBER of the \
      sandbox that runs here or that --to names. The file needs neither a sandbox nor scripts, and loads \
      nothing.
      """)

  @Argument(help: "The recording, or the address of a page.", completion: .file())
  var file: String

  @Flag(help: "HAR 1.2: the requests and responses, for browsers' tools and proxies.")
  var har = false

  @Flag(help: "Markdown: keys, why lines and requests, for a ticket.")
  var markdown = false

  @Option(help: "The title of the evidence page; otherwise “What the inbox did”.")
  var title: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write to this file, readable by its owner only; a file with content is never overwritten. Otherwise, and with -, to standard output.",
      valueName: "file|-"), completion: .file())
  var output: String?

  @OptionGroup var sandbox: SandboxOption
  private var page: PageAddress? { har || markdown ? nil : PageAddress(file) }

  func validate() throws {
    if let page {
      guard page.sandbox == nil || sandbox.url == nil else {
        throw ValidationError("The address names its sandbox itself. Leave --to out.")
      }
      guard title == nil else {
        throw ValidationError("A sandbox's page has its own title. Leave --title out.")
      }
      return
    }
    guard har == markdown else {
      guard PageAddress(file)?.sandbox == nil else {
        throw ValidationError(
          "\(file) is a sandbox's page, which is written as it is. Leave --har and --markdown out.")
      }
      guard title == nil || markdown else { throw ValidationError("HAR has no title. Leave --title out.") }
      guard sandbox.url == nil, sandbox.ca.isEmpty, sandbox.token.file == nil else {
        throw ValidationError(
          "A recording is exported without a sandbox. Leave --to, --ca and --control-token out.")
      }
      return
    }
    if har { throw ValidationError("Give one of --har and --markdown, not both.") }
    guard !file.contains("://") else {
      throw ValidationError(
        "\(file) is not the address of a page that can be exported, such as http://127.0.0.1:8377/receipts/ID."
      )
    }
    let isThere = file == "-" || FileManager.default.fileExists(atPath: file)
    throw ValidationError(
      (isThere ? "" : "There is no file \(file). ")
        + "Give --har for HAR 1.2, --markdown for an evidence page, or the address of a sandbox's page such as receipts/ID."
    )
  }

  func perform() async throws {
    if let page {
      var sandbox = sandbox
      sandbox.url = page.sandbox ?? sandbox.url
      let control = try sandbox.control()
      let html = String(decoding: try await control.send("GET", page.path + "?file=1"), as: UTF8.self)
      guard HTMLPage.isSandboxPage(html) else {
        throw Exit.notReady("What responds at \(control.url) is not a sandbox of this version.")
      }
      return try write(html)
    }
    let recording = try RecordingText.read(file)
    try write(
      har
        ? HARDocument(recording.exchanges, version: Version.text, comment: recording.damage).text
        : EvidencePage(title: title ?? "What the inbox did", recording).markdown)
  }

  private func write(_ text: String) throws {
    try EvidenceFile.write(text, to: output, for: "--output")
  }
}

/// Compares two recordings side by side.
struct DiffCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two recordings. Times, ports and ids may differ, but not which id belongs to which.",
    discussion:
      "Exit status 0 when they agree, 1 when they differ, 2 when what can be read agrees and something is missing."
  )

  @Argument(help: "A recording.", completion: .file()) var first: String

  @Argument(help: "The other recording.", completion: .file())
  var second: String

  func validate() throws {
    guard first != "-" || second != "-" else {
      throw ValidationError("Standard input can be one of the two recordings, not both.")
    }
  }

  func perform() async throws {
    let recordings = (try RecordingText.read(first), try RecordingText.read(second))
    let diff = RecordingDiff(recordings.0, recordings.1)
    for line in diff.lines { Output.line(line) }
    Output.line(diff.summary)
    if !diff.isEmpty { throw ExitCode(Exit.failed) }
    guard recordings.0.damage == nil, recordings.1.damage == nil else {
      throw Exit.notReady("That is so of what can be read; what is missing may differ.")
    }
  }
}

nonisolated enum RecordingText {
  /// Uses what can be read.
  ///
  /// - Parameter reportsGaps: Whether the rest is reported here, line by line; otherwise the caller says it.
  static func read(_ file: String, reportsGaps: Bool = true) throws -> Recording {
    let name = TextFile.name(of: file)
    do {
      let recording = try RecordingReader.read(TextFile.data(file))
      if reportsGaps { for gap in recording.gaps { Output.complain("\(name): \(gap)") } }
      return recording
    } catch let error as InboxError { throw Exit.notReady("\(name): \(error.description)") }
  }
}
