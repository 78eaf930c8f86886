import InboxCore
import InboxModel

/// The campaigns that can be launched, by their subjects (SB-2).
struct CampaignMenu: MenuLayer {
  var selected: Int
  /// Whether the sandbox is still asked for them.
  var isLoading: Bool

  var layer: Layer { .launch(selected: selected, isLoading: isLoading) }
  var context: ActionContext { .launch }
  var title: String { "Launch a campaign" }
  var action: ActionID? { .launchCampaign }

  /// Those listed last may be others than those that are on their way.
  private func campaigns(_ state: AppState) -> [CampaignFacts.Campaign] {
    isLoading ? [] : state.profile.campaigns?.byBrand ?? []
  }

  func heading(_ state: AppState) -> [DetailLine] { isLoading ? [] : whyReadOnly(state) }

  func nothingShown(_ state: AppState) -> String {
    guard isLoading else { return "No matches." }
    let key = state.keys.hint(of: ActionRegistry[.back].binding, in: context).map(state.keys.label)
    return "Loading campaigns…" + (key.map { " \($0) cancels." } ?? "")
  }

  func choices(_ state: AppState) -> [DetailLine] {
    let width = LayerBox.textWidth(on: state.size)
    let repertoire = state.profile.repertoire
    func clip(_ text: String, to width: Int) -> String { DisplayText.clip(text, to: width, in: repertoire) }
    return campaigns(state).enumerated().map { index, campaign in
      let mark = index == selected ? "› " : "  "
      let head = mark + clip(campaign.brand, to: min(Self.longestBrand, width / 3)) + " · "
      let center = DisplayText.reduced(place(campaign, state), to: repertoire)
      let subject = state.shown(campaign.subject.shownSubject)
      // The subject loses its end, and what is said of the banner goes: whose it is and where it goes stay.
      func room(_ end: String) -> Int { width - DisplayText.width(of: head + end) }
      let path = campaign.isPushed ? "" : " · no banner"
      let end = room(path + center) >= Self.leastSubject ? path + center : center
      let text = head + clip(subject, to: max(4, room(end))) + end
      return DetailLine(text, index == selected ? .accent : .text)
    }
  }

  /// Where it arrives: a list here, as far as the vendor has that, or the inboxes of other vendors.
  private func place(_ campaign: CampaignFacts.Campaign, _ state: AppState) -> String {
    if let elsewhere = state.elsewhere(campaign) { return " · " + elsewhere }
    let isList =
      switch state.profile.capabilities.lists {
      case .centers: true
      case .placements: state.centers.contains(campaign.center)
      case .one: false
      }
    return isList ? " · " + state.name(of: campaign.center) : ""
  }

  /// The whole of what a line may have lost.
  func texts(_ state: AppState) -> [String] {
    campaigns(state).map { campaign in
      let path = campaign.isPushed ? "" : " · no banner"
      return
        "\(campaign.brand) · \(state.shown(campaign.subject.shownSubject))\(path)\(place(campaign, state))"
    }
  }

  /// How many columns of a brand tell it from the others, and of a subject.
  private static let longestBrand = 20
  private static let leastSubject = 20
}

extension AppState {
  /// Those of a sandbox that others use may be others than a moment ago.
  mutating func showCampaigns() -> [AppEffect] {
    let asks = profile.asksForCampaigns == true
    layer = .launch(selected: 0, isLoading: asks)
    return asks ? requestCampaigns() : []
  }

  /// Whose the messages are that an audience sees: a message itself does not say that.
  mutating func askForCampaigns() -> [AppEffect] {
    presenting != nil && profile.asksForCampaigns == true ? requestCampaigns() : []
  }

  private mutating func requestCampaigns() -> [AppEffect] {
    campaignRequests += 1
    return [.loadCampaigns]
  }

  mutating func campaignsLoaded(_ result: Result<CampaignFacts, InboxError>) {
    campaignRequests -= 1
    // The person has left the menu: it must not come on top of what they do now.
    guard case .launch(selected: _, isLoading: true)? = pageLayer else {
      if presenting != nil, case .success(let campaigns) = result { replaceCampaigns(campaigns) }
      return
    }
    switch result {
    case .success(let campaigns) where campaigns.campaigns.isEmpty:
      profile.campaigns = campaigns
      pageLayer = nil
      notify("The sandbox has no campaigns: ‘inbox campaign launch FILE’ sends one.", .warning)
    case .success(let campaigns):
      profile.campaigns = campaigns
      // What was said before they came may be untrue now.
      notice = nil
      var menu = CampaignMenu(selected: 0, isLoading: false)
      // What the help is narrowed to that may lie over it is not the menu's.
      var uncovered = self
      uncovered.layer = pageLayer
      menu.narrowed(uncovered)
      pageLayer = menu.layer
    // The menu's own request, which came later, may do better.
    case .failure where campaignRequests > 0: break
    case .failure(let error):
      pageLayer = nil
      notify(sentence(error), .error)
    }
  }

