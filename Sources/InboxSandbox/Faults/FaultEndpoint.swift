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
  /// `/pub/acc` and `/pub/cc` of the branded domains.
  case links
  /// The open answer that stands for the push service.
  case pushes
}
