public import InboxModel

/// The links of one vendor: which are its own, and where each leads (UL-1…5, 10, 11).
///
/// ``LinkResolver`` asks its handlers in order; the first that plans a link decides. A new kind of link is a new
/// handler.
public protocol LinkHandler: Sendable {
  /// The classes that its links have.
  static var classes: [LinkClass] { get }
  /// The branches that its links take, beside those of ``LinkBranch``.
  static var branches: [String] { get }
  /// Whether the app's settings name a host as this vendor's: it is not judged as a look-alike then.
  func declares(host: String) -> Bool
  /// What is known of a link without any request; nil for a link of another vendor.
  func plan(_ request: LinkRequest, _ link: WebLink, in resolver: LinkResolver) -> LinkPlan?
  /// The same for a link with a scheme of an app's own.
  func plan(appLink request: LinkRequest, in resolver: LinkResolver) -> LinkPlan?
  /// Adds what the vendor has to say of any link, whosever it is.
  func annotate(_ trail: inout LinkTrail)
}

extension LinkHandler {
  /// By default no link with an app's own scheme is this vendor's.
  public func plan(appLink request: LinkRequest, in resolver: LinkResolver) -> LinkPlan? { nil }

  /// By default the vendor has nothing to add.
  public func annotate(_ trail: inout LinkTrail) {}
}

/// What is known of a link before anything is asked, and what following it takes.
public struct LinkPlan: Sendable {
  /// Where the link leads without a request.
  public var trail: LinkTrail
  /// Where it ends when the response to another link leads to it; nil where it ends as in ``trail``.
  ///
  /// It is not resolved then, as that would be a second click.
  public var end: LinkEnd?
  /// Requests the link from the sender, which is the click; nil where a link is followed without a request.
  public var follow: (@Sendable (LinkTrail, LinkHop) async -> LinkTrail)?
  /// Whether its sender counts each request of its address, whatever it is for: only a gesture that follows the link
  /// may make one (UL-5).
  public var countsRequests: Bool

  /// A plan that ends where its trail says.
  public init(
    _ trail: LinkTrail, end: LinkEnd? = nil, countsRequests: Bool = false,
    follow: (@Sendable (LinkTrail, LinkHop) async -> LinkTrail)? = nil
  ) {
    self.trail = trail
    self.end = end
    self.countsRequests = countsRequests
    self.follow = follow
  }
}

/// Where a response led.
public struct LinkEnd: Hashable, Sendable {
  /// The outcome of the link that it leads to.
  public var outcome: LinkOutcome
  /// Why, as a clause; empty when there is nothing to add.
  public var reason: String
  /// Whether that link is never followed.
  public var isRefused: Bool

  /// An end, and why it is one.
  public init(_ outcome: LinkOutcome, reason: String, isRefused: Bool = false) {
    self.outcome = outcome
    self.reason = reason
    self.isRefused = isRefused
  }
}
