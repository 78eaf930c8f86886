import struct Foundation.Date
import InboxCore
import InboxModel

/// Iterable: the response is the whole inbox; iOS refuses HTML without the text `href` and consumes the message,
/// Android shows it (`InAppContentParser`, wires.md 2.2). At the moment of its expiry a message is gone on iOS (`now >=
/// expiresAt`) and still there on Android (`now > expiresAt`).
extension StaleRule {
  static let iterableIOS = StaleRule(
    id: "iterable-ios", name: "Iterable iOS", vendor: "Iterable", version: "swift-sdk 25cd00e1",
    source: "iterable-swift-sdk, swift-sdk/Internal/in-app/{InAppManager,InAppContentParser}.swift",
    rule: "Without HTML, or without the text “href” in it, a message is dropped and deleted on the server.",
    judge: { item, scene in
      let fate = "the iOS SDK drops it and deletes the message on the server."
      if let row = item.row, isWhole(row, scene), lacksLink(row.message, scene) {
        return Verdict(false, "Its HTML has no “href”: \(fate)")
      }
      if case .unreadable(let flaw) = item, flaw.hasID, isOwn(scene) {
        return Verdict(false, "Where it has no HTML, \(fate)")
      }
      return listed(item, scene) { now, expiry in now >= expiry }
    })

  static let iterableAndroid = StaleRule(
    id: "iterable-android", name: "Iterable Android", vendor: "Iterable", version: "00446867",
    source: "iterable-android-sdk, iterableapi/…/IterableInAppManager.java",
    rule: "HTML without a link is shown; a message is still there at the moment of its expiry.",
    judge: { listed($0, $1) { now, expiry in now > expiry } })

  /// Whether it is in the list that an SDK of Iterable would get.
  private static func isWhole(_ row: ArchivedMessage, _ scene: StaleScene) -> Bool {
    row.deleted == nil && !row.isAbsent && row.cacheState == .listed && scene.center == .primary
  }

  /// Whether it is a record of the inbox that Iterable sends.
  private static func isOwn(_ scene: StaleScene) -> Bool {
    scene.vendor.vendor == "Iterable" && scene.center == .primary
  }

  /// Of another vendor's message without HTML nothing can be said.
  private static func lacksLink(_ message: Message, _ scene: StaleScene) -> Bool {
    let html = message.richHTML ?? (scene.vendor.vendor == "Iterable" ? "" : nil)
    return html.map { !$0.lowercased().contains("href") } ?? false
  }

  private static func listed(
    _ item: StaleItem, _ scene: StaleScene, isExpired: (Date, Date) -> Bool
  ) -> Verdict? {
    // Embedded messages are not the inbox.
    guard scene.center == .primary else { return nil }
    switch item {
    case .unreadable(let flaw):
      return !flaw.hasID && flaw.unnamed == nil && isOwn(scene)
        ? Verdict(false, "Without a messageId the SDK drops it.") : nil
    case .setAside(let record):
      return isOwn(scene)
        ? Verdict(false, "It is not a message of the inbox: \(record.kind).") : nil
    case .message(let row):
      if row.cacheState == .disabled { return nil }
      if row.deleted != nil { return Verdict(false, "A deletion removes it here and on the server.") }
      if row.isAbsent { return Verdict(false, "The response is the whole inbox: what it lacks is removed.") }
      if let expiry = row.message.expiry, isExpired(scene.now, expiry) {
        return Verdict(false, "It has expired.")
      }
      return Verdict(true, "The response lists it.")
    }
  }
}
