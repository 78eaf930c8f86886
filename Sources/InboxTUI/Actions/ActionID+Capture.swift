/// What cannot be done with answers that were captured elsewhere (MC-14).
extension ActionID {
  /// Why not, as a sentence; nil for what only looks.
  var whyNotInCapture: String? {
    switch self {
    case .toggleRead, .delete, .undo, .mark, .range, .markAll, .deleteMarked:
      "Captured answers are read-only: nothing in them is marked or deleted."
    case .badge, .setBadge, .resetBadge:
      "Captured answers are read-only: the badge is the server's, it is neither known nor set here."
    case .refresh, .refreshAll, .retryRich:
      "Captured answers are read-only: there is no back end to ask."
    case .user, .logIn, .switchFeature, .disable:
      "Captured answers are read-only: whose they are is not said in them, and nobody is logged in."
    case .browse, .domain, .recheckDomain:
      "Captured answers are only looked at: nothing is asked over the network."
    case .faults, .switchFault, .clearFaults, .campaigns, .launchCampaign:
      "Captured answers are only looked at: no sandbox belongs to them."
    default: nil
    }
  }

  /// What it does then, where that is not what it does in an inbox of one's own.
  var titleInCapture: String? {
    switch self {
    case .openNext: "Look at the next message: no open is reported"
    case .openPrevious: "Look at the message before: no open is reported"
    case .open: "Look at the message: no open is reported"
    case .followLink: "Classify the selected link: nothing is sent"
    default: nil
    }
  }
}
