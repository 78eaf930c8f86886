import InboxSandbox

/// What must be so at a step of a scenario.
nonisolated enum Expectation: Sendable {
  case receipts(Kind, message: String?, identity: String?, CountRule)
  /// What vendors other than Responsys were sent (VE-13).
  case events(EventRule, CountRule)
  /// Displays and opens of one client in the order of their arrival, as “display spring”.
  ///
  /// They leave in the order in which they happened. Nothing else has a promised order: requests run side by side.
  case order([String], identity: String?)
  /// Events that were received more than once.
  case duplicates(Int)
  case badge(local: Int?, server: Int?)
  case list(ListRule)
  case screen(shows: [String], hides: [String])
  /// A why line of the journal (EN-9).
  case why(String, label: String?, message: String?, CountRule)
  /// How the last link ended.
  case link([String: String])
  /// Events that wait to be sent.
  case outbox(Int)

  /// Whether it can be checked when no client runs: receipts, what the server holds, and what was logged until then.
  var needsNoClient: Bool {
    switch self {
    case .receipts, .events, .order, .duplicates, .why: true
    case .badge(let local, _): local == nil
    case .list, .screen, .link, .outbox: false
    }
  }

  enum Kind: String, CaseIterable, Sendable {
    case displays, opens, clicks
    case campaignClicks = "campaign-clicks"
    case sessionStarts = "session-starts"
    case sessionEnds = "session-ends"
    case badges, rich, fetches, pictures

    /// Whether the receipts say which message they are about, or of which campaign.
    var namesMessages: Bool { [.displays, .opens, .clicks, .rich].contains(self) }

    /// Whether the receipts say whose they are.
    var namesPeople: Bool { [.displays, .opens, .badges, .rich, .fetches].contains(self) }
  }

  /// Which events are meant; nil takes all.
  struct EventRule: Sendable {
    var kind: VendorReceipt.Kind?
    var message: String?
    var identity: String?
    var vendor: SandboxVendor?
  }

  struct ListRule: Sendable {
    var center: String?
    var shows: [String] = []
    var hides: [String] = []
    var unread: Int?
    var total: Int?
    var selected: String?
  }

  /// How often something must be there.
  struct CountRule: Sendable {
    var least = 1
    var most = Int.max

    func allows(_ count: Int) -> Bool { count >= least && count <= most }

    var words: String {
      if most == 0 { return "none" }
      if least == most { return "exactly \(least)" }
      return most == .max ? "at least \(least)" : least == 0 ? "at most \(most)" : "\(least) to \(most)"
    }
  }
}
