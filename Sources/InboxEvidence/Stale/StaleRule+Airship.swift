import struct Foundation.Date
import InboxModel

/// Airship: the list is authoritative. iOS refuses a list with one record that it cannot read and goes on with the
/// former one, Android leaves that record out; iOS shows a message while expiry >= now (`MessageCenterStore.swift`),
/// Android drops it when expiry < now (wires.md 3.2). Peers' notes differ on Android at the very moment of the expiry:
/// nothing is claimed there.
extension StaleRule {
  static let airshipIOS = StaleRule(
    id: "airship-ios", name: "Airship iOS", vendor: "Airship", version: "ios-library 04885c31",
    source: "Airship/AirshipMessageCenter/Source/{MessageCenterAPIClient,MessageCenterStore}.swift",
    rule: "One record that cannot be read hides the whole response: the list stays what it was before.",
    judge: { item, scene in
      if scene.unreadable > 0, let verdict = refused(item, scene) { return verdict }
      return listed(item, scene)
    })

  static let airshipAndroid = StaleRule(
    id: "airship-android", name: "Airship Android", vendor: "Airship", version: "android-library 1c7b1d0b",
    source: "urbanairship-message-center-core/…/{Inbox,InboxJobHandler}.kt",
    rule: "A record that cannot be read is left out; the others are shown.",
    judge: { item, scene in
      if case .unreadable = item { return Verdict(false, "Only this record is left out.") }
      if item.row?.message.expiry == scene.now { return nil }
      return listed(item, scene)
    })

  /// What a refused response means.
  private static func refused(_ item: StaleItem, _ scene: StaleScene) -> Verdict? {
    let why = "One record of the newest response cannot be read, and iOS refuses the response whole: "
    switch item {
    case .setAside: return nil
    case .unreadable: return Verdict(false, why + "this one is not shown, and nothing new beside it.")
    case .message(let row):
      guard row.deleted == nil else { return nil }
      if scene.isNew(row) { return Verdict(false, why + "nothing new appears.") }
      if scene.isNewlyAbsent(row), row.message.expiry.map({ scene.now <= $0 }) ?? true {
        return Verdict(true, why + "what it lacks stays.")
      }
      return nil
    }
  }

  private static func listed(_ item: StaleItem, _ scene: StaleScene) -> Verdict? {
    guard let row = item.row, row.cacheState != .disabled else { return nil }
    if row.deleted != nil { return Verdict(false, "A deletion hides it at once, and is sent later.") }
    if row.isAbsent { return Verdict(false, "The list is authoritative: what it lacks is deleted.") }
    if let expiry = row.message.expiry, scene.now > expiry { return Verdict(false, "It has expired.") }
    if row.message.expiry == scene.now { return Verdict(true, "It expires now, and iOS still shows it.") }
    return Verdict(true, "The response lists it.")
  }
}
