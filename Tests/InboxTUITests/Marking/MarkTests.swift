import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxTUI

/// Marks, ranges and what is taken back, without a store.
struct MarkTests {
  private func press(_ state: inout AppState, _ keys: String) throws -> [AppEffect] {
    let effects = try Key.sequence(keys).flatMap { state.reduce(.keyPressed($0)) }
    return effects + state.settle()
  }

  /// A list of this many messages, of which the newest 200 are loaded.
  private func long(_ total: Int) throws -> AppState {
    var state = try StateFixture.inbox(100, 30)
    let rows = (0..<min(total, 200)).map {
      ArchivedMessage(message: .numbered(5_000 - $0), fetched: StateFixture.now)
    }
    _ = state.reduce(
      .list(
        .windowLoaded(
          ListWindow(identity: .user("maria"), center: .primary, rows: rows, offset: 0, total: total),
          request: state.list.request)))
    _ = try press(&state, "g")
    return state
  }

  /// Answers what was asked last with some of the messages.
  private func response(_ state: inout AppState, _ numbers: [Int], of total: Int? = nil) {
    let rows = numbers.map {
      ArchivedMessage(message: StateFixture.messages[$0 - 1], fetched: StateFixture.now)
    }
    _ = state.reduce(
      .list(
        .windowLoaded(
          ListWindow(
            identity: .user("maria"), center: .primary, rows: rows, offset: 0, total: total ?? rows.count),
          request: state.list.request)))
    _ = state.settle()
  }

  @Test("FE-6 the hint says what m does to all that are marked")
  func readHint() throws {
    var state = try StateFixture.inbox(100, 30)
    #expect(state.readHint == nil)
    _ = try press(&state, "j")
    #expect(state.readHint == nil)
    _ = try press(&state, "x")
    #expect(state.readHint == "unread 1")
    _ = try press(&state, "x")
    #expect(state.readHint == "read 2")
    _ = try press(&state, "m g j V")
    #expect(state.readHint == "unread 1")
    _ = try press(&state, "j j")
    #expect(state.readHint == "read 3")
    // Of what is not loaded one may be unread.
    state = try long(1_000)
    state.marks.keys = [.numbered(5_000), .numbered(1)]
    state.list.update([.numbered(5_000)]) { $0.read = StateFixture.now }
    #expect(state.readHint == "read 2")
  }

  @Test("FE-6 MC-18 x marks and goes on, and m, d and u are about all that are marked, as one step")
  func many() throws {
    var state = try StateFixture.inbox(100, 30)
    _ = try press(&state, "x x")
    #expect(state.marks.keys == [.numbered(1), .numbered(2)])
    #expect(state.list.selectedRow?.key == .numbered(3))
    // One of the two is unread: both are read then, and only that one has changed.
    let read = StateFixture.change(.read, 1)
    var change = read
    #expect(try press(&state, "m").first == .change(change, isUndo: false))
    #expect(state.marks.isEmpty && state.list.row(at: 0)?.read != nil)
    change = LocalChange(.deleted, [.numbered(1), .numbered(2), .numbered(3)])
    #expect(try press(&state, "g x x x d").contains(.change(change, isUndo: false)))
    #expect(state.list.window?.rows.map(\.key) == [.numbered(4)] && state.list.total == 1)
    #expect(state.list.selectedRow?.key == .numbered(4))
    _ = state.reduce(.marking(.changed(change, isUndo: false)))
    #expect(state.notice?.text == "3 deleted · u restores them")
    #expect(try press(&state, "u").first == .change(change.reversed, isUndo: true))
    _ = state.reduce(.marking(.changed(change.reversed, isUndo: true)))
    #expect(state.notice?.text == "3 restored")
    #expect(try press(&state, "u").first == .change(read.reversed, isUndo: true))
    #expect(try press(&state, "u").isEmpty && state.notice?.level == .warning)
    #expect(state.notice?.text == "Nothing more to undo.")
  }

