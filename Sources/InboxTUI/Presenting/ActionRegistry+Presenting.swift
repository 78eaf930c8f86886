/// Showing campaigns to an audience.
extension ActionRegistry {
  static let presenting: [Action] = [
    Action(
      .nextCaption, "The tour: go on", keys: [.character("n"), .character(" "), .right], in: [.tour],
      hint: "next"),
    Action(
      .previousCaption, "The tour: the caption before, to read it again; nothing is undone",
      keys: [.left, .backspace], in: [.tour], hint: "back"),
    Action(
      .leaveTour, "The tour: leave it where it is", keys: [.escape], in: [.tour],
      hint: "leave the tour"),
    Action(
      .campaigns, "Campaigns: launch one, and watch it arrive", keys: [.character("L")],
      in: [.list, .detail, .events], unless: whyNoCampaigns),
    Action(.launchCampaign, "Launch the campaign", keys: [.enter], in: [.launch], hint: "launch"),
    Action(
      .tour, "The tour: go on where it was left, or begin", keys: [.character("t")], in: [.list, .detail],
      hint: "tour", unless: whyNoTour),
    Action(
      .nextLook, "Presenting: point at push banner, list row, opened message, all", keys: [.character("v")],
      in: [.looks], hint: "looks",
      unless: { $0.presenting == nil ? onlyPresenting($0) : nil }),
    Action(
      .present, "Presenting: larger, in the brand's colours, without identifiers; again ends it",
      keys: [.function(5)], in: [.list, .detail, .events]),
  ]

  private static let whyNoCampaigns: @Sendable (AppState) -> String? = { state in
    state.profile.campaigns?.campaigns.isEmpty == false
      ? nil : "Only the demonstration has its campaigns at hand; :launch ID launches one of a sandbox."
  }

  private static func onlyPresenting(_ state: AppState) -> String {
    "Only while presenting: \(state.keys.name(of: .present)) begins."
  }

  private static let whyNoTour: @Sendable (AppState) -> String? = { state in
    guard let presenting = state.presenting else { return onlyPresenting(state) }
    return presenting.tour == nil ? "There is no tour here: ‘inbox demo --present’ brings one." : nil
  }
}
