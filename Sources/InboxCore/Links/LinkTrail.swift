public import InboxModel

/// How a link came to its outcome (UL-15): nothing is hidden.
public struct LinkTrail: Hashable, Sendable {
  /// One request on the way.
  public struct Hop: Hashable, Sendable, Codable {
    /// What was asked.
    public var url: String
    /// The status, nil without a response.
    public var status: Int?
    /// How long it took; 0 where that is not known, as no response came.
    public var milliseconds: Int

    /// Whether it is known how long it took.
    package var hasTime: Bool { status != nil || milliseconds > 0 }

    /// Takes its parts as they are; nothing is checked.
    public init(url: String, status: Int?, milliseconds: Int) {
      self.url = url
      self.status = status
      self.milliseconds = milliseconds
    }
  }

  /// Whether the sender's server counts a click for what was done (UL-5).
  public enum Click: String, Hashable, Sendable, Codable, CaseIterable {
    /// There was a response.
    case yes
    /// The click is stored and goes out as soon as it can (UL-11).
    case queued
    /// It was not asked.
    case no
    /// It was sent, and it is not known whether it counted.
    case unknown

    /// As a *why* line begins with it.
    package var words: String {
      switch self {
      case .yes: "click counted"
      case .queued: "click queued"
      case .no: "no click"
      case .unknown: "click unknown"
      }
    }
  }

  /// What was done with which link.
  public let request: LinkRequest
  /// What the link is, judged from its text alone (UL-15).
  public let linkClass: LinkClass
  /// The requests made, in order.
  public var hops: [Hop] = []
  /// The branch taken, in one word or two.
  public var branch: String
  /// Why that branch.
  public var reason: String
  /// Where it ends.
  public var outcome: LinkOutcome
  /// Whether this was a click.
  public var click: Click = .no
  /// What a vendor has to say of the link, by name: members of ``json``.
  public var facts: [String: JSONValue] = [:]
  /// Whether the link is an event of ours for a vendor, and that event the click (UL-11).
  public var isCampaignClick = false
  /// Whether a browser that opens the outcome's address makes a click of its own.
  public var isBrowsedAsClick = false
  /// The beginning of a response that could not be used, for the event pane.
  public var body: String?

  /// Takes its parts as they are; nothing is checked.
  public init(
    _ request: LinkRequest, _ linkClass: LinkClass, branch: String, reason: String, outcome: LinkOutcome
  ) {
    self.request = request
    self.linkClass = linkClass
    self.branch = branch
    self.reason = reason
    self.outcome = outcome
  }

  /// The link as it was given.
  public var link: String { request.link }

  /// Whether the link ended in an error.
  public var isFailure: Bool { if case .stop = outcome { true } else { false } }

  /// Whether it is unknown what the link stands for, as nothing was sent.
  public var isUnresolved: Bool { if case .unresolved = outcome { true } else { false } }

  /// Whether its scheme is none of the app's: it leads elsewhere, and not to a screen that the app lacks.
  package var isOfOtherScheme: Bool { branch == LinkBranch.otherScheme.rawValue }

  /// Whether it stopped on the way, so that it may lead somewhere.
  package var isCutOff: Bool { isFailure && LinkBranch.cutOff.map(\.rawValue).contains(branch) }

  /// Stops here: what may be offered for the browser is, the given link before the one that was followed.
  public mutating func stop(_ branch: String, _ reason: String, offered: String? = nil) {
    self.branch = branch
    self.reason = reason
    outcome = .stop(reason: reason, offered: [offered ?? link, link].first(where: LinkOutcome.mayBeOffered))
  }

  /// There was no response; whether that was a click depends on how far the request got (UL-5).
  public mutating func fail(
    _ failure: LinkHop.Failure, at url: String, within seconds: Int, asking whom: String
  ) {
    let wasCounted = click == .yes
    switch failure {
    case .refused(let reason):
      let isFirst = hops.isEmpty
      let what =
        isFirst ? "the link is not requested" : "the redirect leads to \(url), which is not requested"
      stop((isFirst ? LinkBranch.addressRefused : .redirectRefused).rawValue, "\(what): \(reason)")
      return
    case .transport(let reason):
      hops.append(.init(url: url, status: nil, milliseconds: 0))
      stop(LinkBranch.transportFailure.rawValue, "\(whom) could not be reached: \(reason)")
      return
    case .interrupted(let what):
      hops.append(.init(url: url, status: nil, milliseconds: 0))
      reason = "\(what) after the request had left"
    case .timedOut:
      hops.append(.init(url: url, status: nil, milliseconds: seconds * 1_000))
      reason = "no response within \(seconds) s"
    }
    if wasCounted {
      stop(LinkBranch.unknown.rawValue, "\(reason) from \(url); the click was counted at the first request")
    } else {
      click = .unknown
      stop(
        LinkBranch.unknown.rawValue,
        "\(reason): the click may have been counted, so it is not repeated by itself")
    }
  }

  /// The trail as one JSON object; what a vendor has to say stands beside what any link has.
  public var json: JSONValue {
    let hops = hops.map { hop -> JSONValue in
      .members([
        "url": hop.url, "status": JSONValue.orNull(hop.status),
        "ms": JSONValue.orNull(hop.hasTime ? hop.milliseconds : nil),
      ])
    }
    var end = [String: JSONValue](["kind": outcome.kind, "url": JSONValue.orNull(outcome.url)])
    if case .screen(let screen) = outcome {
      end["screen"] = .string(screen.title)
      let parameters = screen.parameters.map { ($0.name, $0.value) }
      end["parameters"] = Dictionary(parameters) { first, _ in first }.json
    }
    let gesture = request.gesture == .follow ? "follow" : "look"
    let members = [String: JSONValue]([
      "class": linkClass.name, "link": link, "origin": request.origin.name, "hops": hops, "branch": branch,
      "reason": reason, "outcome": end, "gesture": gesture, "countedAsClick": click.rawValue, "body": body,
    ])
    return .object(members.merging(facts) { own, _ in own })
  }
}

extension LinkTrail: Codable {
  private enum CodingKeys: String, CodingKey {
    case request, linkClass, hops, branch, reason, outcome, click, facts, isCampaignClick, isBrowsedAsClick,
      body
  }

  /// In recordings up to version 1 each fact was a member of its own.
  private enum FormerKeys: String, CodingKey, CaseIterable {
    case clickEvent, deepLinkStatus, campaign, notice
  }

  /// Reads a trail, also as older recordings have it.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try members.decode(LinkRequest.self, forKey: .request),
      try members.decode(LinkClass.self, forKey: .linkClass),
      branch: try members.decode(String.self, forKey: .branch),
      reason: try members.decode(String.self, forKey: .reason),
      outcome: try members.decode(LinkOutcome.self, forKey: .outcome))
    hops = try members.decode([Hop].self, forKey: .hops)
    click = try members.decode(Click.self, forKey: .click)
    isBrowsedAsClick = try members.decode(Bool.self, forKey: .isBrowsedAsClick)
    isCampaignClick = try members.decodeIfPresent(Bool.self, forKey: .isCampaignClick) ?? false
    body = try members.decodeIfPresent(String.self, forKey: .body)
    facts = try members.decodeIfPresent([String: JSONValue].self, forKey: .facts) ?? [:]
    let former = try decoder.container(keyedBy: FormerKeys.self)
    for key in FormerKeys.allCases {
      facts[key.rawValue] = try former.decodeIfPresent(JSONValue.self, forKey: key) ?? facts[key.rawValue]
    }
  }
}
