/// The campaigns that can be launched, by their subjects (SB-2).
struct CampaignMenu: MenuLayer {
  var selected: Int

  var layer: Layer { .launch(selected: selected) }
  var context: ActionContext { .launch }
  var title: String { "Launch a campaign" }
  var action: ActionID? { .launchCampaign }

  func choices(_ state: AppState) -> [DetailLine] {
    (state.profile.campaigns?.byBrand ?? []).enumerated().map { index, campaign in
      let mark = index == selected ? "› " : "  "
      let path = campaign.isPushed ? "" : " · no banner"
      let text = "\(campaign.brand) · \(state.shown(campaign.subject))\(path) · \(campaign.center)"
      return DetailLine(mark + text, index == selected ? .accent : .text)
    }
  }
}

extension AppState {
  mutating func showCampaigns() -> [AppEffect] {
    layer = .launch(selected: 0)
    return []
  }

  /// What comes of it is an arrival, which everyone sees.
  mutating func launchCampaign() -> [AppEffect] {
    guard case .launch(let selected)? = layer, let campaigns = profile.campaigns?.byBrand,
      campaigns.indices.contains(selected)
    else { return [] }
    layer = nil
    return [.askSandbox("launch \(campaigns[selected].id)")]
  }
}
