import InboxCore
import InboxModel
import InboxVendors

/// The trail of a link, for people (UL-15).
nonisolated enum TrailText {
  static func print(_ trail: LinkTrail) {
    Output.line("class    \(trail.linkClass.name)")
    for hop in trail.hops {
      Output.line(
        "hop      \(hop.status.map(String.init) ?? "no response")  "
          + (hop.hasTime ? "\(hop.milliseconds) ms  " : "") + hop.url
      )
    }
    Output.line("branch   \(trail.branch): \(trail.reason)")
    Output.line(outcome(trail))
    if let event = trail.clickEvent { Output.line("event    \(JSONValue.object(event.members).serialized)") }
    if let status = trail.deepLinkStatus { Output.line("status   \(status.rawValue)") }
    if let campaign = trail.campaign {
      Output.line("campaign \(JSONValue.object(campaign.properties).serialized)")
    }
    if let notice = trail.notice { Output.line("notice   \(notice.json.serialized)") }
    Output.line("click    \(trail.click.rawValue)")
  }

  private static func outcome(_ trail: LinkTrail) -> String {
    switch trail.outcome {
    case .screen(let screen): "screen   \(screen.title): \(screen.trail.joined(separator: " › "))"
    case .deepLink(let url):
      "deeplink \(url) (\(trail.isOfOtherScheme ? "not a link of the app" : "no route of the app matches it"))"
    case .browser(let url): "browser  \(url)"
    case .unresolved: "unknown  where it leads: nothing was sent"
    case .stop(_, let offered):
      offered.map { "stop     \($0) is offered to the browser" }
        ?? "stop     nothing is offered to the browser"
    }
  }
}