  @Test(
    "FE-6 V begins and ends a range in either direction; Esc drops range, marks and filter, one with each press"
  )
  func ranges() throws {
    var state = try StateFixture.inbox(100, 30)
    _ = try press(&state, "x G V k")
    #expect(MainView.draw(state, .mono).lines[1].contains(" Primary · 3 marked, range "))
    _ = try press(&state, "V")
    #expect(state.marks.keys == [.numbered(1), .numbered(3), .numbered(4)] && state.marks.anchor == nil)
    _ = try press(&state, "/ o r d e r <enter>")
    response(&state, [2])
    _ = try press(&state, "V")
    #expect(state.marks.anchor != nil)
    _ = try press(&state, "<esc>")
    #expect(state.marks.anchor == nil && state.marks.keys.count == 3 && state.isNarrowed)
    #expect(MainView.draw(state, .mono).lines.last?.contains("Esc clear") == true)
    _ = try press(&state, "<esc>")
    #expect(state.marks.isEmpty && state.isNarrowed)
    _ = try press(&state, "<esc>")
    #expect(!state.isNarrowed)
    // A range ends with the list that it is in.
    _ = try press(&state, "V ]")
    #expect(state.marks.anchor == nil)
  }

  @Test(
    "FE-6 an open range becomes marks when its list is left, and when the selection moves by itself",
    arguments: ["/ o", "*", "]", "<enter>"])
  func leftRange(keys: String) throws {
    var state = try StateFixture.inbox(100, 30)
    _ = try press(&state, "V j")
    _ = try press(&state, keys)
    #expect(state.marks.anchor == nil && state.marks.keys == [.numbered(1), .numbered(2)])
  }

  @Test("FE-6 MC-18 what no one has marked is not deleted after the message at the end of a range")
  func deletedEnd() throws {
    var state = try StateFixture.inbox(100, 30)
    _ = try press(&state, "V j")
    let row = try #require(state.list.selectedRow)
    _ = state.reduce(.message(.opened(row.key, row)))
    #expect(try press(&state, "d").contains(.change(StateFixture.change(.deleted, 2), isUndo: false)))
    #expect(state.list.selectedRow?.key == .numbered(3) && state.marks.keys == [.numbered(1)])
    #expect(try press(&state, "d").contains(.change(StateFixture.change(.deleted, 1), isUndo: false)))
    // It expires, and another one stands where it was.
    state = try StateFixture.inbox(100, 30)
    _ = try press(&state, "V j")
    response(&state, [1, 3, 4])
    #expect(state.list.selectedRow?.key == .numbered(3) && state.markedText == "1 marked")
    // Something that was deleted comes back, and is selected.
    state = try StateFixture.inbox(100, 30)
    _ = try press(&state, "d V j u")
    let change = StateFixture.change(.deleted, 1).reversed
    _ = state.reduce(.marking(.changed(change, isUndo: true)))
    #expect(state.marks.anchor == nil && state.marks.keys == [.numbered(2), .numbered(3)])
    // The message of an event is shown.
    state = try StateFixture.inbox(100, 30)
    let entry = JournalEntry(
      number: 1, time: StateFixture.now, kind: .display(.sent), message: .numbered(4), why: "sent")
    _ = state.reduce(.coreUpdated(.journal([entry])))
    _ = try press(&state, "V j E E l")
    #expect(state.marks.anchor == nil && state.marks.keys == [.numbered(1), .numbered(2)])
  }

