import Foundation
import InboxCore
import InboxModel
import Testing

struct JournalLabelTests {
  private static let kinds: [JournalEntry.Kind] = [
    .display(.sent), .open(.sent), .engagement(.click, .sent), .engagement(.close, .sent),
    .engagement(.delivery, .sent), .badge(BadgeState(local: 0, server: nil), failed: false),
    .fetch(.primary, url: "", bytes: 0, failed: false), .rich(failed: false), .push, .session,
    .link(failed: false), .tracking(.sent), .change(.sent), .gone, .clock, .note(failed: false),
  ]

  @Test("EN-9 the words that a scenario may name are those of all kinds of why lines")
  func labels() {
    let labels = Self.kinds.map {
      JournalEntry(number: 1, time: RecordingFixture.start, kind: $0, why: "").label
    }
    #expect(labels == JournalEntry.labels)
  }
}
