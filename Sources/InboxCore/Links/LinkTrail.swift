/// How a link came to its outcome (UL-15): nothing is hidden.
public struct LinkTrail: Hashable, Sendable {
  /// One request on the way.
  public struct Hop: Hashable, Sendable {
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
  public enum Click: String, Hashable, Sendable {
    /// It was asked and answered.
    case yes
    /// It was not asked.
    case no
    /// It was asked, and nobody knows whether it counted.
    case unknown
  }

  /// The link as it was given.
  public var link: String
  /// What it is.
  public var linkClass: LinkClass
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

  /// Makes a trail without requests.
  public init(link: String, linkClass: LinkClass, branch: String, reason: String, outcome: LinkOutcome) {
    self.link = link
    self.linkClass = linkClass
    self.branch = branch
    self.reason = reason
    self.outcome = outcome
  }

  /// The trail as one JSON object.
  public var json: JSONValue {
    let hops = hops.map { hop -> JSONValue in
      .object([
        "url": .string(hop.url), "status": hop.status.map { .integer(Int64($0)) } ?? .null,
        "ms": .integer(Int64(hop.milliseconds)),
      ])
    }
    let outcome: JSONValue = .object([
      "kind": .string(outcome.kind), "url": outcome.url.map { .string($0) } ?? .null,
    ])
    return .object([
      "class": .string(linkClass.name), "link": .string(link), "hops": .array(hops),
      "branch": .string(branch), "reason": .string(reason), "outcome": outcome,
      "countedAsClick": .string(click.rawValue),
    ])
  }
}