  /// Takes what the sandbox has by now, for an audience; in an open menu, what is selected stays selected.
  private mutating func replaceCampaigns(_ campaigns: CampaignFacts) {
    if case .launch(let selected, isLoading: false)? = pageLayer, let before = profile.campaigns?.byBrand,
      before.indices.contains(selected)
    {
      let (id, center) = (before[selected].id, before[selected].center)
      // One that is gone closes the menu: no other one may be launched in its place.
      let place = campaigns.byBrand.firstIndex { $0.id == id && $0.center == center }
      pageLayer = place.map { CampaignMenu(selected: $0, isLoading: false).layer }
    }
    profile.campaigns = campaigns
  }

  /// Where a campaign goes that does not come here, in words; nil where it comes here, as far as that is known.
  func elsewhere(_ campaign: CampaignFacts.Campaign) -> String? {
    if let vendors = campaign.vendors, !vendors.contains(profile.capabilities.vendor) {
      return CampaignFacts.words(for: vendors)
    }
    guard let audience = campaign.audience, let person = snapshot?.identity else { return nil }
    let isDevice = if case .device = person { true } else { false }
    let isMeant = audience.contains {
      $0 == person.storageKey || $0 == "everyone" || isDevice && $0 == "device"
    }
    return isMeant ? nil : "other people alone"
  }

  /// What comes of it is an arrival, which everyone sees.
  mutating func launchCampaign() -> [AppEffect] {
    guard case .launch(selected: let selected, isLoading: false)? = layer,
      let campaigns = profile.campaigns?.byBrand,
      campaigns.indices.contains(selected)
    else { return [] }
    layer = nil
    return launch(campaigns[selected])
  }

  /// Has the sandbox launch a campaign; an audience gets to see its message as soon as it is there.
  private mutating func launch(_ campaign: CampaignFacts.Campaign) -> [AppEffect] {
    let (id, home) = (campaign.id, campaign.center)
    let isElsewhere = profile.campaigns?.campaigns.contains { $0.id == id && $0.center != home } == true
    let command = LaunchCommand(id, in: isElsewhere ? home : nil).text
    // Nothing arrives while message centers are disabled.
    guard presenting != nil, elsewhere(campaign) == nil, snapshot?.isEnabled != false else {
      return [.askSandbox(command)]
    }
    var effects: [AppEffect] = []
    // Who reads a message goes on reading it; a filter might hide what arrives.
    if focus != .detail, !isReading {
      effects = showAll()
      if centers.contains(home) { effects += show(home) }
    }
    let isLoaded = list.shown == source && list.window != nil
    let known = isLoaded ? newest(of: id)?.key : nil
    presenting?.launched = Presentation.Launched(campaign: id, home: home, known: known, isLoaded: isLoaded)
    return effects + [.askSandbox(command)]
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
    closeRange()
    list.select(row.key)
  }

  /// Whether the audience waits for what was launched: until it is there no other message may look as if it were that one.
  ///
  /// Who reads a message goes on reading it, unless a tour is about to leave it for the one that it has launched.
  var awaitsLaunched: Bool {
    guard layer == nil, snapshot?.isEnabled != false else { return false }
    return focus == .list && awaited != nil || presenting?.tour?.awaitsLaunched == true
  }

  /// What a person has launched, unless what is selected is shown again.
  private var awaited: Presentation.Launched? {
    guard let launched = presenting?.launched, launched.gaveWay != true else { return nil }
    return launched
  }

  /// What is selected is shown again, whether or not what was launched still arrives.
  ///
  /// - Parameter inTour: Whether also what a tour has launched gives way, which goes on waiting for it: to a person's
  ///   key or click, not to those of the tour.
  mutating func stopAwaitingLaunched(inTour: Bool = false) {
    presenting?.launched?.gaveWay = true
    guard inTour, let tour = presenting?.tour, tour.awaitsLaunched, !tour.isPressing else { return }
    presenting?.tour?.gaveWay = true
  }

  /// A vendor has other lists than its campaigns name: what was launched for none of them is in one beside the inbox that
  /// has something new.
  mutating func arrived(_ news: [CenterNews]) -> [AppEffect] {
    let asked = news.contains { $0.new > 0 } ? askForCampaigns() : []
    let lists = news.filter { $0.new > 0 && !$0.isFirst && $0.name != .primary }.map(\.name)
    guard awaitsLaunched, let home = awaited?.home, !centers.contains(home),
      !lists.contains(center), let name = lists.first
    else { return asked }
    presenting?.launched?.isLoaded = true
    return asked + show(name)
  }

  /// A list was fetched: what that did not bring is waited for no longer.
  mutating func fetched(_ name: CenterName?, hasNew: Bool) {
    guard let launched = presenting?.launched, !hasNew else { return }
    if name == nil || name == launched.home { stopAwaitingLaunched() }
  }

  /// What campaigns that were launched need to arrive: no push announces one for the message center only.
  ///
  /// One that is not known may be for this inbox.
  func fetch(of campaigns: [CampaignFacts.Campaign]) -> [AppEffect] {
    guard snapshot?.isEnabled != false else { return [] }
    guard !campaigns.isEmpty else { return [.refresh(nil)] }
    let silent = campaigns.filter {
      elsewhere($0) == nil && !($0.isPushed && profile.capabilities.liveLine)
    }
    guard let center = silent.first?.center else { return [] }
    return [.refresh(silent.count == 1 && centers.contains(center) ? center : nil)]
  }
}
