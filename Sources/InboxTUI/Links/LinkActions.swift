import InboxCore

extension ActionID {
  package static let nextLink = ActionID("link.next")
  package static let previousLink = ActionID("link.previous")
  package static let followLink = ActionID("link.follow")
  package static let linkNumber = ActionID("link.number")
  package static let browse = ActionID("link.browse")
}

extension Action {
  private static func needsLink(_ state: AppState) -> String? {
    guard let detail = state.detail, !detail.links.isEmpty else {
      return state.detail?.content == .loading
        ? "The content is still on its way." : "This message has no links."
    }
    return nil
  }

  static let links: [Action] = [
    Action(
      .nextLink, "Next link", keys: ["n"], in: [.detail], hint: "link", allowed: .anywhere, unless: needsLink
    ) { $0.select(link: 1) },
    Action(
      .previousLink, "Previous link", keys: ["p"], in: [.detail], allowed: .anywhere, unless: needsLink
    ) { $0.select(link: -1) },
    Action(
      .linkNumber, "Select link by number", keys: [Key].digits + ["0"], label: "0…9",
      // The tenth key is the digit 0.
      numbered: { $0.selectLink(digit: $1 % 10) }, in: [.detail], allowed: .anywhere, unless: needsLink
    ) { $0.selectLink(digit: 1) },
    Action(
      .followLink, "Follow the selected link (counts as a click)", keys: [.enter], in: [.detail],
      hint: "follow", hintNow: { $0.isPreviewing ? ActionRegistry[.open].hint : nil },
      titleNow: {
        if $0.isPreviewing { return ActionRegistry[.open].title(in: $0) }
        return $0.profile.followsLinks ? nil : "Classify the selected link: nothing is sent"
      }, allowed: .anywhere,
      unless: {
        if $0.isPreviewing { return nil }
        if let why = needsLink($0) { return why }
        return $0.detail?.link == nil
          ? "No link is selected: \($0.keys.name(of: .nextLink)) or a number selects one." : nil
      }
    ) { $0.followLink() },
    Action(
      .browse, "Open in $BROWSER", keys: ["o"], in: [.outcome], hint: "browser",
      allowed: .uncaptured(.usesNoNetwork),
      unless: {
        guard case .outcome(let trail, _)? = $0.layer else { return "There is no link outcome to open." }
        return trail.outcome.browserURL == nil ? "This outcome has no web address." : nil
      }
    ) { $0.browse() },
  ]
}
