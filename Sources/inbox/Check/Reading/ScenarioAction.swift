import InboxModel
import InboxTUI

/// What a step of a scenario does.
nonisolated enum ScenarioAction: Sendable {
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
  case terminal(TerminalGesture)
  /// Ends the client as a kill does, and starts another on the same files.
  case kill
  /// Quits the client, which flushes, and starts another on the same files.
  case restart
  /// Starts a client on the same files, after one has quit.
  case start
  case reset
  case quiet
  case expect(any Expectation, within: Double?)

  /// Whether it is about the sandbox, of which there is one, however many clients there are.
  var isSandboxOnly: Bool {
    switch self {
    case .clock, .fault, .clearFaults, .launch, .withdraw, .reset, .quiet: true
    case .expect(let wanted, _): type(of: wanted).scope == .server
    case .press, .switchIdentity, .follow, .refresh, .gesture, .terminal, .kill, .restart, .start: false
    }
  }

  var launched: String? { if case .launch(let id) = self { id } else { nil } }

  /// How many gestures it makes, each of which may launch a campaign.
  var gestures: Int {
    switch self {
    case .press(let keys): keys.count
    case .terminal(.mouse): 2
    default: 0
    }
  }

  /// Whether it can be done by one client or by all.
  var isForAnyClient: Bool {
    if case .expect(let wanted, _) = self { type(of: wanted).scope == .anyClient } else { false }
  }

  /// Whether it works when no client runs: it is about the sandbox, or about what was proved by then.
  var needsNoClient: Bool {
    switch self {
    case .restart, .start: true
    case .expect(let wanted, _): wanted.needsNoClient
    default: isSandboxOnly
    }
  }
}
