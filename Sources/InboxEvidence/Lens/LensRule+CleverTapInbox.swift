import InboxModel

extension LensRule {
  /// CleverTap's own inbox screen: `willDisplayCell` of an unread row marks it read and sends “Viewed”, and a row that
  /// is read sends nothing (`CleverTapInboxViewController.m`).
  static let cleverTapInbox = LensRule(
    id: "clevertap-inbox", name: "CleverTap, viewed in its own screen", head: "CT own",
    version: "clevertap-ios-sdk 7.7.0",
    source: "CleverTapSDK/Inbox/CleverTapInboxViewController.m, willDisplayCell",
    rule: "The first sight of an unread row, even of a part of it, counts and marks it read: only once ever.",
    each: firstSight)

  @Sendable private static func firstSight(_ subject: LensSubject) -> LensCount {
    guard let first = subject.sights.first else { return LensCount(0, "Its row was never in view.") }
    if let read = subject.firstRead, read < first.order {
      return LensCount(0, "It was read before its row came into view, and a read row does not count.")
    }
    let more = subject.sights.count - 1
    return LensCount(
      1,
      "The first sight marks it read"
        + (more == 0
          ? "." : ", so \(more.counted("later sight")) do\(more == 1 ? "es" : "") not count.")
    )
  }
}
