import InboxCore

/// What happened, in the words of those who send campaigns.
enum PresentedWords {
  /// What was reported of a message: “Displayed: reported once · Opened: not yet”.
  static func deeds(_ deeds: CampaignLog.Deeds, _ vendor: Capabilities) -> String {
    [
      vendor.lack(of: .displays).map { String($0.dropLast()) }
        ?? "Displayed: " + reported(deeds.displays, again: "sessions"),
      vendor.lack(of: .opens).map { String($0.dropLast()) }
        ?? "Opened: " + reported(deeds.opens, again: "times"),
      "Link clicked: "
        + (vendor.clicks ? reported(deeds.clicks, again: "times") : counted(deeds.clicks)),
    ].joined(separator: " · ")
  }

  /// The same where there is little room: “displayed 1× · not opened · no click”.
  static func shortDeeds(_ deeds: CampaignLog.Deeds, _ vendor: Capabilities) -> String {
    func words(_ deed: String, _ tally: CampaignLog.Tally, none: String, known: String = "reported") -> String
    {
      if tally.known > 0 { return "\(deed) \(tally.known)×" }
      if tally.waiting > 0 { return "\(deed), waits" }
      if tally.unclear > 0 { return "\(deed), maybe \(known)" }
      return tally.isDone ? "\(deed), not \(known)" : none
    }
    return [
      vendor.displays
        ? words("displayed", deeds.displays, none: "not displayed") : "no display event",
      vendor.opens ? words("opened", deeds.opens, none: "not opened") : "no open event",
      words("clicked", deeds.clicks, none: "no click", known: vendor.clicks ? "reported" : "counted"),
    ].joined(separator: " · ")
  }

  private static func reported(_ tally: CampaignLog.Tally, again: String) -> String {
    if tally.known > 1 {
      return again == "times" ? "reported \(tally.known) times" : "reported in \(tally.known) sessions"
    }
    if tally.known == 1 { return "reported once" }
    if tally.waiting > 0 { return "waits to be reported" }
    return tally.unreported > 0 ? "yes, not reported" : "not yet"
  }

  private static func counted(_ tally: CampaignLog.Tally) -> String {
    if tally.known == 1 { return "counted once" }
    if tally.known > 1 { return "counted \(tally.known) times" }
    if tally.waiting > 0 { return "waits to be counted" }
    if tally.unclear > 0 { return "may have been counted" }
    return tally.unreported > 0 ? "yes, not counted" : "not yet"
  }

  /// Whether following a link was a click; where the app reports those of a message, how far it has.
  static func click(_ trail: LinkTrail, _ log: CampaignLog, _ vendor: Capabilities) -> String {
    if vendor.clicks, trail.click == .no, trail.request.gesture == .follow,
      case .message(let key) = trail.request.origin
    {
      let clicks = log.deeds(of: key).clicks
      // The last one waits, whatever became of those before it.
      return "Link clicked: "
        + (clicks.waiting > 0 ? "waits to be reported" : reported(clicks, again: "times")) + "."
    }
    return click(trail.click)
  }

  private static func click(_ click: LinkTrail.Click) -> String {
    switch click {
    case .yes: "Link clicked: counted once."
    case .queued: "Link clicked: it is counted as soon as the server can be asked."
    case .no: "No click is counted for this link."
    case .unknown: "Whether the click was counted is not known."
    }
  }

  /// An entry of the event pane; nil for what no marketer asks about.
  static func event(_ entry: EventEntry, _ vendor: Capabilities) -> String? {
    guard case .journal(let entry) = entry else { return nil }
    switch entry.kind {
    case .display(.sent): return "Displayed: reported once"
    case .open(.sent): return "Opened: reported"
    case .engagement(.click, .sent): return "Link clicked: reported"
    case .engagement(.close, .sent): return "Closed: reported"
    case .engagement(.delivery, .sent): return "Delivered: reported"
    case .display(.refused), .open(.refused), .engagement(_, .refused): return "The report was refused"
    case .display, .open, .engagement: return nil
    case .badge(let state, let failed):
      return failed
        ? "Badge stays \(state.local): it could not be set" : "Badge \(state.local): \(cause(entry.why))"
    // A push without a message says only that a list changed.
    case .push: return entry.message == nil ? nil : "Push banner shown"
    case .rich(let failed): return failed ? "The rich content could not be loaded" : "Rich content fetched"
    case .link(let failed): return link(entry.why, failed: failed, vendor)
    case .gone: return gone(entry.why)
    case .clock: return "The clock was moved"
    case .note: return entry.why.hasPrefix("restored") ? "Restored" : nil
    case .tracking, .change, .session, .fetch: return nil
    }
  }

  /// Why the badge changed; the ledger's own words name the message.
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

  private static func link(_ why: String, failed: Bool, _ vendor: Capabilities) -> String? {
    let click = LinkTrail.Click.allCases.first { why.hasPrefix($0.words + " ") }
    if failed {
      let isCutOff = [LinkBranch.unknown, .transportFailure].contains { why.contains(", \($0.rawValue): ") }
      return isCutOff ? "No response for the link" : "The link led nowhere"
    }
    if let click {
      // What the app reports of it stands in a line of its own.
      return click == .no && vendor.clicks ? nil : Self.click(click).trimmingSuffix(".")
    }
    return why.hasPrefix("opened in the browser") ? "The website was opened in the browser" : nil
  }

  private static func gone(_ why: String) -> String {
    if why.contains("expired") { return "Expired: it has left the list" }
    if why.hasPrefix("deleted") { return "Deleted here" }
    return "No longer offered by the sender"
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
