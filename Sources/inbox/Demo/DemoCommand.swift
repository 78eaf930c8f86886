import ArgumentParser
import Foundation
import InboxSandbox

/// The demonstration: an embedded sandbox and the inbox on it.
struct DemoCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Start the embedded sandbox and open the inbox on it: no account, no configuration.",
    discussion: """
      Fictional brands have sent some forty messages; five more campaigns launch by themselves during the \
      first three minutes. Everything happens on this machine, over HTTP and HTTPS on loopback. Each run \
      starts afresh unless --keep is given.
      """)

  @OptionGroup var screen: ScreenOptions
  @OptionGroup var recording: RecordOption

  @Option(help: "Read as this person instead of this device.")
  var user: String?

  @Option(
    help: ArgumentHelp(
      "Read from the stand-in of this vendor: \(SandboxVendor.names). (default: Responsys')",
      valueName: "vendor"), transform: { try ArgumentValue.read($0) })
  var vendor: SandboxVendor?

  @Flag(help: "Continue from the state of the last demonstration.")
  var keep = false

  @OptionGroup var played: PlayedOptions

  @Option(help: "A link that arrives during start-up; it is followed once, when start-up is done.")
  var link: String?

  @Option(
    help: ArgumentHelp("Write the sandbox's receipts to this file as JSON at the end.", valueName: "file"),
    completion: .file())
  var receipts: String?

  @Flag(
    help: ArgumentHelp(
      "Show campaigns to an audience: larger, in the brand's colours, without identifiers, with a tour.",
      discussion:
        "No campaign launches by itself in this mode: the tour launches one, or L does, or ‘inbox campaign launch --to URL’."
    ))
  var present = false

  @Option(
    help: ArgumentHelp(
      "With --present: the tour to show, instead of the bundled one.", valueName: "file"), completion: .file()
  )
  var tour: String?

  func validate() throws {
    guard tour == nil || present else {
      throw ValidationError("--tour needs --present: ‘inbox demo --present --tour FILE’.")
    }
  }

  func perform() async throws { try await DemoRun.run(self) }
}
