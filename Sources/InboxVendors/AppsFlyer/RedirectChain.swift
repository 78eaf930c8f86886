import InboxCore
public import InboxModel

/// Follows redirects by hand (UL-10): statuses 300 to 308, at most ten of them, and never around in a circle.
///
/// Valid transitions: ask a URL, take its response, then ask another, or end. A OneLink is an end that is not asked:
/// asking would be a click there, and its query has all that the app needs (decision of ours). The caller also requests
/// no tracked link of another vendor.
public struct RedirectChain: Hashable, Sendable {
  /// The most redirects that are followed (UL-10).
  public static let most = 10

  /// Why redirects lead nowhere, beside a status: the branch of the link.
  enum Failure: String, CaseIterable {
    case noLocation = "redirect-without-location"
    case badURL = "redirect-bad-url"
    case tooMany = "too-many-redirects"
    case loop = "redirect-loop"
    case refused = "redirect-refused"
  }

  /// What to do next.
  public enum Step: Hashable, Sendable {
    /// Ask this URL.
    case ask(String)
    /// This is where the link leads.
    case end(String)
    /// It leads nowhere: the branch and why.
    case fail(branch: String, reason: String)
  }

  /// What was asked so far, in order.
  public private(set) var asked: [String]
  private let policy: EmailLinkPolicy
  /// Hides secrets in what a reason shows of a location.
  private var mask = SecretMask()

  /// Begins with a link, which is asked first.
  public init(_ link: String, policy: EmailLinkPolicy) {
    asked = [link]
    self.policy = policy
  }

  /// Takes the response to the last URL; the mask hides secrets in what a reason shows of the location.
  public mutating func next(status: Int, location: String?, mask: SecretMask = SecretMask()) -> Step {
    self.mask = mask
    let place = asked.last ?? ""
    guard (300...308).contains(status) else {
      if status >= 500 {
        return .fail(
          branch: LinkBranch.statusFailure.rawValue,
          reason: "\(Self.host(place)) responded with status \(status)")
      }
      return .end(place)
    }
    guard let location, !location.isEmpty else {
      return .fail(
        branch: Failure.noLocation.rawValue,
        reason: "\(Self.host(place)) responded with status \(status) and no Location")
    }
    guard let target = URLText.resolve(location, from: place) else {
      return refuse(location, Self.flaw(of: location), .badURL)
    }
    guard asked.count <= Self.most else {
      return .fail(
        branch: Failure.tooMany.rawValue, reason: "more than \(Self.most) redirects follow one another")
    }
    // As it came: making a URL of it hides what it holds. A blank alone is a mistake, not a trick.
    if let flaw = LinkText.flaw(in: location.filter { $0 != " " }) ?? LinkText.flaw(in: target) {
      return refuse(target, flaw)
    }
    guard let link = WebLink(valid: target) else { return outside(target) }
    if policy.isOneLink(link.host) { return .end(target) }
    if !policy.isEmailDomain(link.host), let problem = HostName.confusable(link.host) {
      return refuse(target, problem)
    }
    guard !asked.contains(where: { WebLink(valid: $0)?.requested == link.requested }) else {
      return .fail(branch: Failure.loop.rawValue, reason: "the redirects lead back to \(target)")
    }
    asked.append(target)
    return .ask(target)
  }

  private func refuse(_ target: String, _ reason: String, _ failure: Failure = .refused) -> Step {
    .fail(
      branch: failure.rawValue,
      reason:
        "the redirect leads to “\(mask.known(in: target).prefix(200))”, which is not followed: \(reason)")
  }

  /// A redirect out of the web ends there; one that cannot be a web link although it says so leads nowhere.
  private func outside(_ target: String) -> Step {
    let scheme = target.prefix { $0 != ":" }.lowercased()
    guard scheme == "http" || scheme == "https" else { return .end(target) }
    return refuse(target, Self.flaw(of: target), .badURL)
  }

  private static func host(_ text: String) -> String { LinkResolver.host(of: text) ?? text }

  private static func flaw(of text: String) -> String {
    if URLText.isDamaged(text) {
      return "it holds bytes that are not UTF-8, or U+FFFD, which stands for such bytes"
    }
    do { _ = try WebLink(text) } catch { return error.reason }
    return LinkText.flaw(in: text) ?? "it is not a well-formed URL"
  }
}
