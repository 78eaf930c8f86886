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

  nonisolated static func print(_ body: Data, json: Bool) throws {
    if json { return Output.raw(try JSONValue.parse(body).serialized) }
    let faults = try JSONDecoder().decode([Fault].self, from: body)
    if faults.isEmpty { Output.line("No active faults.") }
    for fault in faults { Output.line(fault.words) }
  }
}

/// The faults that are on.
struct FaultListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show the active faults.")

  @OptionGroup var sandbox: SandboxOption

  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    try await reporting(json: json) {
      try FaultCommand.print(try await sandbox.control().send("GET", "/sandbox/faults"), json: json)
    }
  }
}

/// Another fault.
struct FaultSetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set a fault on an endpoint.", discussion: FaultText.forms + ".")

  @OptionGroup var sandbox: SandboxOption

  @Argument(
    help: "The endpoint, what goes wrong, and options, such as messages 503 retry-after 5.",
    completion: Completions.faults)
  var words: [String]

  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    try await reporting(json: json) {
      let text = words.joined(separator: " ")
      do { _ = try FaultText.parse(text) } catch let error as FaultText.Mistake {
        throw Exit(Exit.usage, error.description)
      }
      let body = try await sandbox.control().send("POST", "/sandbox/faults", body: Data(text.utf8))
      try FaultCommand.print(body, json: json)
    }
  }
}

/// No fault any more.
struct FaultClearCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "clear", abstract: "Clear faults.")

  @OptionGroup var sandbox: SandboxOption

  @Argument(help: "The endpoint, or all; without one, all.", completion: Completions.endpoints)
  var endpoint: String?

  func run() async throws {
    try await reporting {
      let query = endpoint.map { "?endpoint=" + URLText.encode($0) } ?? ""
      let body = try await sandbox.control().send("DELETE", "/sandbox/faults" + query)
      try FaultCommand.print(body, json: false)
    }
  }
}
