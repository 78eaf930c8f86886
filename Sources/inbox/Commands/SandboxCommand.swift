import ArgumentParser
import Foundation
import InboxModel
import InboxSandbox
import InboxVendors

struct SandboxCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "sandbox",
    abstract: "Run the sandbox alone: the vendors' servers on loopback.",
    discussion: """
      Open it from another terminal with ‘inbox --profile sandbox’, other vendors' stand-ins with \
      \(SandboxVendor.allCases.map(\.profileName).joined(separator: " and ")). Ctrl-C ends it.

      It listens on loopback only. With --listen 0.0.0.0 (or an address of this machine) others can reach it, such as an \
      app on a phone; its control paths, which move the clock, set faults and list receipts, then need a control token: \
      that of \(ControlToken.variable), of --control-token FILE, or one that it makes and keeps in a file. HTTP is not \
      encrypted: do this only on a network that you trust.
      """)

  @Option(
    help: ArgumentHelp(
      "Where to listen instead of 127.0.0.1: an address of this machine, 0.0.0.0 or [::] for all of them, or localhost.",
      valueName: "address[:port]"))
  var listen: String?

  @Option(
    name: .customLong("public-url"),
    help: ArgumentHelp(
      "Where clients reach it through a proxy that terminates TLS, such as https://sandbox.example.net. Responses to requests by this name hold addresses under it; the control paths then need the control token.",
      valueName: "url"))
  var publicURL: String?

  @OptionGroup var control: ControlTokenOption

  @Option(help: "The port for HTTP; 0 picks a free one. (default: 8377)")
  var port: Int?

  @Option(help: "The port for HTTPS; 0 picks a free one.") var tlsPort = 8378

  @OptionGroup var played: PlayedOptions

  @Option(
    help: ArgumentHelp(
      "Keep everything in this PostgreSQL database (12 or newer), which any number of sandboxes can share if they have the same control token: postgresql://user@host:5432/name. libpq takes the password from PGPASSWORD or ~/.pgpass.",
      valueName: "url"), transform: ArgumentValue.filled)
  var store: String?

  @Flag(help: "Continue from the state of the last run.") var keep = false

  func validate() throws {
    _ = try place()
    guard publicURL.map({ PublicURL($0) != nil }) ?? true else {
      throw ValidationError(
        "--public-url “\(publicURL ?? "")” is not an address. Write it like https://sandbox.example.net, without a path."
      )
    }
  }

  /// The address to listen on, and the port for HTTP.
  private func place() throws -> (address: ListenAddress, port: Int) {
    for (option, port) in [("--port", port), ("--tls-port", tlsPort)] {
      guard let port, !(0...65_535).contains(port) else { continue }
      throw ValidationError("\(option) takes a port from 0 to 65535, not \(port).")
    }
    guard let listen else { return (.loopback, port ?? 8377) }
    guard let (address, given) = ListenAddress.parse(listen) else {
      throw ValidationError(
        "--listen “\(listen)” is not an address. Write it like 0.0.0.0, 192.168.1.5:8377, [::1]:8377 or localhost."
      )
    }
    if let given, let port, given != port {
      throw ValidationError("--listen says port \(given), and --port says \(port). Leave one of them out.")
    }
    return (address, given ?? port ?? 8377)
  }

  func perform() async throws {
    let place = try place()
    let files = try played.files()
    let folder = StateFolder.sandbox
    try StateFolder.make(folder)
    let lock = try ProfileLock(
      folder: folder, program: "The sandbox",
      remedy: "Use that one, stop it, or set XDG_STATE_HOME to another folder for a second one.")
    var options = SandboxOptions(
      address: place.address, publicURL: publicURL.flatMap(PublicURL.init), port: place.port,
      tlsPort: tlsPort,
      folder: folder, store: store, maximumBadge: played.badgeMaximum, launchesTimed: true)
    options.startsAfresh = !keep && store == nil
    options.report = { Output.complain($0) }
    options.controlToken = try SecretFile.controlToken(
      file: control.file, isNeeded: options.needsControlToken)
    let sandbox = try await Sandbox.start(options, campaigns: files)
    let endpoint = sandbox.endpoint
    Output.line(endpoint.httpURL)
    Output.line(
      "https on \(endpoint.address):\(endpoint.tlsPort) for \(endpoint.hosts.sorted().joined(separator: ", "))"
    )
    let others = SandboxVendor.allCases.map(\.profileName).joined(separator: " or ")
    Output.line("Open it:   inbox --profile \(ProfileSource.sandboxName), or \(others)")
    if endpoint.clock != .machine {
      let words = endpoint.clock.words
      Output.line("Its clock goes on as it was left: \(words). ‘inbox clock reset’ sets it right.")
    }
    Self.announce(endpoint, options)
    let signal = await Signals.firstOfServers()
    // A second signal does not wait for a database that hangs.
    let watch = Task {
      let second = await Signals.firstOfServers()
      if !Task.isCancelled { Glibc.exit(128 + second) }
    }
    await sandbox.stop()
    watch.cancel()
    withExtendedLifetime(lock) {}
    if signal != SIGINT { throw ExitCode(128 + signal) }
  }
}

extension SandboxCommand {
  /// Prints how to look at the sandbox, and where others can reach it.
  private static func announce(_ endpoint: SandboxEndpoint, _ options: SandboxOptions) {
    guard endpoint.controlToken != nil else {
      return Output.line("Inspect it: curl \(endpoint.httpURL)/sandbox")
    }
    if let url = options.publicURL {
      Output.line("Through the proxy it is at \(url.text), by the name that the proxy passes on.")
    }
    if !options.address.isLoopback {
      Output.line(
        "It listens on \(options.address.host): anyone who reaches this machine there can use it, and HTTP is not encrypted."
      )
    }
    guard let path = endpoint.controlTokenPath else {
      return Output.line("Its own paths need the control token that you gave, as ‘Authorization: Bearer …’.")
    }
    Output.line("Its own paths need the control token in \(path).")
    Output.line(
      "Inspect it: printf 'Authorization: Bearer %s' \"$(cat '\(path)')\" | curl -H @- \(endpoint.httpURL)/sandbox"
    )
  }
}
