import Foundation
import InboxCore
import InboxSandbox
import InboxTUI

/// What is done with an inbox and a sandbox, and what must be so afterwards.
nonisolated struct Scenario: Sendable {
  /// The file it is from, as it was named.
  var file: String
  var name: String
  /// Where the clock stands at the beginning.
  var clock: Date
  /// The seed of ids and random numbers.
  var seed: UInt64
  var size: Size
  /// Whose stand-in the inbox opens; nil for that of Responsys.
  var vendor: SandboxVendor?
  /// Who reads; nil is the device.
  var user: String?
  var sessionEndsOnOpen: Bool
  /// Where the sandbox caps the badge.
  var maximumBadge: Int
  var campaigns: [CampaignFile]
  var steps: [Step]

  /// One table of the file.
  struct Step: Sendable {
    var line: Int
    /// How it is written, for failures.
    var text: String
    var action: Action
  }

  enum Action: Sendable {
    case press([Key])
    case clock(ClockChange)
    case switchIdentity(String)
    case fault(String)
    case clearFaults
    case launch(String)
    case withdraw(String)
    case follow(String)
    /// Fetches a center, or with nil all of them.
    case refresh(String?)
    case gesture(ScenarioGesture)
    /// Ends the client as a kill does, and starts another on the same files.
    case kill
    /// Quits the client, which flushes, and starts another on the same files.
    case restart
    /// Starts a client on the same files, after one has quit.
    case start
    case reset
    case quiet
    case expect(any Expectation, within: Double?)

    /// Whether it makes sense when no client runs: what is about the sandbox, and what was proved by then.
    var needsNoClient: Bool {
      switch self {
      case .clock, .fault, .clearFaults, .launch, .withdraw, .restart, .start, .reset, .quiet: true
      case .press, .switchIdentity, .follow, .refresh, .gesture, .kill: false
      case .expect(let wanted, _): wanted.needsNoClient
      }
    }
  }
}