  @Test("FE-6 more than twenty are deleted only after a question")
  func asks() throws {
    var state = try long(30)
    _ = try press(&state, "V j A")
    #expect(state.marks.keys.count == 30 && state.marks.anchor == nil)
    #expect(!(try press(&state, "d")).contains { if case .change = $0 { true } else { false } })
    guard case .deleting(let keys, _)? = state.layer else {
      Issue.record("No one was asked.")
      return
    }
    #expect(keys.count == 30)
    let text = MainView.draw(state, .mono).lines.joined(separator: "\n")
    #expect(text.contains("Delete 30?") && text.contains("y deletes 30 messages · n keeps them"))
    #expect(try press(&state, "n").allSatisfy { if case .change = $0 { false } else { true } })
    #expect(state.layer == nil && state.marks.keys.count == 30)
    let effects = try press(&state, "d y")
    #expect(effects.contains(.change(LocalChange(.deleted, keys), isUndo: false)))
    #expect(state.layer == nil && state.marks.isEmpty)
  }

  @Test("FE-5 FE-6 on a small screen a question scrolls to its last word", arguments: [true, false])
  func questionScrolls(deletes: Bool) throws {
    var state = try StateFixture.inbox(40, 8)
    state.layer = deletes ? .deleting((1...30).map { .numbered($0) }) : .disabling()
    _ = state.settle()
    func shows(_ text: String) -> Bool { MainView.draw(state, .mono).lines.contains { $0.contains(text) } }
    let (first, last) = deletes ? ("y deletes", "person.") : ("y disables", "back.")
    #expect(shows(first) && !shows(last))
    _ = try press(&state, "G")
    #expect(!shows(first) && shows(last))
    _ = try press(&state, "k g")
    #expect(shows(first))
    // The answer is what it was.
    _ = try press(&state, "j y")
    #expect(state.layer == nil)
  }

  @Test("FE-6 rows that are not loaded are requested, once, and only those that the list shows are meant")
  func beyondTheWindow() throws {
    var state = try long(1_000)
    let source = state.source
    #expect(try press(&state, "A").first == .listKeys(source, .all, then: .mark))
    let all = (0..<1_000).map { ListedKey(.numbered(5_000 - $0), isRead: false) }
    _ = state.reduce(.marking(.messagesPicked(all, then: .mark)))
    #expect(state.marks.keys.count == 1_000)
    _ = try press(&state, "<esc> g x")
    #expect(state.marks.keys == [.numbered(5_000)])
    // Another filter: whether it shows the marked one is the archive's to say.
    _ = try press(&state, "/ w o r d s <enter>")
    response(&state, [1], of: 900)
    #expect(state.markedText == "up to 1 marked" && state.markedHint("delete") == "delete up to 1")
    let among = MarkSelection.among([.numbered(5_000)])
    let effects = try press(&state, "d")
    #expect(effects.contains(.listKeys(state.source, among, then: .act(.delete))))
    _ = state.reduce(.marking(.messagesPicked([], then: .act(.delete))))
    #expect(state.notice?.text == "No marked message is in this list; Esc clears the selection.")
    #expect(state.marks.keys.count == 1 && state.changes.undoable.isEmpty)
    #expect(MarkSelection.range(.numbered(4_900), .numbered(4_990)).picked(from: all).count == 91)
    #expect(MarkSelection.range(.numbered(1), .numbered(4_990)).picked(from: all).isEmpty)
    // The message from which the next unread one is searched for may have left the list.
    for isForward in [true, false] {
      let left = MarkSelection.unread(from: .numbered(1), isForward: isForward)
      #expect(left.picked(from: [all[0]]).map(\.key) == [all[0].key])
    }
    let many = (0..<10_001).map { ListedKey(.numbered($0), isRead: true) }
    _ = state.reduce(.marking(.messagesPicked(many, then: .mark)))
    #expect(state.marks.keys.count == 10_000 && state.notice?.level == .warning)
  }

