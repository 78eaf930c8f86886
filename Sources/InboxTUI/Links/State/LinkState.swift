package import InboxCore
package import InboxDomains
package import InboxModel

/// What opening a message does with its deep link (MC-19).
package enum LinkOnOpen: String, CaseIterable, Sendable, Codable {
  /// It is selected, and the next key follows it.
  case offer
  /// It is followed at once, as an app does.
  case follow
}

/// Links that are being followed or wait for that.
package struct LinkState: Equatable, Sendable {
  /// The link that is being resolved: a second Enter is the same gesture until it is (UL-16).
  package var resolving: String?
  /// The message that the link is from; nil when it came from outside.
  package var resolvingFrom: MessageKey?
  /// The notice that another link has to wait for that one.
  var refusal: Notice?
  /// Whether the last gesture opened a message: its repetition must not follow what that offers (UL-5).
  var isOpeningGesture = false
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
