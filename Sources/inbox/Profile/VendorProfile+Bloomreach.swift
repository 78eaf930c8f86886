import InboxCore
import InboxTOML
import InboxVendors

extension VendorProfile {
  /// Bloomreach's App Inbox (VE-9).
  nonisolated static let bloomreach: VendorProfile = .init(
    name: "bloomreach", title: "Bloomreach",
    keys: [
      "project-token", "api-key", "customer-token", "stream-id", "application-id", "base-url", "ids",
      "cookie",
    ]
  ) { fields, profile in
    let account = try BloomreachAccount(fields)
    profile.take(account.account)
  }
}
