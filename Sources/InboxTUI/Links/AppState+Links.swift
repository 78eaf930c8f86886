import InboxCore

/// Links.
extension AppState {
  mutating func select(link step: Int) -> [AppEffect] {
    guard let count = detail?.links.count, count > 0 else { return [] }
    let current = detail?.link ?? (step > 0 ? 0 : count + 1)
    detail?.link = (current - 1 + step + count) % count + 1
    scrollToLink()
    return []
  }

  /// Digits typed one after another make one number as long as a link has it.
  mutating func selectLink(digit: Int) -> [AppEffect] {
    guard let count = detail?.links.count, count > 0 else { return [] }
    let longer = (detail?.digits ?? "") + String(digit)
    let number = Int(longer).flatMap { $0 <= count ? $0 : nil } ?? digit
    guard number <= count else {
      tell("There is no link \(number); this message has \(count).", .warning)
      detail?.digits = ""
      return []
    }
    // Following it is a click: nobody is to take it for another one.
    if String(number) != longer {
      tell("There is no link \(longer), so \(number) is selected; this message has \(count).", .warning)
    }
    detail?.digits = String(number)
    detail?.link = number
    scrollToLink()
    return []
  }

  mutating func scrollToLink() {
    guard let link = detail?.link, let line = detail?.layout.line(ofLink: link) else { return }
    let height = PaneLayout(self).detailText?.height ?? 1
    let scroll = detail?.scroll ?? 0
    if line < scroll || line >= scroll + height { detail?.scroll = max(0, line - height / 2) }
  }

  mutating func followLink() -> [AppEffect] {
    guard let detail, let number = detail.link, resolving == nil,
      let link = detail.links.first(where: { $0.number == number })
    else { return [] }
    return resolve(link.url, from: detail.row.key)
  }

  /// One gesture, one resolve (UL-16): nothing is resolved while another link is on its way.
  mutating func resolve(_ link: String, from message: MessageKey?) -> [AppEffect] {
    guard resolving == nil else {
      if resolving != link {
        tell(
          "Another link is still being resolved: press \(keys.name(of: .followLink)) again when it is.",
          .warning)
      }
      return []
    }
    resolving = link
    resolvingFrom = message
    return [.resolve(link, message)]
  }

  /// The branded domain of a link of the message at hand, else the profile's first.
  var domainAtHand: String? {
    let row = focus == .detail ? detail?.row : list.selectedRow
    let links = ([row?.message.deepLink].compactMap { $0 }) + (detail?.links.map(\.url) ?? [])
    let hosts = links.compactMap { LinkResolver.host(of: $0) }
    return hosts.first { profile.domains.contains($0) } ?? profile.domains.first
  }

  mutating func checkDomain(step: Int) -> [AppEffect] {
    guard case .domain(let host, _, _)? = layer, let index = profile.domains.firstIndex(of: host) else {
      return []
    }
    let count = profile.domains.count
    return checkDomain(profile.domains[(index + step + count) % count])
  }

  mutating func checkDomain(_ host: String?) -> [AppEffect] {
    guard let host else { return [] }
    layer = .domain(host, check: nil, scroll: 0)
    return [.checkDomain(host)]
  }

  mutating func browse() -> [AppEffect] {
    guard case .outcome(let trail, _)? = layer, let url = trail.outcome.browserURL else { return [] }
    let isMeant = browseQuestion == url
    browseQuestion = nil
    if trail.isBrowsedAsClick, !isMeant {
      browseQuestion = url
      tell(
        "Tracked link: the browser makes a click of its own. \(keys.name(of: .browse)) again opens it.",
        .warning)
      return []
    }
    return [.browse(url)]
  }
}
