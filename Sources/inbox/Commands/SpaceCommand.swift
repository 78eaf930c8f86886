import ArgumentParser
import Foundation
import InboxModel
import InboxSandbox
import InboxVendors

/// The spaces of a sandbox (TS-2).
struct SpaceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "space", abstract: "Create, list, change and remove the spaces of a running sandbox.",
    discussion: """
      A space has its own campaigns, people, badge, clock, faults, receipts and tokens, under its own path: \
      what one tester or CI job does in it affects no other space. Its tokens are printed once and kept in a \
      file here; then ‘inbox --profile sandbox@NAME’ opens it, --to URL/s/NAME and ‘inbox check --against \
      URL/s/NAME’ use it.
      """,
    subcommands: [
      SpaceListCommand.self, SpaceCreateCommand.self, SpaceSetCommand.self, SpaceRotateCommand.self,
      SpaceRemoveCommand.self,
    ], defaultSubcommand: SpaceListCommand.self)
}

struct SpaceArgument: ParsableArguments {
  @Argument(
    help: "The space's name: \(SpaceName.form).",
    transform: { text in
      guard let name = SpaceName(text) else {
        throw ValidationError("“\(text)” is not a space's name: \(SpaceName.form).")
      }
      return name
    })
  var name: SpaceName
}

struct SpaceListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List the spaces.")

  @OptionGroup var sandbox: SandboxOption

  @Flag(help: "Print JSON.") var json = false

  func perform() async throws {
    let spaces = try await sandbox.control().ask("GET", "/sandbox/spaces") { $0.elements }
    if json { return Output.json(.array(spaces)) }
    if spaces.isEmpty { Output.line("There are no spaces. ‘inbox space create NAME’ makes one.") }
    for space in spaces {
      let kept = SpaceRetentionOption.words(space).map { "  \($0)" } ?? ""
      Output.line("\(space["space"]?.text ?? "")  since \(space["made_ts"]?.text ?? "")\(kept)")
    }
  }
}

struct SpaceCreateCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Create a space, and print what its clients need.")

  @OptionGroup var handout: SpaceHandout
  @OptionGroup var retention: SpaceRetentionOption
  var json: Bool { handout.json }

  func perform() async throws { try await handout.run("POST", "", body: retention.body) }
}

struct SpaceRotateCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate", abstract: "Give a space new tokens; the old ones stop working.")

  @OptionGroup var handout: SpaceHandout
  var json: Bool { handout.json }

  func perform() async throws { try await handout.run("POST", "/rotate") }
}

struct SpaceSetCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set how long a space keeps receipts, and how many.",
    discussion: "Requests that name no space use the space main.")

  @OptionGroup var space: SpaceArgument
  @OptionGroup var sandbox: SandboxOption
  @OptionGroup var retention: SpaceRetentionOption

  func validate() throws {
    guard retention.body != nil else { throw ValidationError("Give --keep-days, --limit or both.") }
  }

  func perform() async throws {
    let words = try await sandbox.control().ask(
      "PATCH", "/sandbox/spaces/\(space.name)", body: retention.body, SpaceRetentionOption.words)
    Output.line("\(space.name)  \(words)")
  }
}

/// How long receipts are kept, and how many (TS-6).
struct SpaceRetentionOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Keep receipts for this many days; a new space keeps them for \(Retention.usual.days).",
      valueName: "days"),
    transform: { try ArgumentValue.read($0, in: Retention.possibleDays) })
  var keepDays: Int?

  @Option(
    help: ArgumentHelp(
      "Keep this many receipts of each kind, the newest; a new space keeps \(Retention.usual.limit).",
      valueName: "number"), transform: { try ArgumentValue.read($0, in: Retention.possibleLimits) })
  var limit: Int?

  /// The request body; nil where neither option is given.
  var body: Data? {
    let members = [String: JSONValue](["keep_days": keepDays, "limit": limit])
    return members.isEmpty ? nil : Data(JSONValue.object(members).serialized.utf8)
  }

  /// The retention in words, as the sandbox reports it; nil for a sandbox of an earlier version.
  static func words(_ space: JSONValue) -> String? {
    if let warning = space["kept"]?["warning"]?.text { return warning }
    guard let days = space["keep_days"]?.integer, let limit = space["limit"]?.integer else { return nil }
    return "keeps \(days.counted("day")), \(limit.grouped) of each kind"
  }
}

