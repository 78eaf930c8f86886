import InboxModel

extension LensRule {
  /// Airship's impressions are what is billed.
  ///
  /// Showing a message with a native layout is an impression that is billed, at most each 30 min for a message;
  /// when the last one was is stored on the device (`MessageViewAnalytics`). HTML messages send none (wires.md 3.3).
  static let airship = LensRule(
    id: "airship", name: "Airship, billed impression", head: "Airsh", version: "ios-library 0499fe01",
    source: "Airship/AirshipMessageCenter/Source/MessageViewAnalytics.swift",
    rule:
      "Opening a native layout counts at most every 30 min, which the device remembers; a row and an HTML message never do.",
    needsRows: false, count: impressions)

  /// The device's inbox is not a person's: what it remembers of an id outlasts a sign-in.
  @Sendable private static func impressions(_ subjects: [LensSubject]) -> [LensCount] {
    let window = LensWindow(length: 30 * 60, isSliding: false)
    var opens: [MessageID: [(index: Int, moment: LensSubject.Moment)]] = [:]
    for (index, subject) in subjects.enumerated() {
      opens[subject.message.id, default: []] += subject.opens.map { (index, $0) }
    }
    var counts = Array(repeating: 0, count: subjects.count)
    for all in opens.values {
      let sorted = all.sorted { $0.moment.order < $1.moment.order }
      for place in window.counted(sorted.map(\.moment.time)) { counts[sorted[place].index] += 1 }
    }
    return zip(subjects, counts).map { subject, count in
      guard !subject.opens.isEmpty else {
        return LensCount(0, "It was not opened; a row alone never counts.")
      }
      let repeated = subject.opens.count - count
      let rest =
        repeated == 0 ? "" : ", \(repeated) of them within 30 min of the last one that counted"
      return LensCount(
        count, "Opened \(LensWords.times(subject.opens.count))\(rest); an HTML message would send none.")
    }
  }
}
