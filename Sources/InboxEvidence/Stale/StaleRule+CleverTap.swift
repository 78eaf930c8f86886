import struct Foundation.Date
import InboxModel

/// CleverTap: a response adds and updates, and nothing that it lacks is removed; a message goes when it expires or is
/// deleted. iOS: `CTUserMO+CoreDataProperties.m`, `CTInboxController.m` (`now >= ttl`); Android: `InboxV2Merger.kt`
/// (`expires in 1..<now`). Both compare whole seconds.
extension StaleRule {
  static let cleverTapIOS = StaleRule(
    id: "clevertap-ios", name: "CleverTap iOS", vendor: "CleverTap", version: "clevertap-ios-sdk 311f67a6",
    source: "CleverTapSDK/Inbox/models/CTUserMO+CoreDataProperties.m; controllers/CTInboxController.m",
    rule: "A withdrawn message stays until it expires: a response only adds and updates.",
    judge: { stored($0, $1) { now, expiry in now >= expiry } })

  static let cleverTapAndroid = StaleRule(
    id: "clevertap-android", name: "CleverTap Android", vendor: "CleverTap",
    version: "clevertap-android-sdk 563de69e", source: "clevertap-core/…/inbox/InboxV2Merger.kt",
    rule: "A withdrawn message stays until it expires; in the second of its expiry it is still there.",
    judge: { stored($0, $1) { now, expiry in now > expiry } })

  private static func stored(
    _ item: StaleItem, _ scene: StaleScene, isExpired: (Double, Double) -> Bool
  ) -> Verdict? {
    guard let row = item.row, row.cacheState != .disabled else { return nil }
    if row.deleted != nil { return Verdict(false, "A deletion removes it at once, and is sent later.") }
    func second(_ date: Date) -> Double { date.timeIntervalSince1970.rounded(.down) }
    if let expiry = row.message.expiry, isExpired(second(scene.now), second(expiry)) {
      return Verdict(false, "It has expired.")
    }
    guard row.isAbsent else { return Verdict(true, "The store holds it.") }
    let end = row.message.expiry == nil ? "for good, as it has no expiry" : "until it expires"
    return Verdict(true, "A response removes nothing: it stays \(end).")
  }
}
