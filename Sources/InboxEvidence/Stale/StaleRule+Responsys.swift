import struct Foundation.Date
import InboxModel

/// Oracle Responsys: an app reads the SDK's local store, which keeps a message for this many days after it was fetched.
/// Oracle's iOS topic says 15 days, the common one 7 (vendors.md A.9). What the store does with an expired or withdrawn
/// message, no page says: nothing is claimed.
extension StaleRule {
  static let responsysIOS = StaleRule(
    id: "responsys-ios", name: "Responsys iOS", vendor: "Responsys", version: "PushIOManager 6.52",
    source: "Oracle, Message Center, iOS topic; PushIOManager.h",
    rule: "The SDK's store keeps a message for 15 days after it was fetched and knows no deletion.",
    judge: { stored($0, $1, days: 15) })

  static let responsysCommon = StaleRule(
    id: "responsys-common", name: "Responsys, common topic", vendor: "Responsys",
    version: "PushIOManager 6.52", source: "Oracle, Message Center, common topic",
    rule: "The same store with 7 days, as Oracle's common topic has it.", judge: { stored($0, $1, days: 7) })

  private static func stored(_ item: StaleItem, _ scene: StaleScene, days: Int) -> Verdict? {
    guard let row = item.row else { return nil }
    if row.cacheState == .disabled {
      return Verdict(false, "Disabling the feature deletes every fetched message.")
    }
    let age = scene.now.timeIntervalSince(row.lastFetched)
    guard age < Double(days) * 86_400 else {
      return Verdict(false, "It was fetched \(days) days ago or longer: the SDK's store has dropped it.")
    }
    let isExpired = ExpiryPolicy.isExpired(row.message.expiry, at: scene.now)
    guard !isExpired, ![.withdrawn, .restored].contains(row.cacheState) else { return nil }
    if row.deleted != nil {
      return Verdict(true, "The SDK knows no deletion: its store still holds the message.")
    }
    return Verdict(
      true,
      "The SDK's store holds it"
        + (row.cacheState == .pushedOut ? ", although newer ones pushed it out of the response." : "."))
  }
}
