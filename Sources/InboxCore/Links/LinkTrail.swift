/// How a link came to its outcome (UL-15): nothing is hidden.
public struct LinkTrail: Hashable, Sendable, Codable {
  /// One request on the way.
  public struct Hop: Hashable, Sendable, Codable {
    /// What was asked.
    public var url: String
    /// The status, nil when nothing came back.
    public var status: Int?
    /// How long it took.
    public var milliseconds: Int

    /// Makes a hop.
    public init(url: String, status: Int?, milliseconds: Int) {
      self.url = url
      self.status = status
      self.milliseconds = milliseconds
    }
  }

  /// Whether the sender's server counts a click for what was done (UL-5).
  public enum Click: String, Hashable, Sendable, Codable {
    /// It was asked and answered.
    case yes
    /// The click is stored and goes out as soon as it can (UL-11).
    case queued
    /// It was not asked.
    case no
    /// It was asked, and nobody knows whether it counted.
    case unknown
  }

  /// What was done with which link.
  public let request: LinkRequest
  /// What it is.
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
  /// AppsFlyer's click event, where there is one (UL-10).
  public var clickEvent: ClickEvent?
  /// What AppsFlyer's SDK would say of the deep link.
  public var deepLinkStatus: DeepLinkStatus?
  /// The campaign that the link names (UL-11).
  public var campaign: CampaignData?
  /// What the vendor's SDK would tell the app (UL-4).
  public var notice: WebURLNotice?
  /// Whether a browser that opens the outcome's address makes a click of its own.
  public var isBrowsedAsClick = false
  /// The beginning of an answer that could not be used, for the event pane.
  public var body: String?

  /// Makes a trail without requests.
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

  /// Whether nobody asked what the link stands for.
  public var isUnresolved: Bool { if case .unresolved = outcome { true } else { false } }

  /// Stops here: what may be offered for the browser is, the given link before the one that was followed.
  mutating func stop(_ branch: String, _ reason: String, offered: String? = nil) {
    self.branch = branch
    self.reason = reason
    outcome = .stop(reason: reason, offered: [offered ?? link, link].first(where: LinkOutcome.mayBeOffered))
  }

  /// The trail as one JSON object; members that a link of this class has not are null.
  public var json: JSONValue {
    let hops = hops.map { hop -> JSONValue in
      .object([
        "url": .string(hop.url), "status": hop.status.map { .integer(Int64($0)) } ?? .null,
        "ms": .integer(Int64(hop.milliseconds)),
      ])
    }
    var end: [String: JSONValue] = [
      "kind": .string(outcome.kind), "url": outcome.url.map { .string($0) } ?? .null,
    ]
    if case .screen(let screen) = outcome {
      end["screen"] = .string(screen.title)
      let parameters = screen.parameters.map { ($0.name, JSONValue.string($0.value)) }
      end["parameters"] = .object(Dictionary(parameters) { first, _ in first })
    }
    var members: [String: JSONValue] = [
      "class": .string(linkClass.name), "link": .string(link), "origin": .string(request.origin.name),
      "hops": .array(hops), "branch": .string(branch), "reason": .string(reason),
      "outcome": .object(end), "gesture": .string(request.gesture == .follow ? "follow" : "look"),
      "clickEvent": clickEvent.map { .object($0.members) } ?? .null,
      "deepLinkStatus": deepLinkStatus.map { .string($0.rawValue) } ?? .null,
      "campaign": campaign.map { .object($0.properties) } ?? .null,
      "countedAsClick": .string(click.rawValue),
    ]
    if let notice { members["notice"] = notice.json }
    if let body { members["body"] = .string(body) }
    return .object(members)
  }
}
