import InboxCore
import InboxModel
import InboxVendors

/// Where a link ended, and the whole trail to it (UL-15, FE-4).
struct OutcomePage: TextLayer {
  var trail: LinkTrail
  var scroll: Int

  var layer: Layer { .outcome(trail, scroll: scroll) }
  var context: ActionContext { .outcome }
  /// An audience reads a sentence or two.
  func narrows(_ state: AppState) -> Narrowing.Kind? { state.presenting == nil ? .text : nil }

  func draw(_ state: AppState, _ theme: Theme, into frame: inout Frame) {
    guard state.presenting == nil else {
      return PresentedOutcome.draw(trail, scroll: scroll, state, theme, into: &frame)
    }
    drawPage(state, theme, into: &frame)
  }

  mutating func scroll(by steps: Int, _ state: AppState) {
    guard state.presenting == nil else {
      scroll = min(max(0, scroll + steps), PresentedOutcome.lastScroll(trail, state))
      return
    }
    scrollPage(by: steps, state)
  }

  func title(_ state: AppState) -> String {
    switch trail.outcome {
    case .screen(let screen): "App: \(screen.title)"
    case .deepLink: trail.isOfOtherScheme ? "Not a link of the app" : "Unknown deep link"
    case .browser: "Would open in the browser"
    case .unresolved: "Not resolved"
    case .stop: "Stopped"
    }
  }

  /// The result of a link where the page is not shown; for an unresolved link, whether it was a click (UL-5).
  func sentence(_ state: AppState) -> String {
    guard state.presenting == nil else { return PresentedOutcome.sentence(trail).words }
    return switch (trail.outcome, trail.click) {
    case (.screen, _), (.deepLink, _), (.browser, _): "Link resolved: \(title(state))."
    case (.unresolved, _): "Link not resolved: nothing was sent."
    case (.stop, .unknown): "Link not resolved: the click may have been counted."
    case (.stop, .yes): "Link not resolved: the click was counted."
    case (.stop, .no), (.stop, .queued): "Link not resolved."
    }
  }

  func lines(_ state: AppState, in area: TextArea) -> [DetailLine] {
    let keys = state.keys
    var lines: [DetailLine] = []
    func add(_ text: String, _ role: ThemeRole = .text, lead: String = "") {
      let rest = String(repeating: " ", count: lead.count)
      lines += area.wrap([.init(text, role)], first: lead, rest: rest)
    }
    switch trail.outcome {
    case .screen(let screen):
      add(screen.trail.joined(separator: " › "), .accent)
      for parameter in screen.parameters { add("\(parameter.name) = \(parameter.value)") }
    case .deepLink(let url):
      add(url, .detailLink)
      add(
        trail.isOfOtherScheme
          ? "\(trail.reason)."
          : "No route of the app matches it. A phone would open the app and show nothing.", .noticeWarning)
    case .browser(let url):
      add(url, .detailLink)
      let isFollowed = trail.request.gesture == .follow
      add(
        isFollowed
          ? "\(keys.name(of: .browse)) opens it in $BROWSER."
          : "Classified only, not opened.",
        .muted)
    case .unresolved(let url):
      add("Destination unknown: nothing was sent.", .noticeWarning)
      add(url, .detailLink)
    case .stop(let reason, let offered):
      // A host stays as it is written.
      let hosts = ([trail.link] + trail.hops.map(\.url)).compactMap { LinkResolver.host(of: $0) }
      add(hosts.contains { reason.hasPrefix($0) } ? reason : reason.capitalizedFirst, .noticeError)
      if let offered { add(offered, .detailLink) }
    }
    // The click that is reported to the vendor appears among the events.
    let counter = state.profile.capabilities.clicks ? "Click counted by the link" : "Click counted"
    add("\(counter): \(clickWords(state.campaignLog))", .accent)
    lines += facts(area)
    lines.append(DetailLine())
    add("Resolution steps", .detailLabel)
    add(trail.link, lead: "link    ")
    add(trail.linkClass.name, lead: "class   ")
    for hop in trail.hops {
      add(
        "GET \(hop.url) → \(hop.status.map(String.init) ?? "no response")"
          + (hop.hasTime ? ", \(hop.milliseconds) ms" : ""),
        lead: "hop     ")
    }
    // The reason of a link that stopped stands above.
    add(trail.isFailure ? trail.branch : "\(trail.branch): \(trail.reason)", lead: "branch  ")
    return lines
  }

  /// Whether it was a click, as far as it is known by now (UL-11).
  private func clickWords(_ log: CampaignLog) -> String {
    let click = log.click(of: trail)
    return switch (click, log.verdict(of: trail)) {
    case (.queued, _): "it is queued and goes out as soon as the server takes it"
    case (.no, let verdict?): "no: it was \(verdict.rawValue)"
    default: click.rawValue
    }
  }

  /// What the vendors' SDKs would report to the app: click event, campaign, notice.
  private func facts(_ area: TextArea) -> [DetailLine] {
    var lines: [DetailLine] = []
    func add(_ title: String, _ values: [String: JSONValue]) {
      lines.append(DetailLine())
      lines.append(DetailLine(title, .detailLabel))
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        lines += area.wrap([.init(value.text ?? value.serialized)], first: "\(name) = ", rest: "  ")
      }
    }
    if let event = trail.clickEvent {
      add("AppsFlyer click event\(trail.deepLinkStatus.map { ", \($0.rawValue)" } ?? "")", event.members)
    }
    if let campaign = trail.campaign {
      add("Campaign of the link", campaign.values.mapValues { .string($0) })
    }
    if case .object(let members)? = trail.notice?.json { add("What the SDK reports to the app", members) }
    return lines
  }
}
