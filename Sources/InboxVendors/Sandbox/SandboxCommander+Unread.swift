package import InboxModel

extension SandboxCommander {
  /// The error of a report for which the sandbox does not say what it received, with what to do about the sandbox
  /// rather than about a vendor's server (SB-3, SB-5).
  ///
  /// - Parameter error: What kept it from saying so.
  package func unread(_ error: InboxError) -> InboxError {
    if case .cancelled = error { return error }
    let fault = requests.faultRemedy + " "
    let remedy =
      switch error {
      case .noNetwork: "If it has ended, \(requests.start). \(fault)"
      case .timedOut, .responseLost, .emptyResponse, .invalidPayload, .serverBusy, .refused,
        .invalidToken, .credentialsRefused:
        fault
      // A refusal of the sandbox's own has its remedy already.
      default: ""
      }
    let reason =
      switch error {
      case .invalidPayload(let flaw): "Its response cannot be read: \(flaw)."
      case .emptyResponse: "Its response is empty."
      default: error.description
      }
    return .configuration(
      "The sandbox at \(requests.base) does not say what it received. \(remedy)\(reason)")
  }

  /// By how many milliseconds the clock of this machine may be ahead of its own.
  package var leeway: Int64 { requests.isHere ? 0 : ReceiptSpan.leeway }
}

extension SandboxRequests {
  fileprivate var isHere: Bool { WebLink(valid: base).map { LoopbackHost.contains($0.host) } == true }

  /// How one that has ended is started again; without --keep it would begin new receipts, also one whose fault closes
  /// connections.
  fileprivate var start: String {
    isHere
      ? "start it with ‘inbox sandbox --keep’"
      : "have it started again where it runs, with --keep or its --store"
  }

  /// What to do where a fault may be why it does not respond as it should, as a sentence.
  var faultRemedy: String {
    // Without an address it would be those of the sandbox that ‘inbox sandbox’ runs.
    "If a fault of it is on, ‘inbox fault clear --to \(base)’ ends it."
  }
}
