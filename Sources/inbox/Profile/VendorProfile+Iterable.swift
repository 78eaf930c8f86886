import InboxCore
import InboxTOML
import InboxVendors

extension VendorProfile {
  /// Iterable's mobile inbox and its embedded messages (VE-10).
  nonisolated static let iterable: VendorProfile = .init(
    name: "iterable", title: "Iterable",
    keys: ["api-key", "jwt", "email", "user-id", "package-name", "base-url", "region", "placements"]
  ) { fields, profile in
    let account = try IterableAccount(fields)
    profile.settings.centers = account.lists
    profile.links.isIterable = true
    profile.take(account.account)
  }
}
