import InboxCore
import InboxModel

/// The commands for a sandbox from the front (SB-2 to SB-4).
package enum SandboxCommand {
  /// The commands of the palette, and how they are written.
  package static let usages: [(name: String, usage: String)] = [
    ("clock", "clock +5m, stop, run, reset or 2026-11-21T09:00:00Z: the sandbox's clock"),
    ("fault", "fault messages 500, fault clear: set or clear a fault"),
    ("launch", "launch ID: launch a campaign now"),
    ("withdraw", "withdraw ID: withdraw a campaign"),
  ]

  package static let names = usages.map(\.name)

  /// Why no command is possible.
  package static let noSandbox =
    "Only a sandbox has a clock and faults to change: ‘inbox demo’, or ‘inbox --profile sandbox’."

  /// The faults in the menu, in the sandbox's own notation, as far as the vendor has what they are about.
  static func faults(of vendor: Capabilities) -> [String] {
    faults.filter { fault in
      switch fault.prefix(while: { $0 != " " }) {
      case "badge": vendor.badge == .server
      case "engagements": vendor.displays || vendor.opens
      case "pushes": vendor.liveLine
      default: fault != "messages disabled" || vendor.lists == .centers
      }
    }
  }

  /// The faults for every vendor.
  package static let faults = [
    "messages offline", "messages 500", "messages 503 retry-after 5", "messages slow 3", "messages bad-json",
    "messages empty", "messages truncated", "messages token-refused", "messages disabled",
    "engagements offline", "engagements 503 retry-after 5", "engagements stalled after", "badge offline",
    "badge 500", "rich 500", "links offline", "links 500", "links stalled after", "tracking 503",
    "pushes offline",
  ]

  /// The possible arguments of a command; each of them takes others as well.
  static func choices(_ name: String, _ state: AppState) -> [String] {
    switch name {
    case "fault": ["clear"] + faults(of: state.profile.capabilities)
    case "clock": ["+5m", "+1h", "+1d", "+15d", "stop", "run", "reset"]
    case "launch": state.profile.campaigns?.campaigns.map { LaunchCommand($0.id).argument } ?? []
    case "withdraw": state.profile.campaigns?.campaigns.map(\.id) ?? []
    default: []
    }
  }

  /// The effect of a fault for the person who reads, in a few words.
  static func meaning(_ fault: String) -> String {
    let words = fault.split(separator: " ").dropFirst()
    return switch words.first {
    case "offline": "closes the connection without a response"
    case "slow": "responds after \(words.dropFirst().first ?? "") s"
    case "bad-json": "responds with broken JSON"
    case "empty": "responds with nothing"
    case "truncated": "responds with a truncated body"
    case "token-refused": "refuses the token"
    case "disabled": "says that centers are disabled"
    case "stalled": "counts, and never finishes its response"
    case "503": "is busy"
    default: "responds with an error"
    }
  }
}