  @Test("FE-6 what a filter or another center hides is counted apart, and the hints count what keys act on")
  func hidden() throws {
    var state = try StateFixture.inbox(100, 30)
    _ = try press(&state, "x x x")
    state.marks.keys.insert(.numbered(1, center: CenterName("Offers")))
    #expect(MainView.draw(state, .mono).lines[1].contains(" Primary · 3 marked, 1 hidden "))
    _ = try press(&state, "/ w o r d s <enter>")
    response(&state, [3, 4])
    #expect(state.markedText == "1 marked, 3 hidden" && state.markedHint("delete") == "delete 1")
    #expect(state.readHint == "read 1")
    // None is shown: the keys are about the selection.
    response(&state, [4])
    #expect(state.markedText == "4 marked, all hidden")
    #expect(state.markedHint("delete") == nil && state.readHint == nil)
    let change = LocalChange(.deleted, [.numbered(4)], subject: StateFixture.messages[3].subject)
    #expect(try press(&state, "d").contains(.change(change, isUndo: false)))
    #expect(state.marks.keys.count == 4)
  }

  @Test("FE-6 FE-8 an empty list with hidden marks says that Esc clears these first")
  func hiddenByEmptyList() throws {
    var state = try StateFixture.inbox(100, 30)
    _ = try press(&state, "x / z z z")
    response(&state, [])
    func nothing() -> String { FilterTitle.nothing(state) }
    // In the line Esc leaves the marks alone.
    #expect(nothing().contains(" Esc shows all 4."))
    _ = try press(&state, "<enter>")
    #expect(nothing().contains(" Esc clears the selection, and once more shows all 4."))
    _ = try press(&state, "<esc>")
    #expect(state.marks.isEmpty && nothing().contains(" Esc shows all 4."))
    _ = try press(&state, "<esc>")
    #expect(!state.isNarrowed)
  }

