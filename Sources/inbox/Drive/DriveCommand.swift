import ArgumentParser
import InboxSandbox

/// A session for programs: one JSON object a line in, one out for each (QA-6).
struct DriveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drive",
    abstract: "Use an inbox from a program: JSON lines in, a JSON line out for each.",
    discussion: """
      {"id":1,"do":"refresh"} fetches, {"id":2,"do":"state"} prints the state; the guide “Drive” lists every \
      request. Nothing is fetched unless a line says so. It ends at quit or at the end of standard input.
      """)

  @OptionGroup var options: ProfileOptions
  @OptionGroup var recording: RecordOption

  @Flag(help: "Drive the embedded sandbox of ‘inbox demo’, started afresh; no campaign launches by itself.")
  var demo = false

  @Option(
    name: .customLong("vendor"),
    help: ArgumentHelp(
      "With --demo: the vendor whose stand-in to drive, \(SandboxVendor.names). (default: responsys)",
      valueName: "vendor"), transform: { try ArgumentValue.read($0) })
  var vendorName: VendorName?

  func validate() throws {
    if vendorName != nil, !demo {
      throw ValidationError("--vendor says whose stand-in --demo drives; a profile names its own vendor.")
    }
    if demo, options.profile != nil {
      throw ValidationError("--demo has a profile of its own, so it cannot go with --profile.")
    }
  }

  func run() async throws { try await DriveRun.run(self) }
}
