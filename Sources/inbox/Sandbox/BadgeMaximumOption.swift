import ArgumentParser
import InboxSandbox

/// Where the sandbox caps the badge (BD-5): Responsys has it in the account's settings.
struct BadgeMaximumOption: ParsableArguments {
  @Option(
    name: .customLong("badge-maximum"),
    help: ArgumentHelp("The badge never gets above this, whoever sets it.", valueName: "number"))
  var maximum = SandboxOptions.usualMaximumBadge

  func validate() throws {
    guard maximum >= 1 else { throw ValidationError("--badge-maximum is at least 1.") }
  }
}
