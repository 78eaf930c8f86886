import InboxCore

/// What an association file says of one URL for one app (UL-7).
///
/// A match means that the file offers the URL to the app; whether the system opens it also depends on the
/// app's entitlement, on its being installed and on what Apple's CDN has.
public struct AssociationDecision: Hashable, Sendable {
  /// The three answers, spelled as the protocol of the public conformance vectors has them.
  public enum Verdict: String, Hashable, Sendable {
    /// A rule takes the URL for the app.
    case match
    /// A rule keeps the URL from the app; later rules are not asked.
    case exclude
    /// No rule speaks of the URL.
    case noMatch = "no_match"
  }

  /// The answer.
  public var verdict: Verdict
  /// The rule that decided, such as `paths[0] "/pub/acc"`, or why none did.
  public var rule: String

  /// Makes a decision.
  public init(verdict: Verdict, rule: String) {
    self.verdict = verdict
    self.rule = rule
  }
}
