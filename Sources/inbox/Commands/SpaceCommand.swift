import ArgumentParser
import Foundation
import InboxCore
import InboxSandbox
import InboxVendors

/// The spaces of a sandbox (TS-2).
struct SpaceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "space", abstract: "Make, list and remove the spaces of a running sandbox.",
    discussion: """
      A space has campaigns, people, badge, clock, faults, receipts and tokens of its own, under a path of its own: what one \
      tester or CI job does in it reaches no other one. Its tokens are printed once and kept in a file here; then \
      ‘inbox --profile sandbox@NAME’ opens it, --to URL/s/NAME and ‘inbox check --against URL/s/NAME’ use it.
      """,
    subcommands: [
      SpaceListCommand.self, SpaceCreateCommand.self, SpaceRotateCommand.self, SpaceRemoveCommand.self,
    ], defaultSubcommand: SpaceListCommand.self)
}

/// The name of a space.
struct SpaceArgument: ParsableArguments {
  @Argument(
    help: "What it is called: 1 to 40 small letters, digits and inner hyphens.",
    transform: { text in
      guard let name = SpaceName(text) else {
        throw ValidationError(
          "“\(text)” is not a name of a space: 1 to 40 small letters, digits and inner hyphens.")
      }
      return name
    })
  var name: SpaceName
}

struct SpaceListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List the spaces.")

  @OptionGroup var sandbox: SandboxOption

  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    try await reporting(json: json) {
      let body = try await sandbox.control().send("GET", "/sandbox/spaces")
      let value = try JSONValue.parse(body)
      if json { return Output.raw(value.serialized + "\n") }
      let spaces = value.elements ?? []
      if spaces.isEmpty { Output.line("There is no space. ‘inbox space create NAME’ makes one.") }
      for space in spaces {
        Output.line("\(space["space"]?.text ?? "")  since \(space["made_ts"]?.text ?? "")")
      }
    }
  }
}

struct SpaceCreateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Make a space, and print what its clients need.")

  @OptionGroup var space: SpaceArgument
  @OptionGroup var sandbox: SandboxOption

  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    try await reporting(json: json) {
      let body = try await sandbox.control().send("POST", "/sandbox/spaces/\(space.name)")
      try SpaceHandout.keep(body, of: space.name, json: json)
    }
  }
}

struct SpaceRotateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate", abstract: "Give a space other tokens; those before are none any more.")

  @OptionGroup var space: SpaceArgument
  @OptionGroup var sandbox: SandboxOption

  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    try await reporting(json: json) {
      let body = try await sandbox.control().send("POST", "/sandbox/spaces/\(space.name)/rotate")
      try SpaceHandout.keep(body, of: space.name, json: json)
    }
  }
}

struct SpaceRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a space and everything in it.")

  @OptionGroup var space: SpaceArgument
  @OptionGroup var sandbox: SandboxOption

  func run() async throws {
    try await reporting {
      _ = try await sandbox.control().send("DELETE", "/sandbox/spaces/\(space.name)")
      try SpaceFile.remove(space.name)
      Output.line("Removed \(space.name).")
    }
  }
}

/// What a sandbox hands out for a space.
nonisolated enum SpaceHandout {
  /// Keeps it and prints it: nobody can ask for it again.
  static func keep(_ body: Data, of name: SpaceName, json: Bool) throws {
    guard let endpoint = SandboxEndpoint.decode(body), let token = endpoint.controlToken else {
      throw Exit(Exit.failed, "The sandbox has responded with no space; it is of another version.")
    }
    try SpaceFile.write(body, of: name)
    if json { return Output.raw(try JSONValue.parse(body).serialized + "\n") }
    Output.line("\(name) is at \(endpoint.httpURL)")
    Output.line("Its token is \(token.text), in \(SpaceFile.path(name)); it is kept nowhere else.")
    Output.line("Open it:   inbox --profile \(ProfileSource.sandboxName)\(SpaceFile.mark)\(name)")
    Output.line(
      "Responsys  \(endpoint.httpURL)  X-App-Token: \(endpoint.appToken)  X-Account-Token: \(endpoint.accountToken)"
    )
    for (vendor, place) in endpoint.vendors.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let values = place.values.filter { $0.key != "baseURL" && $0.key != "host" }.sorted { $0.key < $1.key }
      Output.line(
        "\(vendor.rawValue.capitalizedFirst)  \(try place.baseURL)  \(values.map { "\($0.key) \($0.value)" }.joined(separator: "  "))"
      )
    }
  }
}
