import ArgumentParser
import Foundation
import InboxCore
import InboxModel
import InboxSandbox
import InboxTap
import InboxVendors

/// A reverse proxy between an app and its vendor.
struct TapCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "tap", abstract: "Stand between an app and its vendor, and show what the app does.",
    discussion: """
      Set the address that it prints as the base address of the vendor's SDK. Requests of the app pass to \
      --to unchanged, and the vendor's responses pass back unchanged; both are also read, shown and \
      recorded, without secrets. Nothing else is sent, and nothing is stored but the recording. On a \
      terminal, the screen shows the app's inbox, read-only; :fault messages 503 sets a fault. Without a \
      terminal, or with --plain or --json, each exchange is a line, and lines of standard input such as \
      ‘fault messages 503’ or ‘fault clear’ are carried out. Ctrl-C or q ends it.

      The port takes HTTP and HTTPS. Over HTTPS, the app gets a certificate from the sandbox's authority, \
      which the device must trust (ca.pem in the sandbox's folder); the vendor's own certificate is checked \
      as by any client.

      ‘inbox report FILE’, ‘inbox diff’, ‘inbox replay’ and ‘inbox export’ read what --record wrote.
      """)

  @Option(help: ArgumentHelp("The vendor's server, such as https://api.iterable.com.", valueName: "url"))
  var to: String

  @Option(
    help: ArgumentHelp(
      "Where to listen: an address of this machine, or 0.0.0.0 for all of them; port 0 picks a free one.",
      valueName: "address[:port]"))
  var listen = "127.0.0.1:8379"

  @Option(
    name: .customLong("name"),
    help: ArgumentHelp(
      "Another host that the app's HTTPS certificate names, besides localhost and the vendor's; repeatable.",
      valueName: "host"))
  var names: [String] = []

  @Option(
    help: ArgumentHelp(
      "Also trust the certificate authorities in this PEM file, for the vendor's certificate; repeatable.",
      valueName: "file"), completion: .file())
  var ca: [String] = []

  @Option(
    help: ArgumentHelp(
      "Connect to this address instead of the one that the vendor's name resolves to.", valueName: "address"))
  var connect: String?

  @Option(
    help: ArgumentHelp(
      "A fault to set, such as ‘messages 503 times 2’; repeatable.", valueName: "fault"),
    transform: TapFaultCommand.read)
  var fault: [[Fault]] = []

  @Option(
    help: ArgumentHelp(
      "Whose inbox the screen shows: bloomreach, iterable or responsys; otherwise what --to suggests.",
      valueName: "name"))
  var vendor: String?

  @Option(
    name: .customLong("center"),
    help: ArgumentHelp(
      "Another list to show as a tab beside the first: a center, or the number of a placement; repeatable.",
      valueName: "name"), transform: ArgumentValue.filled)
  var centers: [String] = []

  @Flag(help: "No screen: print a JSON object for each exchange.")
  var json = false

  @OptionGroup var screen: ScreenOptions
  @OptionGroup var recording: RecordOption

  func validate() throws {
    guard !json || screen.screen == nil else {
      throw ValidationError("--json prints objects, so it cannot go with --screen, which prints a frame.")
    }
  }

  func perform() async throws {
    let options = try options()
    _ = try reader()
    let feed = TapFeed()
    let tap = try await Tap.start(options) { feed.send($0) }
    for faults in fault { await tap.faults.set(faults) }
    let front = screen.read(recording)
    let hasScreen = !json && !front.plain && (front.screen != nil || Self.isOnTerminal)
    do {
      if hasScreen {
        try await TapScreen(command: self, options: options, tap: tap, feed: feed).run(front)
      } else {
        try await TapLines(isJSON: json, tap: tap, feed: feed, recording: recording.run).run(
          announcement(options, tap))
      }
    } catch {
      await tap.stop()
      throw error
    }
  }

  /// Whether a screen can be drawn and its keys read.
  private static var isOnTerminal: Bool {
    isatty(STDIN_FILENO) == 1
      && PlainRun.reason(
        isTerminal: isatty(STDOUT_FILENO) == 1, term: Environment["TERM"]) == nil
  }

  private func options() throws -> TapOptions {
    var origin = try TapOrigin(to)
    origin.address = connect
    guard let (address, port) = ListenAddress.parse(listen) else {
      throw Exit.usage(
        "--listen “\(listen)” is not an address. Write it like 127.0.0.1:8379, 0.0.0.0 or [::1]:8379.")
    }
    if let address = names.first(where: { LoopbackHost.isAddress($0) }) {
      throw Exit.usage(
        "--name \(address) is an address, and the certificate names only hosts. Give a name that resolves to it, such as one in the device's hosts file."
      )
    }
    if let name = names.first(where: { !HostName.isPlain(HostName.normalized($0)) }) {
      throw Exit.usage("--name “\(name)” is not a host name. Write it like api.example.com.")
    }
    if let connect, !LoopbackHost.isAddress(connect) {
      throw Exit.usage("--connect “\(connect)” is not an address. Write it like 10.0.0.5 or ::1.")
    }
    try StateFolder.make(StateFolder.sandbox)
    let authority = try CertificateAuthority.load(folder: try SandboxFolder.make(StateFolder.sandbox))
    return TapOptions(
      origin, address: address, port: port ?? 8379, authority: authority,
      names: names.map(HostName.normalized),
      authorities: try ca.map(TextFile.authorities))
  }

  /// The addresses under which the app finds the tap, as lines.
  private func announcement(_ options: TapOptions, _ tap: Tap) -> [String] {
    let place = "\(options.address.forURL):\(tap.port)"
    var lines = [
      "http://\(place)",
      "It passes on to \(options.origin.text)\(options.origin.path). Over HTTPS: https://localhost:\(tap.port), with \(StateFolder.sandbox)/\(CertificateAuthority.certificateName) trusted by the device.",
    ]
    if !options.address.isLoopback {
      lines.append(
        "Anyone who reaches this machine at that address can use it, and HTTP is not encrypted.")
    }
    return lines
  }

  /// The vendor whose inbox is shown: the named one, or the one in the server's address.
  ///
  /// - Throws: ``Exit`` for a name that no vendor has.
  func reader() throws -> VendorReader {
    let address = to.lowercased()
    let words = ["exponea": "bloomreach", "bloomreach": "bloomreach", "iterable": "iterable"]
    let guess = words.keys.sorted().first(where: address.contains).flatMap { words[$0] } ?? "responsys"
    let name = vendor?.lowercased() ?? guess
    let all = VendorReader.all.map { (name: $0.capabilities.vendor.lowercased(), reader: $0) }
    if let found = all.first(where: { $0.name == name }) { return found.reader }
    let names = all.map(\.name).joined(separator: ", ")
    throw Exit.usage("--vendor “\(name)” is not a vendor that is read here: \(names).")
  }
}
