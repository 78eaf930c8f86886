import ArgumentParser
import InboxSandbox

/// Where the sandbox caps the badge (BD-5): Responsys has it in the account's settings.
struct BadgeMaximumOption: ParsableArguments {
  @Option(
    name: .customLong("badge-maximum"),
    help: ArgumentHelp("The badge never gets above this, whoever sets it.", valueName: "number"),
    transform: { try ArgumentNumber.read($0, in: 1...Int.max) })
  var maximum = SandboxOptions.usualMaximumBadge
}
