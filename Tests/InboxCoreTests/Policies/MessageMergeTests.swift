import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxVendors
import Testing

struct MessageMergeTests {
  private func known(_ numbers: ClosedRange<Int>, _ cacheState: CacheState = .listed) -> [MessageMerge.Known]
  {
    numbers.map { MessageMerge.Known(message: .numbered($0), cacheState: cacheState) }
  }

  private func page(_ numbers: ClosedRange<Int>) -> [Message] { numbers.map { Message.numbered($0) } }

  @Test("MC-7 an unknown id is inserted, a known one is left alone when nothing changed")
  func insertsOnlyNews() {
    let plan = merged(known: known(1...2), page: page(1...3))
    #expect(plan.inserts.map(\.id) == [MessageID("m3")])
    #expect(plan.updates == [])
    #expect(plan.gone == [:])
    #expect(plan.bringsNews)
  }

  @Test("MC-7 merging the same answer twice changes nothing the second time")
  func idempotent() {
    #expect(merged(known: known(1...3), page: page(1...3)).isEmpty)
  }

  /// Merges a response of a back end that lists at most twenty.
  private func merged(
    known: [MessageMerge.Known], page: [Message], malformed: [MalformedMessage] = [],
    setAside: [SetAsideMessage] = [], elsewhere: [MessageKey] = [],
    absence: FetchedPage.Absence = .unlisted(cap: 20), removed: Set<MessageID> = []
  ) -> MessageMerge.Plan {
    var response = FetchedPage(messages: page, malformed: malformed, absence: absence)
    (response.setAside, response.removed) = (setAside, removed)
    return MessageMerge.plan(known: known, page: response, elsewhere: elsewhere)
  }

  private func named(_ id: String) -> Message {
    Message(id: MessageID(id), sent: .at(0), subject: "s", body: "b", center: .primary)
  }

  @Test("MC-7 MC-17 rich content that first came with a message stays where it is served once")
  func richContent() {
    var (old, new) = (named("a"), named("a"))
    (old.richHTML, new.richHTML, new.subject) = ("<p>1</p>", "<p>2</p>", "t")
    let known = [MessageMerge.Known(message: old, cacheState: .listed)]
    var page = FetchedPage(messages: [new])
    let kept = MessageMerge.plan(known: known, page: page, keepsRichContent: true)
    #expect(kept.updates.map(\.richHTML) == ["<p>1</p>"] && kept.updates.map(\.subject) == ["t"])
    #expect(MessageMerge.plan(known: known, page: page).updates.map(\.richHTML) == ["<p>2</p>"])
    page.messages[0].subject = "s"
    #expect(MessageMerge.plan(known: known, page: page, keepsRichContent: true).isEmpty)
  }

  @Test(
    "MC-11 VE-3 a known message that comes as a kind without a list leaves its list for that reason",
    arguments: [FetchedPage.Absence.unlisted(cap: nil), .removed(cap: nil), .meansNothing])
  func setAside(_ absence: FetchedPage.Absence) {
    let known = known(1...2)
    let plan = merged(
      known: known, page: page(1...1), setAside: [SetAsideMessage(id: "m2", kind: "x")], absence: absence)
    #expect(plan.gone == [.numbered(2): .setAside])
    let left = [MessageMerge.Known(message: known[1].message, cacheState: .setAside)]
    #expect(merged(known: left, page: page(2...2)).returned == 1)
  }

  @Test("MC-13 MC-10 what has expired or was deleted here is no news")
  func unseen() {
    let now = Date.at(100)
    var (expired, changed) = (Message.numbered(1), Message.numbered(2))
    expired.expiry = .at(50)
    changed.subject += "!"
    let page = FetchedPage(messages: [expired, changed, .numbered(3)])
    let known = [
      MessageMerge.Known(message: .numbered(2), cacheState: .listed, isDeleted: true),
      MessageMerge.Known(message: .numbered(3), cacheState: .pushedOut, isDeleted: true),
    ]
    let plan = MessageMerge.plan(known: known, page: page, at: now)
    #expect(plan.inserts == [expired] && plan.updates == [changed, .numbered(3)])
    #expect(plan.new == 0 && plan.changed == 0 && plan.relisted == 0 && !plan.bringsNews)
    // A list that shows what has expired has it as news.
    #expect(MessageMerge.plan(known: known, page: page).new == 1)
    // What expires with its change leaves the list.
    let shown = [MessageMerge.Known(message: .numbered(1), cacheState: .listed)]
    #expect(MessageMerge.plan(known: shown, page: FetchedPage(messages: [expired]), at: now).changed == 1)
  }

