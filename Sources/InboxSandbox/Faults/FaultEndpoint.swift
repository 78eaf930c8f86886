/// Where a fault can be set.
package enum FaultEndpoint: String, Hashable, Sendable, Codable, CaseIterable {
  /// The fetch of messages.
  case messages
  /// Rich content that the back end serves.
  case rich
  /// The upload of displays and opens.
  case engagements
  /// The badge sync.
  case badge
  /// Pictures of messages.
  case pictures
  /// Tracked links: of the branded domains, the email services and the OneLinks.
  case links
  /// Bloomreach's tracking.
  case tracking
  /// The open answer that stands for the push service.
  case pushes
}
