import InboxCore

/// Where a link ended, and the whole trail to it (UL-15, FE-4).
enum OutcomeView {
  static func draw(
    _ trail: LinkTrail, scroll: Int, _ keys: KeyMap, _ theme: Theme, into frame: inout Frame
  ) {
    LayerBox.draw(
      title(trail), lines(trail, keys, width: LayerBox.textWidth(on: frame.size)), scroll: scroll, keys,
      theme,
      into: &frame)
  }

  static func lastScroll(_ trail: LinkTrail, _ keys: KeyMap, _ size: Size) -> Int {
    LayerBox.lastScroll(of: lines(trail, keys, width: LayerBox.textWidth(on: size)).count, on: size)
  }

  static func title(_ trail: LinkTrail) -> String {
    switch trail.outcome {
    case .screen(let screen): "App: \(screen.title)"
    case .deepLink: "Unknown deep link"
    case .browser: "Would open in the browser"
    case .unresolved: "Not resolved"
    case .stop: "Stopped"
    }
  }

  private static func lines(_ trail: LinkTrail, _ keys: KeyMap, width: Int) -> [DetailLine] {
    var lines: [DetailLine] = []
    func add(_ text: String, _ role: ThemeRole = .text, lead: String = "") {
      let rest = String(repeating: " ", count: lead.count)
      lines += RichLayout.wrap([.init(text, role)], width, first: lead, rest: rest)
    }
    switch trail.outcome {
    case .screen(let screen):
      add(screen.trail.joined(separator: " › "), .accent)
      for parameter in screen.parameters { add("\(parameter.name) = \(parameter.value)") }
    case .deepLink(let url):
      add(url, .detailLink)
      add("No route of the app matches it. A phone would open the app and show nothing.", .noticeWarning)
    case .browser(let url):
      add(url, .detailLink)
      let isFollowed = trail.request.gesture == .follow
      add(
        isFollowed
          ? "\(keys.name(of: .browse)) opens it in $BROWSER; nothing was opened by itself."
          : "It was only classified, not opened.",
        .muted)
    case .unresolved(let url):
      add("Where it leads is not known: nothing was sent.", .noticeWarning)
      add(url, .detailLink)
    case .stop(let reason, let offered):
      add(reason, .noticeError)
      if let offered { add(offered, .detailLink) }
    }
    add("counted as a click: \(trail.click.rawValue)\(Self.meaning(trail.click))", .accent, lead: "")
    lines += facts(trail, width)
    lines.append(DetailLine())
    add("How it came to this", .detailLabel)
    add(trail.link, lead: "link    ")
    add(trail.linkClass.name, lead: "class   ")
    for hop in trail.hops {
      add(
        "GET \(hop.url) → \(hop.status.map(String.init) ?? "no answer"), \(hop.milliseconds) ms",
        lead: "hop     ")
    }
    add("\(trail.branch): \(trail.reason)", lead: "branch  ")
    return lines
  }

  private static func meaning(_ click: LinkTrail.Click) -> String {
    switch click {
    case .yes, .no: ""
    case .queued: ", until the server has it"
    case .unknown: ", nobody can tell"
    }
  }

  /// What the vendors' SDKs would tell the app: click event, campaign, notice.
  private static func facts(_ trail: LinkTrail, _ width: Int) -> [DetailLine] {
    var lines: [DetailLine] = []
    func add(_ title: String, _ values: [String: JSONValue]) {
      lines.append(DetailLine())
      lines.append(DetailLine(title, .detailLabel))
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        lines += RichLayout.wrap(
          [.init(value.text ?? value.serialized)], width, first: "\(name) = ", rest: "  ")
      }
    }
    if let event = trail.clickEvent {
      add("AppsFlyer click event\(trail.deepLinkStatus.map { ", \($0.rawValue)" } ?? "")", event.members)
    }
    if let campaign = trail.campaign {
      add("Campaign of the link", campaign.values.mapValues { .string($0) })
    }
    if case .object(let members)? = trail.notice?.json { add("What the SDK tells the app", members) }
    return lines
  }
}
