import InboxCore
import InboxModel

extension StaleRule {
  /// Bloomreach: increments never remove, neither SDK reads `expire_time`, and there is no deletion (wires.md 1.2;
  /// `AppInboxManager.swift`, `AppInboxCache.swift`; exponea-react-native-sdk, issue 93).
  static let bloomreach = StaleRule(
    id: "bloomreach", name: "Bloomreach iOS and Android", vendor: "Bloomreach",
    version: "exponea-ios-sdk 4.0.1, exponea-android-sdk 4.10.0",
    source: "ExponeaSDK/ExponeaSDK/Classes/AppInbox/AppInboxCache.swift; exponea-react-native-sdk issue 93",
    rule: "What was fetched once stays until the cache is cleared: expired, withdrawn or deleted.",
    judge: cached)

  @Sendable private static func cached(_ item: StaleItem, _ scene: StaleScene) -> Verdict? {
    switch item {
    case .setAside(let record):
      guard scene.vendor.vendor == "Bloomreach" else { return nil }
      return Verdict(false, "Its type is “\(record.kind)”, and the SDKs show only push and html.")
    // Inside an item every field is optional to them: what they make of one that we cannot read is not written
    // anywhere.
    case .unreadable: return nil
    case .message(let row):
      // What is gone is known from a whole list alone, before which the SDKs clear the cache: after status 410, or
      // with another customer.
      if scene.vendor.vendor == "Bloomreach", scene.lackedWhole(row) {
        return Verdict(false, "The SDKs clear the cache before they fetch a whole list, which lacks it.")
      }
      if row.deleted != nil {
        return Verdict(true, "The SDKs have no deletion: the cache still holds the message.")
      }
      if ExpiryPolicy.isExpired(row.message.expiry, at: scene.now) {
        return Verdict(true, "It has expired, and neither SDK reads expire_time.")
      }
      if row.isAbsent {
        return Verdict(true, "An increment never removes: it stays until the cache is cleared.")
      }
      return row.cacheState == .disabled ? nil : Verdict(true, "The cache holds it.")
    }
  }
}
