import InboxModel
import InboxSandbox

/// The vendors that a sandbox plays beside Responsys, each with a profile of its own.
nonisolated struct SandboxVendor: RawRepresentable, Hashable, CaseIterable, Sendable {
  let rawValue: String

  static let allCases = VendorProfile.all.compactMap { Self(rawValue: $0.name) }

  /// The names that an option takes, for help: also that of Responsys, whose stand-in is the usual one.
  static let names = VendorName.allCases.map(\.rawValue).joined(separator: ", ")

  /// The reader in a demonstration, for a vendor that needs a name.
  static let (person, email) = ("maria", "maria@inbox.example")

  init?(rawValue: String) {
    guard VendorProfile.all.contains(where: { $0.name == rawValue && $0.open != nil }) else { return nil }
    self.rawValue = rawValue
  }

  /// The vendor of an option or a scenario; nil for Responsys, and where none is named.
  init?(_ name: VendorName?) {
    guard let name else { return nil }
    self.init(rawValue: name.rawValue)
  }

  /// The name of its profile: ‘--profile sandbox-iterable’.
  var profileName: String { "\(ProfileSource.sandboxName)-\(rawValue)" }

  /// The vendor of a profile's name; nil for another profile.
  init?(profileName: String) {
    guard let vendor = Self.allCases.first(where: { $0.profileName == profileName }) else { return nil }
    self = vendor
  }

  /// Points the profile of a running sandbox at this stand-in.
  ///
  /// - Throws: ``InboxError/unsupported(_:)`` for a sandbox of an earlier version.
  func open(_ endpoint: SandboxEndpoint, in profile: inout Profile) throws(InboxError) {
    guard let open = VendorProfile.all.first(where: { $0.name == rawValue })?.open else { return }
    try open(endpoint, &profile)
  }
}
