import InboxCore
import InboxSandbox
import InboxVendors

/// The vendors that a sandbox plays beside Responsys, each with a profile of its own.
nonisolated enum SandboxVendor: String, CaseIterable, Sendable {
  case bloomreach
  case iterable

  /// Who reads in a demonstration, where a vendor knows no one without a name.
  private static let (name, email) = ("maria", "maria@inbox.example")

  /// The name of the profile that opens it: ‘--profile sandbox-iterable’.
  var profileName: String { "\(ProfileSource.sandboxName)-\(rawValue)" }

  /// The vendor whose profile has a name; nil for another profile.
  init?(profileName: String) {
    guard let vendor = Self.allCases.first(where: { $0.profileName == profileName }) else { return nil }
    self = vendor
  }

  /// Makes a profile of a running sandbox one of its stand-in.
  ///
  /// - Throws: ``InboxError/unsupported(_:)`` for a sandbox of an earlier version.
  func open(_ endpoint: SandboxEndpoint, in profile: inout Profile) throws(InboxError) {
    switch self {
    case .bloomreach:
      guard let place = endpoint.bloomreach else { throw missing }
      let key = place.authorization.split(separator: " ").last.map(String.init) ?? place.authorization
      profile.settings.centers = .primaryOnly
      profile.take(
        BloomreachAccount(project: place.project, key: key, registered: Self.name, base: place.baseURL)
          .account)
    case .iterable:
      guard let place = endpoint.iterable else { throw missing }
      let account = try IterableAccount(
        key: place.apiKey, email: Self.email, base: place.baseURL + "/api",
        placements: endpoint.centers.count - 1)
      profile.settings.centers = account.lists
      profile.links.isIterable = true
      profile.take(account.account)
    }
  }

  private var missing: InboxError {
    .unsupported("The sandbox that runs does not play \(rawValue). Start it again with this version.")
  }
}