  @Test("FE-6 what is pressed while the archive tells which messages are meant is about them, in its order")
  func keysWait() throws {
    var state = try long(1_000)
    let selected = try #require(state.list.selectedRow?.key)
    let asked = try press(&state, "A d y u")
    #expect(asked.contains(.listKeys(state.source, .all, then: .mark)))
    #expect(
      !asked.contains { if case .change = $0 { true } else { false } } && state.changes.undoable.isEmpty)
    let all = (0..<1_000).map { ListedKey(.numbered(5_000 - $0), isRead: false) }
    // Whether these are in the list is asked as well, and the keys wait for that, too.
    let effects = state.reduce(.marking(.messagesPicked(all, then: .mark)))
    #expect(
      effects.contains { if case .listKeys(_, .among, then: .act(.delete)) = $0 { true } else { false } })
    let deleted = state.reduce(.marking(.messagesPicked(all, then: .act(.delete))))
    let changes = deleted.compactMap {
      if case .change(let change, let isUndo) = $0 { (change, isUndo) } else { nil }
    }
    #expect(changes.map(\.0.keys.count) == [1_000, 1_000] && changes.map(\.1) == [false, true])
    #expect(state.marks.isEmpty && state.waitingKeys.isEmpty && state.layer == nil)
    // Esc drops marks that are still to come.
    state = try long(1_000)
    _ = try press(&state, "A <esc> j")
    _ = state.reduce(.marking(.messagesPicked(all, then: .mark)))
    #expect(state.marks.isEmpty && state.list.selection?.key != selected)
    // Nothing passes what waits: neither the end nor a filter that would change what is meant.
    state = try long(1_000)
    #expect(!(try press(&state, "A d / a q")).contains(.quit) && state.layer == nil && !state.find.isTyping)
    // An archive that does not tell ends the wait, and what waited for it does nothing.
    _ = try press(&state, "A d")
    _ = state.reduce(.marking(.pickingFailed(.cancelled)))
    #expect(state.waitingKeys.isEmpty && state.changes.undoable.isEmpty && state.notice?.level == .error)
    #expect(try press(&state, "d").contains { if case .change = $0 { true } else { false } })
  }

  @Test("FE-6 MC-10 a marked message that leaves the list of all is counted no longer")
  func goneFromAll() throws {
    var state = try StateFixture.inbox(100, 30)
    _ = try press(&state, "x *")
    func listed(_ numbers: [Int]) {
      let rows = numbers.map {
        ArchivedMessage(message: StateFixture.messages[$0 - 1], fetched: StateFixture.now)
      }
      let window = ListWindow(
        identity: .user("maria"), center: .primary, rows: rows, offset: 0, total: rows.count)
      _ = state.reduce(.list(.foundEverywhere(window, request: state.list.request)))
      _ = state.settle()
    }
    listed([1, 2, 3, 4])
    #expect(state.isEverywhere && state.markedText == "1 marked")
    listed([2, 3, 4])
    #expect(state.marks.isEmpty && state.markedText == nil)
  }

  @Test("FE-6 y and Y copy all that are marked, in the order of the list, and keep the marks")
  func copies() throws {
    var state = try StateFixture.inbox(100, 30)
    _ = try press(&state, "j x x g")
    #expect(try press(&state, "y").first == .copy("m2\nm3\n", what: "2 message ids"))
    #expect(try press(&state, "Y").first == .readMessages([.numbered(2), .numbered(3)]))
    var rows = try #require(state.list.window?.rows)
    for index in rows.indices { rows[index].message.raw = #"{"id":"\#(rows[index].key.id)"}"# }
    let copied = state.reduce(.message(.messagesRead(Array(rows[1...2]))))
    #expect(
      copied == [
        .copy("[\n{\n  \"id\" : \"m2\"\n},\n{\n  \"id\" : \"m3\"\n}\n]\n", what: "2 messages as JSON")
      ]
    )
    #expect(state.marks.keys.count == 2)
    state = try long(150)
    _ = try press(&state, "A")
    #expect(try press(&state, "Y").isEmpty && state.notice?.text.contains("At most 100") == true)
  }

  @Test("MC-12 MC-1 MC-14 marks go with the person and with the messages, and captured responses have none")
  func forgotten() throws {
    let centers = try CenterList(["Offers", "Orders"])
    var state = try StateFixture.inbox(100, 30)
    _ = try press(&state, "x V")
    var snapshot = StateFixture.snapshot(centers, revision: 2)
    _ = state.reduce(.coreUpdated(.snapshot(snapshot)))
    #expect(state.marks.keys.count == 1)
    snapshot.identity = .user("ben")
    _ = state.reduce(.coreUpdated(.snapshot(snapshot)))
    #expect(state.marks.isEmpty)
    state = try StateFixture.inbox(100, 30)
    state.profile.capturedFrom = "a.json"
    for key in ["x", "V", "A"] {
      _ = try press(&state, key)
      #expect(state.marks.isEmpty && state.notice?.text.hasPrefix("Captured responses are read-only") == true)
    }
  }

  @Test("FE-9 an id is copied as one line in which nothing steers a terminal, alone and among others")
  func copiedIDs() throws {
    var state = try StateFixture.inbox(100, 30)
    var hostile = Message.numbered(9)
    hostile.id = MessageID("a\u{1B}]52;c;eA==\u{7}\nrm -rf\r\u{9B}\u{202E}b")
    let row = ArchivedMessage(message: hostile, fetched: StateFixture.now)
    let window = ListWindow(identity: .user("maria"), center: .primary, rows: [row], offset: 0, total: 1)
    _ = state.reduce(.list(.windowLoaded(window, request: state.list.request)))
    _ = state.settle()
    let text = #"a\u001b]52;c;eA==\u0007\nrm -rf\u000d\u009b\u202eb"#
    guard case .copy(text, _)? = try press(&state, "y").first else {
      Issue.record("not copied harmless")
      return
    }
    _ = try press(&state, "x")
    #expect(try press(&state, "y").first == .copy(text + "\n", what: "1 message id"))
  }

  @Test("FE-3 what recordings of before say of deleting and marking is understood")
  func formerEvents() throws {
    func event(_ text: String) throws -> AppEvent {
      try JSONDecoder().decode(AppEvent.self, from: Data(text.utf8))
    }
    let written = String(decoding: try JSONEncoder().encode(MessageKey.numbered(1)), as: UTF8.self)
    var state = try StateFixture.inbox(100, 30)
    _ = state.reduce(try event(#"{"deletedSet":{"_0":\#(written),"_1":true}}"#))
    #expect(state.notice?.text == "Deleted · u restores it")
    _ = state.reduce(try event(#"{"deletedSet":{"_0":\#(written),"_1":false}}"#))
    #expect(state.notice?.text == "Restored")
  }

  @Test(
    "FE-6 what could not be done is reported, shown again and nothing to take back; what could not be taken back still is"
  )
  func failures() throws {
    var state = try StateFixture.inbox(100, 30)
    _ = try press(&state, "d")
    let change = StateFixture.change(.deleted, 1)
    let error = InboxError.storeUnavailable(path: "p", reason: "the disk is full")
    _ = state.reduce(.marking(.changeFailed(change, isUndo: false, error)))
    #expect(state.changes.undoable.isEmpty && state.notice?.level == .error && state.list.revision == -1)
    _ = try press(&state, "d u")
    let second = StateFixture.change(.deleted, 2)
    _ = state.reduce(.marking(.changeFailed(second.reversed, isUndo: true, error)))
    #expect(state.changes.undoable == [second])
  }

  @Test(
    "FE-6 what was brought back is named, in a line as wide as the screen, and selected where the list is")
  func restored() throws {
    for (columns, notice) in [
      (100, "Restored: A subject of more than"), (40, "Restored: A subject of more than fort…"),
    ] {
      var state = try StateFixture.inbox(columns, 30)
      var long = Message.numbered(9)
      long.subject = "A subject of more than forty columns, as they are"
      let row = ArchivedMessage(message: long, fetched: StateFixture.now)
      let window = ListWindow(identity: .user("maria"), center: .primary, rows: [row], offset: 0, total: 1)
      _ = state.reduce(.list(.windowLoaded(window, request: state.list.request)))
      _ = state.settle()
      guard case .change(let change, _)? = try press(&state, "d").first else {
        Issue.record("nothing was deleted")
        return
      }
      _ = state.reduce(.marking(.changed(change, isUndo: false)))
      #expect(try press(&state, "u").first == .change(change.reversed, isUndo: true))
      let loads = state.reduce(.marking(.changed(change.reversed, isUndo: true)))
      #expect(state.notice?.text.hasPrefix(notice) == true, "\(state.notice?.text ?? "")")
      #expect(state.list.pendingSelection == .message(.numbered(9)) && loads.count == 1)
      _ = state.reduce(.list(.windowLoaded(window, request: state.list.request)))
      #expect(state.list.selectedRow?.key == .numbered(9) && state.list.pendingSelection == nil)
      // A key behind it waits for the message.
      _ = try press(&state, "d u")
      #expect(try press(&state, "d") == [] && state.waitingKeys == [.character("d")])
      _ = state.reduce(.marking(.changed(change.reversed, isUndo: true)))
      _ = try press(&state, "j")
      let acts = state.reduce(.list(.windowLoaded(window, request: state.list.request)))
      #expect(acts.contains(.change(change, isUndo: false)))
    }
    // One that is being read stays, and so does the place behind it.
    var state = try StateFixture.inbox(100, 30)
    _ = try press(&state, "d")
    let row = try #require(state.list.selectedRow)
    _ = state.reduce(.message(.opened(row.key, row)))
    _ = try press(&state, "u")
    #expect(state.reduce(.marking(.changed(LocalChange(.restored, [.numbered(1)]), isUndo: true))) == [])
    #expect(state.list.selectedRow?.key == row.key && state.list.pendingSelection == nil)
  }

  @Test("FE-6 marked rows show it by a sign and a style, selected or not", arguments: StateFixture.sizes)
  func frame(columns: Int, rows: Int) throws {
    var state = try StateFixture.inbox(columns, rows)
    _ = try press(&state, "x x g")
    expectFrame(MainView.draw(state, .standard), named: "marks-\(columns)x\(rows)")
  }
}
