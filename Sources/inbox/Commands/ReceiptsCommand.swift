import ArgumentParser
import Foundation
import InboxModel

/// Prints what a running sandbox received (SB-5).
struct ReceiptsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "receipts",
    abstract:
      "Print what a running sandbox received: displays, opens, badges, clicks, campaign events, other vendors' events, fetches, pictures, as JSON.",
    discussion: """
      With --wait, it returns as soon as that many match, without polling; with --quiet-ms, once nothing has \
      arrived for that long. --reset begins a new generation.
      """)

  @OptionGroup var sandbox: SandboxOption

  @Option(
    help: ArgumentHelp(
      "Only events of this type: display, open or, for other vendors, click, close, delivery, read, delete or session.",
      valueName: "type"))
  var type: String?

  @Option(
    help: ArgumentHelp(
      "Only this message, or the clicks of this campaign; what names no message is left out.", valueName: "id"
    ), transform: ArgumentValue.filled)
  var message: String?

  @Option(help: ArgumentHelp("Only this identity: user:maria or device:…", valueName: "identity"))
  var identity: String?

  @Option(help: ArgumentHelp("Only fetches and events of this vendor.", valueName: "vendor"))
  var vendor: String?

  @Option(
    help: "At most this many of each list, the newest.",
    transform: { try ArgumentValue.read($0, in: 0...3_600_000) })
  var limit: Int?

  @Option(help: "Wait until this many match.", transform: { try ArgumentValue.read($0, in: 0...3_600_000) })
  var wait: Int?

  @Option(
    help: ArgumentHelp(
      "What is counted for --wait: engagements, clicks, tracking, badge, rich, fetches, pictures or events.",
      valueName: "what")
  )
  var of: String?

  @Option(
    help:
      "Wait at most this many seconds for --wait (default: 10), and beyond --quiet-ms while something keeps arriving (default: no limit).",
    transform: { try ArgumentValue.read($0, in: 0...3_600_000) })
  var timeout: Int?

  @Option(
    help: "Wait until nothing has arrived for this many milliseconds.",
    transform: { try ArgumentValue.read($0, in: 0...3_600_000) })
  var quietMs: Int?

  @Flag(help: "Forget all receipts, and print the new generation.")
  var reset = false

  @Flag(help: "Print JSON, as it always does.") var json = false

  func validate() throws {
    guard reset || of == nil || wait != nil else {
      throw ValidationError("--of says what --wait counts. Give both, or --type to filter.")
    }
    guard reset, let other = items.first(where: { $0.value != nil }) else { return }
    throw ValidationError(
      "--reset forgets all receipts at once, so it cannot go with --\(other.name.replacing("_", with: "-")).")
  }

  /// The query for the sandbox; the options have the same names.
  private var items: [(name: String, value: String?)] {
    [
      ("type", type), ("message", message), ("identity", identity), ("vendor", vendor),
      ("limit", limit.map(String.init)), ("wait", wait.map(String.init)), ("of", of),
      ("timeout", timeout.map(String.init)), ("quiet_ms", quietMs.map(String.init)),
    ]
  }

  /// How long the response may take: the sandbox waits for what is still to come, then until nothing has come for a
  /// while, which without a time-out has no limit while something keeps arriving.
  var seconds: Int {
    let quiet = quietMs.map { ($0 + 999) / 1_000 + (timeout ?? 3_600) } ?? 0
    return (timeout ?? 10) + quiet + 20
  }

  func run() async throws {
    try await reporting(json: true) {
      let control = try sandbox.control()
      if reset {
        return Output.json(
          try await control.ask("POST", "/sandbox/reset") {
            $0["generation"]?.integer == nil ? nil : $0
          })
      }
      let query = items.compactMap { name, value in value.map { (name, $0) } }
      let receipts = try await control.receipts(query, seconds: seconds)
      Output.json(receipts)
      if let warning = receipts["kept"]?["warning"]?.text { Output.complain(warning) }
    }
  }
}
