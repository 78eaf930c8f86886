import InboxModel

/// Braze: what its change log says of cards that cannot be read (CHANGELOG.md, 14.2.0). The kit itself is binary: of
/// the rest nothing is claimed.
extension StaleRule {
  private static let log = "braze-swift-sdk, CHANGELOG.md, 14.2.0"

  static let brazeBefore142 = StaleRule(
    id: "braze-ios-14.1", name: "Braze iOS before 14.2", vendor: "Braze", version: "14.1.0", source: log,
    rule: "One card that cannot be read drops the whole sync: no card is added.",
    judge: { item, scene in
      guard scene.unreadable > 0, let row = item.row, row.deleted == nil, scene.isNew(row) else { return nil }
      return Verdict(false, "One record of the newest response cannot be read: the sync is dropped whole.")
    })

  static let braze142 = StaleRule(
    id: "braze-ios-14.2", name: "Braze iOS from 14.2", vendor: "Braze", version: "14.2.0", source: log,
    rule: "A card that cannot be read is left out, and the others are shown.",
    judge: { item, scene in
      if case .unreadable = item { return Verdict(false, "Only this card is left out.") }
      guard scene.unreadable > 0, let row = item.row, row.deleted == nil, scene.isNew(row),
        !ExpiryPolicy.isExpired(row.message.expiry, at: scene.now)
      else { return nil }
      return Verdict(true, "Cards that can be read are shown beside one that cannot.")
    })
}
