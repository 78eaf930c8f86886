import InboxCore

/// Where a link ended, and the whole trail to it (UL-15, FE-4).
enum OutcomeView {
  static func draw(
    _ trail: LinkTrail, scroll: Int, _ theme: Theme, into frame: inout Frame
  ) {
    let lines = lines(trail, width: width(frame.size))
    let inside = LayerBox.draw(
      title(trail), columns: width(frame.size), rows: lines.count, scroll: scroll, theme, into: &frame)
    for y in 0..<inside.height where scroll + y < lines.count {
      var x = inside.x
      for run in lines[scroll + y].runs {
        x += frame.write(
          run.text, x: x, y: inside.y + y, width: inside.maxX - x, style: theme(run.role), ellipsis: false)
      }
    }
  }

  static func lastScroll(_ trail: LinkTrail, _ size: Size) -> Int {
    max(0, lines(trail, width: width(size)).count - LayerBox.height(on: size))
  }

  private static func width(_ size: Size) -> Int { min(76, size.columns - 4) }

  static func title(_ trail: LinkTrail) -> String {
    switch trail.outcome {
    case .screen(let screen): "App: \(screen.title)"
    case .unknownRoute: "Unknown deep link"
    case .browser: "Would open in the browser"
    case .stop: "Stopped"
    }
  }

  private static func lines(_ trail: LinkTrail, width: Int) -> [DetailLine] {
    var lines: [DetailLine] = []
    func add(_ text: String, _ role: ThemeRole = .text, lead: String = "") {
      let rest = String(repeating: " ", count: lead.count)
      lines += RichLayout.wrap([.init(text, role)], width, first: lead, rest: rest)
    }
    switch trail.outcome {
    case .screen(let screen):
      add(screen.trail.joined(separator: " › "), .accent)
      for parameter in screen.parameters { add("\(parameter.name) = \(parameter.value)") }
    case .unknownRoute(let url):
      add(url, .detailLink)
      add("No route of the app matches it. A phone would open the app and show nothing.", .noticeWarning)
    case .browser(let url):
      add(url, .detailLink)
      add("o opens it in $BROWSER; nothing was opened by itself.", .muted)
    case .stop(let reason, let offered):
      add(reason, .noticeError)
      if let offered { add(offered, .detailLink) }
    }
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
    add("counted as a click: \(trail.click.rawValue)", lead: "click   ")
    return lines
  }
}
