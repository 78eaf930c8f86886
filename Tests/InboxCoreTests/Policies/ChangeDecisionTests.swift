import InboxCore
import Testing

@Suite("VE-4 What a mark means for the server")
struct ChangeDecisionTests {
  private static let all = Set(MessageChange.Kind.allCases)

  private func decide(
    _ act: ChangeDecision.Act, _ waiting: MessageChange.Kind? = nil, tries: Int = 0,
    server: ChangeDecision.ServerMark = .unread, takes: Set<MessageChange.Kind> = all
  ) -> ChangeDecision {
    ChangeDecision(act, waiting: waiting.map { .init($0, tries: tries) }, server: server, takes: takes)
  }

  @Test("with nothing waiting a mark is sent where the server holds another one")
  func first() {
    #expect(decide(.read).sends == .read)
    #expect(decide(.read, server: .read).sends == nil)
    #expect(decide(.unread).sends == nil)
    #expect(decide(.unread, server: .read).sends == .unread)
    #expect(decide(.unread, server: .unknown).sends == .unread)
    #expect(decide(.deleted, server: .unknown).sends == .delete)
    for act in [ChangeDecision.Act.read, .unread, .deleted] {
      #expect(decide(act, server: .deleted).sends == nil)
    }
  }

  @Test("EN-9 a mark that brings nothing new to the server says why nothing is sent")
  func known() {
    let holds = "V holds that already, so nothing is sent"
    #expect(decide(.read, server: .read).words(vendor: "V") == "marked read: \(holds)")
    #expect(decide(.unread).words(vendor: "V") == "marked unread: \(holds)")
    let deleted = decide(.deleted, server: .deleted).words(vendor: "V")
    #expect(deleted == "deleted: V has deleted it, so nothing is sent")
    #expect(decide(.read, .read).words(vendor: "V") == nil)
  }

  @Test("the last mark takes the place of the one that waits; one that was never tried leaves no trace")
  func last() {
    let untried = decide(.unread, .read)
    #expect(untried.withdraws && untried.sends == nil && untried.server == .unread)
    let tried = decide(.unread, .read, tries: 1)
    #expect(tried.withdraws && tried.sends == .unread && tried.server == .unknown)
    let same = decide(.read, .read, tries: 1)
    #expect(!same.withdraws && same.sends == nil && same.server == .unread)
  }

  @Test("a delete takes the place of any mark, and no mark that of a delete", arguments: [0, 1])
  func delete(tries: Int) {
    let deleted = decide(.deleted, .read, tries: tries)
    #expect(deleted.withdraws && deleted.sends == .delete)
    #expect(deleted.server == (tries == 0 ? .unread : .unknown))
    for act in [ChangeDecision.Act.read, .unread] {
      let marked = decide(act, .delete, tries: tries)
      #expect(!marked.withdraws && marked.sends == nil && marked.words(vendor: "V") == nil)
    }
  }

  @Test("what comes back is not deleted there, and says what cannot be undone", arguments: [0, 1])
  func restored(tries: Int) {
    let back = decide(.restored(isRead: true), .delete, tries: tries)
    #expect(back.withdraws && back.sends == .read)
    #expect(back.server == (tries == 0 ? .unread : .perhapsDeleted))
    #expect(decide(.deleted, server: .perhapsDeleted).sends == .delete)
    #expect(decide(.unread, .read, tries: tries, server: .perhapsDeleted).server == .perhapsDeleted)
    let words = back.words(vendor: "V") ?? ""
    #expect(words.contains("cannot undo that") == (tries > 0))
    #expect(decide(.restored(isRead: false), .delete, tries: tries).sends == nil)
    let late = decide(.restored(isRead: true), server: .deleted)
    #expect(late.sends == nil && !late.withdraws)
    #expect(late.words(vendor: "V") == "restored on this device only: V has deleted it and cannot undo that")
    #expect(decide(.restored(isRead: true)).words(vendor: "V") == nil)
  }

  @Test("what the server does not take stays here, and what it is to replace is not sent any more")
  func here() {
    let marks: Set<MessageChange.Kind> = [.read]
    let plain = decide(.unread, server: .read, takes: marks)
    #expect(plain.sends == nil && !plain.withdraws)
    #expect(plain.words(vendor: "V") == "marked unread on this device only: V takes no such mark")
    #expect(decide(.unread, .read, takes: marks).withdraws)
    let sent = decide(.unread, .read, tries: 1, takes: marks)
    #expect(sent.withdraws && sent.sends == nil && sent.server == .unknown)
    #expect(sent.words(vendor: "V")?.hasSuffix("sent 1 time without a response, so V may hold it") == true)
    #expect(decide(.read, server: .unknown, takes: marks).sends == .read)
    let deleted = decide(.deleted, .read, takes: marks)
    #expect(!deleted.withdraws && deleted.sends == nil)
    #expect(decide(.restored(isRead: false), .delete, takes: [.delete]).withdraws)
  }
}
