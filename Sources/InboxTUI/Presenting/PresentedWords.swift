import InboxCore

/// What happened, in the words of those who send campaigns.
enum PresentedWords {
  /// What was reported of a message: “Displayed: reported once · Opened: not yet”.
  static func deeds(_ deeds: CampaignLog.Deeds, _ vendor: Capabilities) -> String {
    [
      vendor.lack(of: .displays).map { String($0.dropLast()) }
        ?? "Displayed: " + known(deeds.displays, as: "reported", inSessions: true),
      vendor.lack(of: .opens).map { String($0.dropLast()) }
        ?? "Opened: " + known(deeds.opens, as: "reported"),
      "Link clicked: " + known(deeds.clicks, as: vendor.clicks ? "reported" : "counted"),
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

  /// - Parameter word: What the server does with it: “reported”, “counted”.
  private static func known(
    _ tally: CampaignLog.Tally, as word: String, inSessions: Bool = false
  ) -> String {
    if tally.known > 0 {
      let often = inSessions ? "in \(tally.known) sessions" : "\(tally.known) times"
      let doubt = tally.unclear > 0 ? ", perhaps more often" : ""
      return "\(word) \(tally.known == 1 ? "once" : often)\(doubt)"
    }
    if tally.waiting > 0 { return "waits to be \(word)" }
    if tally.unclear > 0 { return "may have been \(word)" }
    return tally.unreported > 0 ? "yes, not \(word)" : "not yet"
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
          + (clicks.waiting > 0 ? "waits to be reported" : known(clicks, as: "reported")) + "."
      }
    }
    let click = log.click(of: trail)
    let isUncounted = click == .no && trail.linkClass.isTracked && trail.request.gesture == .follow
    return (isUncounted ? "The click was not counted" : click.presented) + "."
  }
}
