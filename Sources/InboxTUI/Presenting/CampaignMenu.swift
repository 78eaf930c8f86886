import InboxCore
import InboxModel

/// The campaigns that can be launched, by their subjects (SB-2).
struct CampaignMenu: MenuLayer {
  var selected: Int

  var layer: Layer { .launch(selected: selected) }
  var context: ActionContext { .launch }
  var title: String { "Launch a campaign" }
  var action: ActionID? { .launchCampaign }

  func choices(_ state: AppState) -> [DetailLine] {
    let width = LayerBox.textWidth(on: state.size)
    return (state.profile.campaigns?.byBrand ?? []).enumerated().map { index, campaign in
      let mark = index == selected ? "› " : "  "
      let head = mark + DisplayText.clip(campaign.brand, to: min(Self.longestBrand, width / 3)) + " · "
      let center = " · \(campaign.center)"
      let subject = state.shown(campaign.subject.shownSubject)
      // The subject loses its end, and what is said of the banner goes: whose it is and where it goes stay.
      func room(_ end: String) -> Int { width - DisplayText.width(of: head + end) }
      let path = campaign.isPushed ? "" : " · no banner"
      let end = room(path + center) >= Self.leastSubject ? path + center : center
      let text = head + DisplayText.clip(subject, to: max(4, room(end))) + end
      return DetailLine(text, index == selected ? .accent : .text)
    }
  }

  /// The whole of what a line may have lost.
  func texts(_ state: AppState) -> [String] {
    (state.profile.campaigns?.byBrand ?? []).map { campaign in
      let path = campaign.isPushed ? "" : " · no banner"
      return "\(campaign.brand) · \(state.shown(campaign.subject.shownSubject))\(path) · \(campaign.center)"
    }
  }

  /// How many columns of a brand tell it from the others, and of a subject.
  private static let longestBrand = 20
  private static let leastSubject = 20
}

extension AppState {
  /// Those of a sandbox that others use may be others than a moment ago.
  mutating func showCampaigns() -> [AppEffect] {
    guard profile.asksForCampaigns != true else { return [.loadCampaigns] }
    return showLayer(.launch(selected: 0))
  }

  mutating func list(_ campaigns: CampaignFacts) {
    profile.campaigns = campaigns
    // The person may be somewhere else by then.
    guard layer == nil, !isTyping else { return }
    if campaigns.campaigns.isEmpty {
      notify("The sandbox has no campaigns: ‘inbox campaign launch FILE’ sends one.", .warning)
    } else {
      layer = .launch(selected: 0)
    }
  }

  /// What comes of it is an arrival, which everyone sees.
  mutating func launchCampaign() -> [AppEffect] {
    guard case .launch(let selected)? = layer, let campaigns = profile.campaigns?.byBrand,
      campaigns.indices.contains(selected)
    else { return [] }
    layer = nil
    return launch(campaigns[selected].id)
  }

  /// Has the sandbox launch a campaign; an audience gets to see its message as soon as it is there.
  mutating func launch(_ id: String) -> [AppEffect] {
    guard presenting != nil else { return [.askSandbox("launch \(id)")] }
    var effects: [AppEffect] = []
    // Who reads a message goes on reading it.
    if focus != .detail, let home = profile.campaigns?[id]?.center, home != center,
      let tab = centers.firstIndex(of: home)
    {
      effects = showTab(number: tab + 1)
    }
    let isLoaded = list.shown == source && list.window != nil
    let known = isLoaded ? newest(of: id)?.key : nil
    presenting?.launched = Presentation.Launched(campaign: id, known: known, isLoaded: isLoaded)
    return effects + [.askSandbox("launch \(id)")]
  }

  /// Selects the message of a campaign that was launched while presenting, once it is in the list and nothing lies over it; a
  /// person who reads another one by then is left alone.
  mutating func selectLaunched() {
    guard let launched = presenting?.launched else { return }
    let row = newest(of: launched.campaign)
    guard launched.isLoaded else {
      presenting?.launched?.known = row?.key
      presenting?.launched?.isLoaded = true
      return
    }
    guard layer == nil, let row, row.key != launched.known else { return }
    presenting?.launched = nil
    guard focus == .list else { return }
    list.select(row.key)
  }

  /// Whether the audience waits for what was launched: until it is there no other message may look as if it were that one.
  var awaitsLaunched: Bool {
    guard let launched = presenting?.launched, layer == nil, focus == .list else { return false }
    return launched.gaveWay != true
  }

  /// What is selected is shown again, whether or not what was launched still arrives.
  mutating func stopAwaitingLaunched() { presenting?.launched?.gaveWay = true }

  /// A list was fetched: what that did not bring is waited for no longer.
  mutating func fetched(_ name: CenterName?, hasNew: Bool) {
    guard let launched = presenting?.launched, !hasNew else { return }
    if name == nil || name == profile.campaigns?[launched.campaign]?.center { stopAwaitingLaunched() }
  }

  /// What a campaign that was launched needs to arrive: no push announces one for the message center only.
  func fetch(of campaign: String) -> [AppEffect] {
    guard let facts = profile.campaigns?[campaign] else { return [.refresh(nil)] }
    guard !facts.isPushed || !profile.capabilities.liveLine else { return [] }
    return [.refresh(centers.contains(facts.center) ? facts.center : nil)]
  }
}
