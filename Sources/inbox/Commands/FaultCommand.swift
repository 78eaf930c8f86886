import ArgumentParser
import Foundation
import InboxModel
import InboxSandbox
import InboxVendors

/// Faults of a running sandbox (SB-3).
struct FaultCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fault", abstract: "Show, set and clear faults of a running sandbox.",
    subcommands: [FaultListCommand.self, FaultSetCommand.self, FaultClearCommand.self],
    defaultSubcommand: FaultListCommand.self)

  /// Has a sandbox change its faults, and prints those that are on then.
  static func ask(
    _ method: String, query: String = "", body: Data? = nil, of sandbox: SandboxOption, json: Bool
  ) async throws {
    let (value, faults) = try await sandbox.control().ask(method, "/sandbox/faults" + query, body: body) {
      ($0, try JSONDecoder().decode([Fault].self, from: Data($0.serialized.utf8)))
    }
    if json { return Output.json(value) }
    if faults.isEmpty { Output.line("No active faults.") }
    for fault in faults { Output.line(fault.words) }
  }
}

struct FaultListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show the active faults.")

  @OptionGroup var sandbox: SandboxOption

  @Flag(help: "Print JSON.") var json = false

  func perform() async throws {
    try await FaultCommand.ask("GET", of: sandbox, json: json)
  }
}

struct FaultSetCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set a fault on an endpoint.", discussion: FaultText.forms + ".")

  @OptionGroup var sandbox: SandboxOption

  @Argument(
    help: "The endpoint, what goes wrong, and options, such as messages 503 retry-after 5.",
    completion: Completions.faults)
  var words: [String]

  @Flag(help: "Print JSON.") var json = false

  func perform() async throws {
    let text = words.joined(separator: " ")
    do throws(FaultText.Mistake) { _ = try FaultText.parse(text) } catch {
      throw Exit.usage(error.description)
    }
    try await FaultCommand.ask("POST", body: Data(text.utf8), of: sandbox, json: json)
  }
}

struct FaultClearCommand: ReportingCommand {
  static let configuration = CommandConfiguration(commandName: "clear", abstract: "Clear faults.")

  @OptionGroup var sandbox: SandboxOption

  @Argument(help: "The endpoint, or all; without one, all.", completion: Completions.endpoints)
  var endpoint: String?

  func perform() async throws {
    let query = endpoint.map { "?endpoint=" + URLText.encode($0) } ?? ""
    try await FaultCommand.ask("DELETE", query: query, of: sandbox, json: false)
  }
}
