import InboxModel

/// Braze's content cards in its own feed, whose rule changed twice (braze-swift-sdk, CHANGELOG.md, 6.3.1 and 6.5.0).
extension LensRule {
  private static let log = "braze-swift-sdk, CHANGELOG.md"

  static let braze630 = LensRule(
    id: "braze-6.3.0", name: "Braze up to 6.3.0, card impression", head: "Br6.30", version: "6.3.0",
    source: "\(log), 6.3.1 says what was so before",
    rule: "A card in Braze's own feed counts once at most, irrespective of sessions.",
    each: { subject in
      guard !subject.appearances.isEmpty else { return LensCount(0, LensWords.neverWhole) }
      return LensCount(
        1, "In view \(LensWords.times(subject.appearances.count)); only the first time ever counts.")
    })

  static let braze631 = LensRule(
    id: "braze-6.3.1", name: "Braze 6.3.1 to 6.4, card impression", head: "Br6.31", version: "6.3.1",
    source: "\(log), 6.3.1",
    rule: "A card counts once in a session of the app, which ends after 10 s in the background.",
    each: { subject in
      guard !subject.appearances.isEmpty else { return LensCount(0, LensWords.neverWhole) }
      let sessions = Set(subject.appearances.map(\.appSession)).count
      return LensCount(
        sessions,
        "In view \(LensWords.times(subject.appearances.count)) in \(sessions.counted("session")) of the app; "
          + "away for 10 s or longer ends one.")
    })

  static let braze650 = LensRule(
    id: "braze-6.5.0", name: "Braze from 6.5.0, card impression", head: "Br6.50", version: "6.5.0",
    source: "\(log), 6.5.0",
    rule:
      "A card in Braze's own feed counts once each time the feed is opened; an app's own calls count every time.",
    each: { subject in
      guard !subject.appearances.isEmpty else { return LensCount(0, LensWords.neverWhole) }
      return LensCount(
        subject.sessions,
        "In view \(LensWords.times(subject.appearances.count)) while the feed was opened "
          + "\(LensWords.times(subject.sessions)); an app that calls for each time would count "
          + "\(subject.appearances.count).")
    })
}
