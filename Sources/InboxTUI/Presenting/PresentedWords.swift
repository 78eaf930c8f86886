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

  /// The same where there is little room: “displayed 1× · not opened · clicked, maybe counted”; where that is still
  /// too long, “clicked ?×”.
  static func shortDeeds(
    _ deeds: CampaignLog.Deeds, _ vendor: Capabilities, isTight: Bool = false
  ) -> String {
    func words(_ deed: String, _ tally: CampaignLog.Tally, none: String, known: String = "reported") -> String
    {
      if tally.known > 0 {
        return "\(deed) \(tally.known)×" + (tally.unclear == 0 ? "" : isTight ? "+" : ", maybe more")
      }
      if tally.waiting > 0 { return "\(deed), waits" }
      if tally.unclear > 0 { return isTight ? "\(deed) ?×" : "\(deed), maybe \(known)" }
      return tally.isDone ? "\(deed), not \(known)" : none
    }
    // What the vendor lacks comes last: on a narrow screen its end may be cut.
    let displayed = words("displayed", deeds.displays, none: "not displayed")
    let opened = words("opened", deeds.opens, none: "not opened")
    let clicked = words(
      "clicked", deeds.clicks, none: "no click", known: vendor.clicks ? "reported" : "counted")
    return [
      vendor.displays ? displayed : nil, vendor.opens ? opened : nil, clicked,
      vendor.displays ? nil : "no display event", vendor.opens ? nil : "no open event",
    ].compactMap(\.self).joined(separator: " · ")
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
    if tally.known > 0 {
      return "counted " + (tally.known == 1 ? "once" : "\(tally.known) times")
        + (tally.unclear > 0 ? ", perhaps more often" : "")
    }
    if tally.waiting > 0 { return "waits to be counted" }
    if tally.unclear > 0 { return "may have been counted" }
    return tally.unreported > 0 ? "yes, not counted" : "not yet"
  }

  /// Whether following a link was a click; where the app reports those of a message, how far it has.
  static func click(_ trail: LinkTrail, _ log: CampaignLog, _ vendor: Capabilities) -> String {
    if vendor.clicks, trail.click != .unknown, trail.request.gesture == .follow,
      case .message(let key) = trail.request.origin
    {
      let clicks = log.deeds(of: key).clicks
      // The last one waits, whatever became of those before it. A report that could not be stored is none.
      if clicks.isDone {
        return "Link clicked: "
          + (clicks.waiting > 0 ? "waits to be reported" : reported(clicks, again: "times")) + "."
      }
    }
    let click = log.click(of: trail)
    let isUncounted = click == .no && trail.linkClass.isTracked && trail.request.gesture == .follow
    return isUncounted ? "The click was not counted." : click.presented
  }
}