struct SpaceRemoveCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a space and everything in it.")

  @OptionGroup var space: SpaceArgument
  @OptionGroup var sandbox: SandboxOption

  func perform() async throws {
    let control = try sandbox.control()
    _ = try await control.send("DELETE", "/sandbox/spaces/\(space.name)")
    let other = try SpaceFile.remove(space.name, at: control.url)
    Output.line("Removed \(space.name).")
    if let other { Output.complain("\(SpaceFile.path(space.name)) stays: its tokens are of \(other).") }
  }
}

/// Has a sandbox hand out what the clients of a space need, stores and prints it: the tokens cannot be requested again.
struct SpaceHandout: ParsableArguments {
  @OptionGroup var space: SpaceArgument
  @OptionGroup var sandbox: SandboxOption

  @Flag(help: "Print JSON.") var json = false

  /// - Parameter path: The path below the space's.
  func run(_ method: String, _ path: String, body: Data? = nil) async throws {
    let name = space.name
    let control = try sandbox.control()
    if method == "POST", path.isEmpty { try await Self.refuseKept(name, control) }
    // The tokens cannot be requested again: a file that could not hold them is found before they are made.
    try SpaceFile.requireWritable(name)
    let response = try await control.send(method, "/sandbox/spaces/\(name)\(path)", body: body)
    guard var endpoint = SandboxEndpoint.decode(response), endpoint.controlToken != nil else {
      throw Exit.failed("The sandbox has responded with no space; it is of another version.")
    }
    endpoint.authorities = try sandbox.ca.isEmpty ? nil : sandbox.authorities()
    var isKept = true
    do {
      if let aside = try SpaceFile.write(endpoint, of: name) { Output.complain(aside) }
    } catch { isKept = false }
    // Printed in any case: there is no other copy then.
    if json {
      Output.json(try JSONValue.parse(response))
    } else {
      try Self.print(endpoint, name, isKept: isKept)
    }
    guard isKept else {
      throw Exit.failed(
        "\(SpaceFile.path(name)) could not be written, so what is printed here is kept nowhere.")
    }
  }

  /// Refuses a space that exists already where tokens of its name are in a file here, maybe with the address of another
  /// process on the same store (TS-1): new tokens would shut out everyone with the old ones.
  private static func refuseKept(_ name: SpaceName, _ control: SandboxControl) async throws {
    guard let kept = SpaceFile.kept(name) else { return }
    let spaces = try await control.ask("GET", "/sandbox/spaces") { $0.elements }
    guard spaces.contains(where: { $0["space"]?.text == name.rawValue }) else { return }
    guard let own = try SpaceFile.endpoint(at: "\(control.url)/s/\(name)") else {
      throw Exit.failed(
        "The space “\(name)” already exists. \(SpaceFile.path(name)) has the tokens of the one at \(kept). \(SpaceFile.oneStore(kept))"
      )
    }
    let profile = "\(ProfileSource.sandboxName)\(SpaceFile.mark)\(name)"
    throw Exit.failed(
      "The space “\(name)” already exists, at \(own.httpURL), and its tokens are in \(SpaceFile.path(name)): ‘inbox --profile \(profile)’ opens it."
    )
  }

  private static func print(_ endpoint: SandboxEndpoint, _ name: SpaceName, isKept: Bool) throws {
    let place = isKept ? ", in \(SpaceFile.path(name)); it is kept nowhere else" : ""
    Output.line("\(name) is at \(endpoint.httpURL)")
    Output.line("Its token is \(endpoint.controlToken?.text ?? "")\(place).")
    if isKept {
      Output.line("Open it:   inbox --profile \(ProfileSource.sandboxName)\(SpaceFile.mark)\(name)")
    }
    Output.line(
      "Responsys  \(endpoint.httpURL)  X-App-Token: \(endpoint.appToken)  X-Account-Token: \(endpoint.accountToken)"
    )
    for (vendor, place) in endpoint.vendors.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let values = place.values.filter { $0.key != "baseURL" && $0.key != "host" }.sorted { $0.key < $1.key }
      let profile = VendorProfile.all.first { $0.name == vendor.rawValue }
      let address = try place.baseURL + (profile?.sdkPath ?? "")
      Output.line(
        "\(vendor.rawValue.capitalizedFirst)  \(address)  \(values.map { "\($0.key) \($0.value)" }.joined(separator: "  "))"
      )
    }
  }
}
