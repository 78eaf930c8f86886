import InboxCore

extension LensRule {
  /// Iterable: a row counts when it was in view for longer than 0.5 s, each time; the inbox session reports how often
  /// and for how many seconds (`InboxImpressionTracker`, wires.md 2.3).
  static let iterable = LensRule(
    id: "iterable", name: "Iterable, impression", head: "Iter", version: "swift-sdk 25cd00e1",
    source: "iterable-swift-sdk, swift-sdk/Internal/InboxImpressionTracker.swift",
    rule: "A row counts each time it is in view for longer than 0.5 s, with the seconds.",
    each: impressions)

  @Sendable private static func impressions(_ subject: LensSubject) -> LensCount {
    let all = subject.appearances
    guard !all.isEmpty else { return LensCount(0, seconds: 0, LensWords.neverWhole) }
    let lengths = all.compactMap(\.seconds)
    guard lengths.count == all.count else {
      return LensCount(nil, "The recording does not say how long the row was in view.")
    }
    let counted = lengths.filter { $0 > ImpressionTally.shortest }
    let sum = counted.reduce(0, +)
    let short = lengths.filter { $0 <= ImpressionTally.shortest }
    var reason = "In view \(LensWords.times(all.count))"
    if counted.isEmpty {
      reason += ", never for longer than 0.5 s"
    } else {
      reason += ", \(LensWords.times(counted.count)) for longer than 0.5 s, \(LensWords.seconds(sum)) in all"
    }
    if let longest = short.max() {
      reason += "; \(short.count) too short, the longest \(LensWords.seconds(max(0, longest)))"
    }
    return LensCount(counted.count, seconds: sum, reason + ".")
  }
}
