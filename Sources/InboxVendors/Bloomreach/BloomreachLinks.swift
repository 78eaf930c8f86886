public import InboxCore
public import InboxModel

/// Universal links of the app that Bloomreach tracks: the click is an event of ours and not a request (UL-11).
public struct BloomreachLinks: LinkHandler {
  /// A link of one of the app's domains, which is an event of ours.
  private static let campaign = "campaign"

  /// `bloomreach-campaign` alone.
  public static let classes = [LinkClass.bloomreach(isTracked: true)]
  /// The branches that its links take.
  public static let branches = [campaign]

  /// The app's domains, in lower case.
  let domains: Set<String>

  /// A link is one of these by what it says as well, so its host is judged like any other.
  public func declares(host: String) -> Bool { false }

  /// Plans a link of this vendor; nil for any other.
  public func plan(_ request: LinkRequest, _ link: WebLink, in resolver: LinkResolver) -> LinkPlan? {
    let (isCampaign, isOurs) = (CampaignData(link).isCampaign, domains.contains(link.host))
    guard link.scheme == "https", isOurs || isCampaign else { return nil }
    var trail = LinkTrail(
      request, .bloomreach(isTracked: isCampaign),
      branch: isOurs ? Self.campaign : LinkBranch.browser.rawValue,
      reason: "", outcome: .browser(url: request.link))
    trail.isCampaignClick = isOurs
    guard isOurs else {
      trail.reason =
        "it names a campaign, but \(link.host) is none of the app's domains: the browser gets it, nothing is tracked"
      return LinkPlan(trail)
    }
    let what =
      isCampaign
      ? "a universal link of a campaign" : "a universal link without xnpe_cmp, which is not a campaign click"
    trail.reason = "\(what); no route of the app matches it, so the browser gets it"
    if let screen = resolver.routes.screen(for: request.link) {
      (trail.outcome, trail.reason) = (.screen(screen), "\(what); the app's route table knows it")
    }
    return LinkPlan(trail)
  }

  /// Adds the campaign that a link names.
  public func annotate(_ trail: inout LinkTrail) {
    let campaign = trail.linkClass.isRefused ? nil : CampaignData(trail.link)
    trail.campaign = campaign.flatMap { $0.values.isEmpty ? nil : $0 }
  }
}

extension LinkTrail {
  /// The campaign that the link names (UL-11).
  public var campaign: CampaignData? {
    get {
      // Recordings up to version 1 hold the parameters apart from the link.
      guard var members = facts["campaign"]?.members, let url = members.removeValue(forKey: "url")?.text
      else { return nil }
      members = members["values"]?.members ?? members
      return CampaignData(url: url, values: members.compactMapValues(\.text))
    }
    set { facts["campaign"] = .orNull(newValue?.properties) }
  }
}

extension LinkClass {
  /// A universal link of the app that Bloomreach tracks, or one that names a campaign of it, which is the click
  /// (UL-11).
  public static func bloomreach(isTracked: Bool) -> Self { Self("bloomreach-campaign", isTracked: isTracked) }
}
