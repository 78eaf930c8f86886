package import InboxCore
package import InboxDomains

/// Links that are followed, and those that wait for that.
package struct LinkState: Equatable, Sendable {
  /// The link that is being resolved: a second Enter is the same gesture until it is (UL-16).
  package var resolving: String?
  /// The message that the link is from; nil when it came from outside.
  package var resolvingFrom: MessageKey?
  /// The tracked link that the person was asked about before a browser gets it.
  package var browseQuestion: String?
  /// Links that arrived before start-up was done (UL-16).
  package var arrived: [String] = []
}

package enum LinkEvent: FeatureEvent {
  case linkArrived(String)
  case linkResolved(LinkTrail)
  case domainChecked(DomainCheck)
  case browserAsked(String, problem: String?)
}
