import InboxCore

extension EventEntry {
  /// The event in a marketer's words; nil for one that no marketer asks about.
  func presented(_ vendor: Capabilities) -> String? {
    guard case .journal(let entry) = self else { return nil }
    switch entry.kind {
    case .display(.sent): return "Displayed: reported once"
    case .open(.sent): return "Opened: reported"
    case .engagement(.click, .sent): return "Link clicked: reported"
    case .engagement(.close, .sent): return "Closed: reported"
    case .engagement(.delivery, .sent): return "Delivered: reported"
    case .display(.refused), .open(.refused), .engagement(_, .refused): return "The report was refused"
    case .display, .open, .engagement: return nil
    case .badge(let state, let failed):
      guard failed else { return "Badge \(state.local): \(Self.cause(entry.why))" }
      // That the server's number is not known is for who tests.
      return entry.why.hasPrefix("failed sync") ? "Badge stays \(state.local): it could not be set" : nil
    // A push without a message says only that a list changed.
    case .push: return entry.message == nil ? nil : "Push banner shown"
    case .rich(let failed): return failed ? "The rich content could not be loaded" : "Rich content fetched"
    case .link(let failed):
      return Self.link(entry.why, failed: failed, isReported: vendor.clicks && entry.message != nil)
    case .gone: return Self.gone(entry.why)
    case .clock: return "The clock was moved"
    case .note: return entry.why.hasPrefix("restored") ? "Restored" : nil
    case .tracking(let verdict): return Self.click(entry.why, verdict, isReported: vendor.clicks)
    case .change, .session, .fetch: return nil
    }
  }

  /// What became of a click that goes out as an event of the vendor's: its line ends in the link.
  ///
  /// - Parameter isReported: Whether the app reports the clicks of messages besides, which has another line then.
  private static func click(_ why: String, _ verdict: JournalEntry.Verdict, isReported: Bool) -> String? {
    guard why.split(separator: " ").last?.contains("://") == true else { return nil }
    return switch verdict {
    case .sent: isReported ? "The campaign click was counted once" : LinkTrail.Click.yes.presented
    case .refused, .dropped: "The \(isReported ? "campaign " : "")click was not counted"
    case .queued, .suppressed: nil
    }
  }

  /// Why the badge changed, without the id of the message that the ledger names.
  private static func cause(_ why: String) -> String {
    if why.hasPrefix("campaign +") {
      let number = why.dropFirst("campaign +".count).prefix { $0.isNumber }
      return "a campaign added \(number)"
    }
    if why.hasPrefix("campaign =") { return "a campaign set it" }
    if why.hasPrefix("campaign clear") { return "a campaign cleared it" }
    if why.hasPrefix("reset") { return "reset in the app" }
    return why.hasPrefix("app set") ? "set in the app" : "what the server holds"
  }

  /// - Parameter isReported: Whether the app reports the click of that link, which has a line of its own then.
  private static func link(_ why: String, failed: Bool, isReported: Bool) -> String? {
    let click = LinkTrail.Click.allCases.first { why.hasPrefix($0.words + " ") }
    if failed {
      let branch = LinkBranch.cutOff.first { why.contains(", \($0.rawValue): ") }
      let what =
        switch branch {
        case nil: "The link led nowhere"
        case .statusFailure, .parseFailure: "No usable response for the link"
        default: "No response for the link"
        }
      return what + (click == .unknown ? "; the click may have been counted" : "")
    }
    if let click {
      return isReported && click != .unknown ? nil : click.presented
    }
    return why.hasPrefix("opened in the browser") ? "The website was opened in the browser" : nil
  }

  private static func gone(_ why: String) -> String {
    if why.contains("expired") { return "Expired: it has left the list" }
    if why.hasPrefix("deleted") { return "Deleted here" }
    return "No longer offered by the sender"
  }
}

extension LinkTrail.Click {
  /// Whether following a link was a click, as a sentence without its full stop.
  var presented: String {
    switch self {
    case .yes: "Link clicked: counted once"
    case .queued: "Link clicked: it is counted as soon as the server can be asked"
    case .no: "No click is counted for this link"
    case .unknown: "Whether the click was counted is not known"
    }
  }
}
