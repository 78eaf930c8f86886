extension ActionID {
  package static let nextCaption = ActionID("tour.next")
  package static let previousCaption = ActionID("tour.back")
  package static let leaveTour = ActionID("tour.leave")
  package static let campaigns = ActionID("campaigns.show")
  package static let launchCampaign = ActionID("campaigns.launch")
  package static let tour = ActionID("tour.begin")
  package static let nextLook = ActionID("present.look")
  package static let nextAppearance = ActionID("present.appearance")
  package static let nextPhone = ActionID("present.phone")
  package static let present = ActionID("present.toggle")
}

/// Showing campaigns to an audience.
extension Action {
  static let presenting: [Action] = [
    Action(
      .nextCaption, "Tour: next step", keys: ["n", " ", .right], in: [.tour], hint: "next",
      allowed: .anywhere, unless: { $0.presenting?.tour?.isLast == true ? TourState.wasLast($0.keys) : nil }
    ) { $0.nextCaption() },
    Action(
      .previousCaption, "Tour: previous caption (undoes nothing)", keys: [.left, .backspace], in: [.tour],
      hint: "back", allowed: .anywhere,
      unless: { $0.presenting?.tour?.isFirst == true ? TourState.wasFirst : nil }
    ) { $0.previousCaption() },
    Action(
      .leaveTour, "Tour: leave", keys: [.escape], in: [.tour], hint: "leave the tour",
      hintNow: { $0.size.columns < 60 ? "leave" : nil }, allowed: .anywhere
    ) { $0.leaveTour() },
    Action(
      .campaigns, "Launch a campaign", keys: ["L"], in: .panes, hint: "launch",
      allowed: .uncaptured(.hasNoSandbox),
      unless: { state in
        state.profile.asksForCampaigns == true || state.profile.campaigns?.campaigns.isEmpty == false
          ? nil : "Only a sandbox has campaigns to launch."
      }
    ) { $0.showCampaigns() },
    Action(
      .launchCampaign, "Launch the campaign", keys: [.enter], in: [.launch], hint: "launch",
      allowed: .uncaptured(.hasNoSandbox),
      unless: { state in
        if case .launch(selected: _, isLoading: true)? = state.layer {
          return "The campaigns are on their way."
        }
        return needsWriting(state)
      }
    ) { $0.launchCampaign() },
    Action(
      .tour, "Tour: continue, or begin", keys: ["t"], in: [.list, .detail], hint: "tour", allowed: .anywhere,
      unless: { state in
        if let why = needsAudience(state) { return why }
        return state.presenting?.tour == nil
          ? "There is no tour here: ‘inbox demo --present’ brings one." : nil
      }
    ) { $0.beginTour() },
    Action(
      .present, "Toggle presenting: larger, in the brand's colours, without identifiers",
      // No key of the looks may take its own: presenting could not be ended then.
      keys: [.function(5)], in: .panes.union([.looks]), hint: "present",
      hintNow: { $0.presenting == nil ? nil : "end" }, allowed: .anywhere
    ) { $0.togglePresenting() },
    Action(
      .nextLook, "Presenting: next look (push banner, list row, opened, all)", keys: ["v"], in: [.looks],
      hint: "look", allowed: .anywhere, unless: needsAudience
    ) { $0.nextLook() },
    Action(
      .nextAppearance, "Presenting: light phone, dark phone, both", keys: ["a"], in: [.looks],
      hint: "light, dark", allowed: .anywhere, unless: needsAudience
    ) { $0.nextAppearance() },
    Action(
      .nextPhone, "Presenting: small, normal or large phone", keys: ["w"], in: [.looks], hint: "size",
      allowed: .anywhere, unless: needsAudience
    ) { $0.nextPhone() },
  ]

  private static func needsAudience(_ state: AppState) -> String? {
    state.presenting == nil ? "Only while presenting: \(state.keys.name(of: .present)) begins." : nil
  }
}
