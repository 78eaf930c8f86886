import struct Foundation.Date
import InboxCore
import InboxDomains
import InboxModel

extension AppState {
  mutating func take(_ event: LinkEvent) -> [AppEffect] {
    switch event {
    case .linkArrived(let link):
      links.arrived.append(link)
      return followArrived()
    case .linkResolved(let trail): resolved(trail)
    case .domainChecked(let check):
      if case .domain(check.host, _, let scroll)? = pageLayer {
        pageLayer = .domain(check.host, check: check, scroll: scroll)
      }
    case .browserAsked(let url, let problem):
      if let problem {
        notify(presenting == nil ? problem : "The browser could not be opened.", .error)
      } else {
        notify("Opened in the browser: \(url)")
      }
    }
    return []
  }

  private mutating func resolved(_ trail: LinkTrail) {
    campaignLog.take(trail, isReported: profile.capabilities.clicks)
    guard links.resolving == trail.link else { return }
    links.resolving = nil
    if notice == links.refusal { notice = nil }
    // A person who has moved on meanwhile is not interrupted.
    if layer == nil, !isTyping,
      links.resolvingFrom == nil || (focus == .detail && detail?.row.key == links.resolvingFrom)
    {
      layer = .outcome(trail, scroll: 0)
    } else {
      let page = OutcomePage(trail: trail, scroll: 0)
      let more = presenting == nil ? "the steps" : "what happened"
      notify(
        "\(page.sentence(self)) \(keys.name(of: .events)) shows \(more).",
        trail.isFailure || trail.isUnresolved ? .warning : .info)
    }
  }

  /// Follows the next link that arrived, when start-up is done and no other is on its way (UL-16).
  mutating func followArrived() -> [AppEffect] {
    guard snapshot != nil, links.resolving == nil, layer == nil, !isTyping, !links.arrived.isEmpty else {
      return []
    }
    return resolve(links.arrived.removeFirst(), from: nil)
  }

  /// Selects the link beside the selected one; where that is out of sight, the first or the last one in sight, or the
  /// next one beyond.
  mutating func select(link step: Int) -> [AppEffect] {
    guard let detail, !detail.links.isEmpty else { return [] }
    let (count, lines) = (detail.links.count, linesInSight)
    if let link = detail.link, detail.layout.shows(link: link, in: lines) {
      self.detail?.link = (link - 1 + step + count) % count + 1
    } else {
      let nearest =
        step > 0
        ? detail.layout.firstLink(from: lines.lowerBound) ?? 1
        : detail.layout.lastLink(before: lines.upperBound) ?? count
      self.detail?.link = nearest
    }
    scrollToLink()
    return []
  }

  /// Digits typed within this many seconds of one another form one number.
  private static let digitPause = 1.5

  /// Successive digits form one number as long as a link has that number.
  mutating func selectLink(digit: Int) -> [AppEffect] {
    guard let count = detail?.links.count, count > 0 else { return [] }
    if let last = detail?.lastDigit, abs(now.timeIntervalSince(last)) > Self.digitPause {
      detail?.digits = ""
    }
    let time = now
    detail?.lastDigit = time
    let longer = (detail?.digits ?? "") + String(digit)
    let number = Int(longer).flatMap { 1...count ~= $0 ? $0 : nil } ?? digit
    guard 1...count ~= number else {
      notify("There is no link \(longer); this message has \(count).", .warning)
      detail?.digits = ""
      return []
    }
    // Following a link is a click: one link must not be mistaken for another.
    if String(number) != longer {
      notify("There is no link \(longer), so \(number) is selected; this message has \(count).", .warning)
    }
    detail?.digits = String(number)
    detail?.link = number
    scrollToLink()
    return []
  }

  mutating func scrollToLink() {
    guard let detail, let link = detail.link, let line = detail.layout.line(ofLink: link) else { return }
    let lines = linesInSight
    if !detail.layout.shows(link: link, in: lines) { self.detail?.scroll = max(0, line - lines.count / 2) }
  }

  /// The lines of the message that are in its pane.
  private var linesInSight: Range<Int> {
    let scroll = detail?.scroll ?? 0
    return scroll..<scroll + max(1, PaneLayout(self).detailText?.height ?? 1)
  }

  /// Whether the keys go to a message that was not opened.
  var isPreviewing: Bool { focus == .detail && detail?.isOpen == false }

  /// Follows the selected link; a message that is only previewed is opened instead, as reading comes before clicking
  /// (MC-19).
  mutating func followLink() -> [AppEffect] {
    if isPreviewing, let row = detail?.row { return open(row.key) }
    // Another message is being opened: the link of this one is not meant.
    guard opening == nil, let detail, let number = detail.link,
      let link = detail.links.first(where: { $0.number == number })
    else { return [] }
    return resolve(link.url, from: detail.row.key, label: link.label)
  }

  /// One gesture, one resolve (UL-16): nothing is resolved while another link is on its way.
  mutating func resolve(_ link: String, from message: MessageKey?, label: String? = nil) -> [AppEffect] {
    guard links.resolving == nil else {
      if links.resolving != link {
        notify(
          "Another link is still being resolved; press \(keys.name(of: .followLink)) again when it is done.",
          .warning)
        links.refusal = notice
      }
      return []
    }
    links.resolving = link
    links.resolvingFrom = message
    return [.resolve(link, message, label: label)]
  }

  mutating func browse() -> [AppEffect] {
    guard case .outcome(let trail, _)? = layer, let url = trail.outcome.browserURL else { return [] }
    let isMeant = links.browseQuestion == url
    links.browseQuestion = nil
    if trail.isBrowsedAsClick, !isMeant {
      links.browseQuestion = url
      return notify(
        "Tracked link: the browser counts another click. Press \(keys.name(of: .browse)) again to open it.",
        .warning)
    }
    return [.browse(url)]
  }
}