  @Test("MC-7 ids that differ in their bytes alone are two messages")
  func unicodeForms() {
    let (composed, decomposed) = (named("caf\u{E9}"), named("cafe\u{301}"))
    #expect(
      merged(known: [], page: [composed, decomposed]).inserts.map(\.id) == [composed.id, decomposed.id])
    let plan = merged(known: [MessageMerge.Known(message: composed, cacheState: .listed)], page: [decomposed])
    #expect(plan.inserts.map(\.id) == [decomposed.id] && plan.gone == [composed.key: .withdrawn])
  }

  @Test("MC-7 MC-13 a record that changes in its Unicode form alone is stored as it is now, and is no news")
  func otherForm() {
    func written(_ subject: String) -> Message {
      var message = Message.numbered(1, subject: subject)
      message.raw = "{\"subject\":\"\(subject)\"}"
      return message
    }
    let (composed, decomposed) = (written("caf\u{E9}"), written("cafe\u{301}"))
    let known = [MessageMerge.Known(message: composed, cacheState: .listed)]
    let plan = merged(known: known, page: [decomposed])
    #expect(plan.updates.map { Array($0.subject.utf8) } == [Array(decomposed.subject.utf8)])
    #expect(!plan.bringsNews && merged(known: known, page: [composed]).isEmpty)
  }

  @Test(
    "MC-11 VE-3 what an inbox that is not full lacks is not there, also where an earlier one had pushed it out"
  )
  func pushedOutBefore() {
    let pushedOut = [MessageMerge.Known(message: .numbered(1), cacheState: .pushedOut)]
    let absence = FetchedPage.Absence.removed(cap: 20)
    #expect(merged(known: pushedOut, page: page(4...9), absence: absence).gone == [.numbered(1): .removed])
    #expect(merged(known: pushedOut, page: page(4...23), absence: absence).gone == [:])
    #expect(merged(known: pushedOut, page: page(4...9)).gone == [:])
  }

  @Test("MC-11 VE-3 what a full response holds and the list does not show takes room all the same")
  func setAside() {
    let absence = FetchedPage.Absence.removed(cap: 20)
    let plan = merged(
      known: known(1...2), page: page(4...22), setAside: [SetAsideMessage(id: "aside", kind: "x")],
      absence: absence)
    #expect(plan.gone == [.numbered(1): .pushedOut, .numbered(2): .pushedOut])
    #expect(
      merged(known: known(1...1), page: page(4...22), absence: absence).gone == [.numbered(1): .removed])
  }

  @Test("MC-11 VE-10 a full response reaches back as far as the oldest record that it sets aside")
  func oldestSetAside() {
    let pages = (3...4).map { Message.numbered($0) }
    var page = FetchedPage(messages: pages, absence: .removed(cap: 4))
    page.setAside = [SetAsideMessage(id: "a", kind: "in-app"), SetAsideMessage(id: "b", kind: "in-app")]
    let known = known(1...4)
    #expect(Set(MessageMerge.plan(known: known, page: page).gone.values) == [.pushedOut])
    page.oldestSetAside = Message.numbered(1).sent
    #expect(
      MessageMerge.plan(known: known, page: page).gone == [
        .numbered(1): .pushedOut, .numbered(2): .removed,
      ])
  }

  @Test("MC-13 a record that differs in its raw form alone is stored and no news")
  func rawAlone() {
    var message = Message.numbered(1)
    message.raw = #"{"read":true}"#
    let plan = merged(known: known(1...1), page: [message])
    #expect(plan.updates == [message] && !plan.isEmpty && !plan.bringsNews)
  }

  @Test("MC-11 a full response of which nothing can be read says nothing of what it left out")
  func fullOfUnreadable() {
    let records = (0..<20).map { MalformedMessage(index: $0, id: "x\($0)", reason: "sent_ts is missing") }
    #expect(merged(known: known(1...3), page: [], malformed: records).gone == [:])
    #expect(
      merged(known: known(1...1), page: [], malformed: Array(records[1...])).gone == [
        .numbered(1): .withdrawn
      ])
  }

  @Test("MC-11 one message that is listed twenty times pushes nothing out")
  func repeated() {
    let plan = merged(known: known(1...3), page: Array(repeating: .numbered(30), count: 20))
    #expect(plan.inserts.map(\.id) == [MessageID("m30")])
    #expect(plan.gone.values.allSatisfy { $0 == .withdrawn } && plan.gone.count == 3)
  }

  @Test(
    "VE-2 VE-3 what an absence means is the back end's to say: nothing in an increment, withdrawn without a cap"
  )
  func absence() {
    #expect(merged(known: known(1...22), page: page(3...22), absence: .meansNothing).gone == [:])
    #expect(
      merged(known: known(1...22), page: page(3...22), absence: .unlisted(cap: nil)).gone
        == [.numbered(1): .withdrawn, .numbered(2): .withdrawn])
  }

  @Test("QA-5 VE-2 where absence is removal what is missing is removed, but for what a full page pushed out")
  func removal() {
    #expect(
      merged(known: known(1...3), page: page(2...3), absence: .removed(cap: 20)).gone == [
        .numbered(1): .removed
      ])
    #expect(
      merged(known: known(1...22), page: page(3...22), absence: .removed(cap: 20)).gone
        == [.numbered(1): .pushedOut, .numbered(2): .pushedOut])
    // What cannot be read may be what is missing.
    let nameless = [MalformedMessage(index: 0, id: nil, reason: "broken")]
    #expect(
      merged(known: known(1...3), page: page(2...3), malformed: nameless, absence: .removed(cap: 20)).gone
        == [:])
    let plan = merged(
      known: known(1...2), page: [], absence: .meansNothing, removed: [Message.numbered(2).id])
    #expect(plan.gone == [.numbered(2): .removed])
  }

  @Test("VE-4 MC-7 what the server deleted for a person, who has restored it here, is not removed")
  func restoredHere() {
    let restored = MessageMerge.Known(message: .numbered(1), cacheState: .listed, server: .deleted)
    let absence = FetchedPage.Absence.removed(cap: 20)
    let plan = merged(known: [restored], page: page(2...3), absence: absence)
    // It was known: that is no news, and nobody withdrew it.
    #expect(plan.gone == [.numbered(1): .restored] && plan.missed.isEmpty)
  }

  @Test("MC-7 a changed record is an update")
  func updates() {
    let plan = merged(
      known: known(1...1), page: [.numbered(1, subject: "New words")])
    #expect(plan.updates.map(\.subject) == ["New words"])
  }

  @Test("MC-11 absent and older than the oldest of twenty: pushed out by the cap, not deleted")
  func pushedOut() {
    let plan = merged(known: known(1...22), page: page(3...22))
    #expect(plan.gone == [.numbered(1): .pushedOut, .numbered(2): .pushedOut])
  }

  @Test("MC-11 absent although the response held fewer than twenty: withdrawn?")
  func withdrawn() {
    let plan = merged(known: known(1...3), page: page(2...3))
    #expect(plan.gone == [.numbered(1): .withdrawn])
  }

  @Test("MC-11 absent and newer than the oldest of twenty: withdrawn?")
  func withdrawnAmongTwenty() {
    let listed = (1...21).filter { $0 != 10 }.map { Message.numbered($0) }
    let plan = merged(known: known(1...21), page: listed)
    #expect(plan.gone == [.numbered(10): .withdrawn])
  }

  @Test("MC-9 MC-11 an unreadable record counts against the cap")
  func malformedCounts() {
    let bad = MalformedMessage(index: 3, id: "m99", reason: "x")
    let plan = merged(known: known(1...20), page: page(2...20), malformed: [bad])
    #expect(plan.gone == [.numbered(1): .pushedOut])
  }

  @Test("MC-9 MC-11 a message that is there but unreadable is not withdrawn")
  func unreadableIsThere() {
    let bad = MalformedMessage(index: 0, id: "m1", reason: "x")
    #expect(merged(known: known(1...3), page: page(2...3), malformed: [bad]).gone == [:])
    let nameless = MalformedMessage(index: 0, id: nil, reason: "x")
    #expect(merged(known: known(1...3), page: page(2...2), malformed: [nameless]).gone == [:])
  }

  @Test("MC-11 as old as the oldest of twenty: the cap may have cut either")
  func tie() {
    let old = MessageMerge.Known(message: .numbered(99, sent: Message.numbered(1).sent), cacheState: .listed)
    #expect(merged(known: [old], page: page(1...20)).gone == [.numbered(99): .pushedOut])
  }

  @Test("MC-11 a message that comes back is listed again")
  func comesBack() {
    let plan = merged(known: known(1...1, .withdrawn), page: page(1...1))
    #expect(plan.updates.map(\.id) == [MessageID("m1")])
  }

  @Test(
    "MC-13 what had left the list and comes back to it is news, and what stayed in it is none",
    arguments: [
      (CacheState.removed, "Primary: 1 listed again" as String?), (.disabled, "Primary: 1 listed again"),
      (.withdrawn, nil), (.pushedOut, nil),
    ])
  func returns(_ state: CacheState, _ words: String?) {
    let plan = merged(known: known(1...1, state), page: page(1...1))
    #expect(CenterNews(.primary, plan).words(ResponsysBackEnd.capabilities) == words)
  }

  @Test("MC-7 within one response the last record of an id wins")
  func duplicateInAnswer() {
    let twice = [Message.numbered(1, subject: "first"), Message.numbered(1, subject: "last")]
    #expect(merged(known: [], page: twice).inserts.map(\.subject) == ["last"])
  }

  @Test(
    "MC-13 a message counts as changed where it says something else, not where only its raw record differs")
  func changed() {
    var (raw, subject) = (Message.numbered(1), Message.numbered(2))
    raw.raw = "{\"priority\":2}"
    subject.subject = "Another"
    let known = [
      MessageMerge.Known(message: .numbered(1), cacheState: .listed),
      MessageMerge.Known(message: .numbered(2), cacheState: .listed),
      MessageMerge.Known(message: .numbered(3), cacheState: .pushedOut),
    ]
    let plan = merged(known: known, page: [raw, subject, .numbered(3)])
    #expect(plan.updates.count == 3 && plan.changed == 1 && plan.relisted == 1)
    #expect(CenterNews(.primary, plan).changed == 1)
  }
}
