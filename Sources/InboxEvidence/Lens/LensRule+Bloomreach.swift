extension LensRule {
  /// Bloomreach: the App Inbox reports opens and clicks, and has no event for a row (wires.md 1.5;
  /// `AppInboxManager.swift`).
  static let bloomreach = LensRule(
    id: "bloomreach", name: "Bloomreach, display", head: "Blmr", version: "exponea-ios-sdk 4.0.1",
    source: "ExponeaSDK/ExponeaSDK/Classes/AppInbox/AppInboxManager.swift",
    rule: "There is no display event: a list is never reported.",
    needsRows: false,
    each: { _ in LensCount(nil, "Bloomreach has no display event, so nothing could be counted.") })
}
