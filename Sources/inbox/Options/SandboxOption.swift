import ArgumentParser
import InboxSandbox
import InboxVendors

/// The sandbox that a command is for.
struct SandboxOption: ParsableArguments {
  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      "The sandbox's address; otherwise that of the running ‘inbox sandbox’.", valueName: "url"))
  var url: String?

  @OptionGroup var token: ControlTokenOption

  @Option(
    help: ArgumentHelp(
      "Also trust the certificate authorities in this PEM file, for an https address; repeatable.",
      valueName: "file"), completion: .file())
  var ca: [String] = []

  func authorities() throws -> [String] { try ca.map(TextFile.authorities) }

  func control() throws -> SandboxControl {
    let authorities = try authorities()
    do {
      return try SandboxControl(url: url, tokenFile: token.file, authorities: authorities)
    } catch SandboxError.notRunning(let path) {
      let sentence = SandboxError.notRunning(path: path).description
      throw Exit.notReady("\(sentence) --to names the address of one that runs elsewhere.")
    }
  }
}

/// The token of a sandbox that listens beyond this machine.
struct ControlTokenOption: ParsableArguments {
  @Option(
    name: .customLong("control-token"),
    help: ArgumentHelp(
      "The file (readable by its owner only, 0600) with the control token of a sandbox that listens beyond this machine; otherwise the variable \(ControlToken.variable), or the token that ‘inbox sandbox’ made here.",
      valueName: "file"), completion: .file(), transform: ArgumentValue.filled)
  var file: String?
}

/// What a sandbox plays, and its limit of the badge (BD-5), which Responsys has in the account's settings.
struct PlayedOptions: ParsableArguments {
  @Option(
    help: "Campaign files to play instead of the built-in ones (a folder of .toml files).",
    completion: .directory)
  var campaigns: String?

  @Option(
    help: ArgumentHelp(
      "The badge never exceeds this number. (default: \(SandboxOptions.usualMaximumBadge))",
      valueName: "number"),
    transform: { try ArgumentValue.read($0, in: 1...Int.max) })
  var badgeMaximum = SandboxOptions.usualMaximumBadge

  func files() throws -> [CampaignFile] {
    try campaigns.map { try CampaignFile.read(folder: $0) } ?? CampaignFile.bundled()
  }
}
