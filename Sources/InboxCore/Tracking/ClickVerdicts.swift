/// The last verdict on the click of each link that is an event of ours, for the newest links.
///
/// It is asked for while a link is being followed, and not later.
struct ClickVerdicts: Sendable {
  /// This many links are remembered; another one takes the place of the oldest.
  static let most = 100

  /// The oldest first.
  private var entries: [(link: String, verdict: JournalEntry.Verdict)] = []

  var count: Int { entries.count }

  /// Nil where the link is not remembered.
  func verdict(of link: String) -> JournalEntry.Verdict? { entries.last { $0.link == link }?.verdict }

  mutating func record(_ verdict: JournalEntry.Verdict, of link: String) {
    entries.removeAll { $0.link == link }
    entries.append((link, verdict))
    if entries.count > Self.most { entries.removeFirst() }
  }
}
