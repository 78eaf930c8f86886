import ArgumentParser
import InboxCore
import InboxVendors

/// The token of a sandbox that listens beyond this machine.
struct ControlTokenOption: ParsableArguments {
  @Option(
    name: .customLong("control-token"),
    help: ArgumentHelp(
      "The file (for its owner alone, 0600) with the control token of a sandbox that listens beyond this machine; without it the variable \(ControlToken.variable), or what ‘inbox sandbox’ here has made.",
      valueName: "file"), completion: .file())
  var file: String?
}
