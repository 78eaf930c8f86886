import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxTUI

struct ReducerTests {
  private func press(_ state: inout AppState, _ keys: String) throws -> [AppEffect] {
    try Key.sequence(keys).flatMap { state.reduce(.keyPressed($0)) }
  }

  /// What asks for the rows of the first center.
  private func load(_ state: AppState, _ anchor: WindowRequest.Anchor) -> AppEffect {
    .load(ListRequest(source: ListSource(center: .primary), anchor: anchor, number: state.list.request))
  }

  @Test("EN-5 Enter asks for one open; until it is durable Enter is the same gesture")
  func enterIsOneGesture() throws {
    var state = try StateFixture.inbox(100, 30)
    #expect(try press(&state, "<enter> <enter>") == [.open(.numbered(1))])
    let row = try #require(state.list.selectedRow)
    #expect(state.reduce(.message(.opened(.numbered(1), row))) == [.loadDetail(.numbered(1))])
  }

  @Test("MC-14 captured responses are read-only: what would change or ask anything says so instead")
  func captured() throws {
    for keys in ["m", "d", "u", "b", "r", "R", "U", "X", "D", "F"] {
      var state = try StateFixture.inbox(100, 30)
      state.profile.capturedFrom = "a.json"
      state.profile.hasSandbox = true
      #expect(try press(&state, keys) == [] && state.layer == nil, "\(keys)")
      #expect(state.notice?.text.hasPrefix("Captured responses are ") == true, "\(keys)")
    }
    var state = try StateFixture.inbox(100, 30)
    state.profile.capturedFrom = "a.json"
    let frame = MainView.draw(state, .standard).lines
    #expect(frame.first?.contains("captured, read-only") == true)
    #expect(frame.contains { $0.contains("captured in a.json · read-only · ") })
    _ = try press(&state, "?")
    let help = MainView.draw(state, .standard).lines
    #expect(help.contains { $0.contains("Show (no open is reported)") })
    #expect(!help.contains { $0.contains("counts as an open") })
    #expect(try press(&state, "<esc> <enter>") == [.open(.numbered(1))])
  }

  @Test("FE-8 EN-7 while the program leaves, every key says that it shall hurry, and nothing else")
  func leaving() throws {
    var state = try StateFixture.inbox(100, 30)
    _ = state.reduce(.screen(.leaving))
    for key in try Key.sequence("q d <enter> <esc> x") { #expect(state.reduce(.keyPressed(key)) == [.hurry]) }
  }

  @Test("UL-16 while a link is being resolved no other is")
  func oneResolve() throws {
    var state = try StateFixture.inbox(100, 30)
    let row = try #require(state.list.selectedRow)
    _ = try press(&state, "<enter>")
    _ = state.reduce(.message(.opened(.numbered(1), row)))
    _ = state.settle()
    // Enter again is the same gesture.
    #expect(try press(&state, "<enter> <enter>").count == 1 && state.notice == nil)
    #expect(try press(&state, "1 <enter> <enter>") == [])
    #expect(
      state.notice?.text
        == "Another link is still being resolved; press Enter again when it is done.")
    let trail = LinkTrail(
      LinkRequest("acme://sale/1", from: .commandLine), .customScheme, branch: "route", reason: "r",
      outcome: .deepLink(url: "acme://sale/1"))
    _ = state.reduce(.link(.linkResolved(trail)))
    #expect(state.layer == .outcome(trail, scroll: 0) && state.notice == nil)
    #expect(
      try press(&state, "<esc> 1 <enter>") == [
        .resolve("https://www.acme.example/1", .numbered(1), label: state.detail?.links.first?.text)
      ])
  }

  @Test("UL-5 UL-14 after any other key or click o asks again before the browser makes a click of its own")
  func browseQuestion() throws {
    var state = try StateFixture.inbox(100, 30)
    let link = "https://news.acme.example/p"
    var trail = LinkTrail(
      LinkRequest(link, from: .commandLine), .web, branch: "browser", reason: "r",
      outcome: .browser(url: link))
    trail.isBrowsedAsClick = true
    state.layer = .outcome(trail, scroll: 0)
    #expect(try press(&state, "o j o") == [])
    #expect(try press(&state, "o") == [.browse(link)])
    #expect(try press(&state, "o <esc>") == [])
    state.layer = .outcome(trail, scroll: 0)
    #expect(try press(&state, "o") == [])
    _ = state.reduce(.keyPressed(.mouse(MouseEvent(kind: .press, button: 1, x: 50, y: 14))))
    #expect(try press(&state, "o") == [])
    #expect(try press(&state, "o") == [.browse(link)])
  }

  @Test("EN-1 settling tells what is on the screen, once")
  func looksOnce() throws {
    var state = try StateFixture.inbox(80, 24)
    #expect(state.lifecycle.lastVisibleRows?.rows.map(\.message.id.rawValue) == ["m1", "m2", "m3", "m4"])
    #expect(state.settle() == [])
    _ = state.reduce(.screen(.resized(Size(columns: 80, rows: 9))))
    let effects = state.settle()
    #expect(effects == [])
  }

  @Test("EN-1 a row cut by the edge is partly visible, a layer covers all, the reader hides all")
  func visibility() throws {
    var state = try StateFixture.inbox(80, 17)
    let layout = PaneLayout(state)
    #expect(layout.rowHeight == 2)
    #expect(layout.listRows?.height == 13)
    var short = state
    let many = (0..<20).map { ArchivedMessage(message: .numbered(100 - $0), fetched: StateFixture.now) }
    let window = ListWindow(identity: .user("maria"), center: .primary, rows: many, offset: 0, total: 20)
    _ = short.reduce(.list(.windowLoaded(window, request: short.list.request)))
    let seen = layout.visibleRows(short).map(\.visibility)
    #expect(seen == Array(repeating: .whole, count: 6) + [.partial])
    _ = state.reduce(.screen(.resized(Size(columns: 80, rows: 18))))
    _ = try press(&state, "?")
    #expect(PaneLayout(state).visibleRows(state).allSatisfy { $0.visibility == .covered })
    _ = try press(&state, "<esc>")
    let row = try #require(state.list.selectedRow)
    _ = state.reduce(.message(.opened(row.key, row)))
    #expect(PaneLayout(state).visibleRows(state) == [])
  }

  @Test("MC-3 a new revision reads the list again around the selection")
  func revision() throws {
    var state = try StateFixture.inbox(100, 30)
    _ = try press(&state, "j")
    let centers = try CenterList(["Offers", "Orders"])
    _ = state.reduce(.coreUpdated(.snapshot(StateFixture.snapshot(centers, revision: 2))))
    #expect(state.settle().first == load(state, .around(.numbered(2))))
  }

  @Test("the selection stays on its message when rows arrive and on its place when it leaves")
  func selectionByMessage() throws {
    var state = try StateFixture.inbox(100, 30)
    _ = try press(&state, "j")
    let rows = try #require(state.list.window?.rows)
    let new = ArchivedMessage(
      message: .numbered(9, sent: StateFixture.now), fetched: StateFixture.now)
    _ = state.reduce(
      .list(
        .windowLoaded(
          ListWindow(identity: .user("maria"), center: .primary, rows: [new] + rows, offset: 0, total: 5),
          request: state.list.request)))
    #expect(state.list.selectedRow?.key == .numbered(2))
    #expect(state.list.selectedIndex == 2)
    let left = ([new] + rows).filter { $0.key != .numbered(2) }
    _ = state.reduce(
      .list(
        .windowLoaded(
          ListWindow(identity: .user("maria"), center: .primary, rows: left, offset: 0, total: 4),
          request: state.list.request)))
    #expect(state.list.selectedRow?.key == .numbered(3))
  }

  @Test("MC-12 another identity leaves nothing of the former one on the screen")
  func identitySwitch() throws {
    var state = try StateFixture.inbox(100, 30)
    var snapshot = StateFixture.snapshot(try CenterList(["Offers", "Orders"]), revision: 2)
    snapshot.identity = .user("ben")
    _ = state.reduce(.coreUpdated(.snapshot(snapshot)))
    #expect(state.list.window == nil)
    #expect(state.detail == nil)
    #expect(!MainView.draw(state, .mono).lines.joined().contains("Spring sale"))
  }

  @Test("FE-5 FE-8 while the screen is too small only quitting, suspending and drawing again work")
  func tooSmall() throws {
    var state = try StateFixture.inbox(80, 24)
    _ = state.reduce(.screen(.resized(Size(columns: 39, rows: 7))))
    for key in "dXUbmE?".map({ Key.character($0) }) + [.enter] {
      #expect(state.reduce(.keyPressed(key)).isEmpty, "\(key)")
    }
    #expect(state.layer == nil && state.changes.undoable.isEmpty)
    state.layer = .user(input: "zed")
    #expect(state.reduce(.keyPressed(.enter)).isEmpty)
    #expect(state.reduce(.keyPressed(.control("c"))) == [.quit])
  }

  @Test("MC-12 what comes for a former identity changes nothing")
  func formerIdentity() throws {
    var state = try StateFixture.inbox(80, 24)
    let row = try #require(state.list.selectedRow)
    state.waits = [Wait(kind: .opening(row.key), since: state.now)]
    let before = state
    for event in [
      AppEvent.message(.opened(row.key, row)), .message(.richFailed(row.key, .cancelled)),
      .center(.goneLoaded(.primary, [])),
      .message(.detailLoaded(row, MessageHistory(lines: []))),
    ] {
      #expect(state.reduce(.of(.user("somebody else"), event)).isEmpty)
    }
    #expect(state == before)
    _ = state.reduce(.of(.user("maria"), .message(.opened(row.key, row))))
    #expect(state.detail?.isOpen == true)
  }

  @Test("MC-16 FE-8 an archive that cannot be read has a face, in the list and in the status line")
  func storeTrouble() throws {
    var state = try StateFixture.inbox(80, 24)
    var snapshot = try #require(state.snapshot)
    snapshot.storeTrouble = .storeUnavailable(path: "/a.sqlite", reason: "the file is damaged")
    _ = state.reduce(.coreUpdated(.snapshot(snapshot)))
    state.lists[.primary] = ListState()
    let text = MainView.draw(state, .mono).lines.joined(separator: "\n")
    #expect(text.contains("The archive at /a.sqlite cannot be used: the file is damaged."))
    #expect(text.contains("archive unusable"))
  }

  @Test("a key that does nothing and a disabled action say so")
  func explains() throws {
    var state = try StateFixture.inbox(100, 30)
    _ = try press(&state, "w")
    #expect(state.notice?.text == "w does nothing here; ? lists all keys.")
    _ = try press(&state, "u")
    #expect(state.notice?.text == "Nothing to undo.")
    _ = try press(&state, "9")
    #expect(state.notice?.text == "There is no center 9; this profile has 3.")
  }

  @Test("FE-6 no key means two things in one context, and every action can be reached")
  func registry() {
    for context in ActionContext.allCases {
      let keys = ActionRegistry.actions.filter { $0.contexts.contains(context) }.flatMap(\.keys)
      #expect(Set(keys).count == keys.count, "\(context)")
    }
    #expect(Set(ActionRegistry.actions.map(\.id)).count == ActionRegistry.actions.count)
    #expect(ActionRegistry.actions.allSatisfy { !$0.keys.isEmpty && !$0.contexts.isEmpty })
  }

  @Test("every action in every state: nothing traps and a frame is drawn")
  func everyActionEverywhere() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for round in 0..<60 {
      let size = (Int.random(in: 0...140, using: &random), Int.random(in: 0...50, using: &random))
      var state = try StateFixture.inbox(size.0, size.1)
      if round % 7 == 0 {
        _ = state.reduce(
          .list(
            .windowLoaded(
              ListWindow(identity: .user("maria"), center: .primary, rows: [], offset: 0, total: 0),
              request: state.list.request)))
      }
      for _ in 0..<40 {
        let action = try #require(ActionRegistry.actions.randomElement(using: &random))
        if let key = action.keys.randomElement(using: &random) {
          if case .open(let key)? = state.reduce(.keyPressed(key)).first {
            _ = state.reduce(.message(.opened(key, state.list.selectedRow)))
          }
        }
        if Int.random(in: 0...3, using: &random) == 0 { _ = state.perform(action.id) }
        _ = state.settle()
        let frame = MainView.draw(state, .standard)
        #expect(frame.size == state.size, "seed \(seed)")
      }
    }
  }

  @Test("FE-10 rows that cannot be read are reported once and not asked for again and again")
  func failedWindow() throws {
    var state = try StateFixture.inbox(100, 30)
    let centers = try CenterList(["Offers", "Orders"])
    _ = state.reduce(.coreUpdated(.snapshot(StateFixture.snapshot(centers, revision: 2))))
    _ = state.settle()
    let error = InboxError.storeUnavailable(path: "p", reason: "the disk is full")
    _ = state.reduce(.list(.windowFailed(.primary, request: state.list.request, error)))
    #expect(state.notice?.level == .error)
    #expect(state.settle() == [])
    #expect(!state.list.isLoading)
  }

  @Test("FE-6 keys that wait for a list act on that list, then those behind them, as if typed slowly")
  func waitingKeysOfAnotherList() throws {
    var state = try StateFixture.inbox(100, 30)
    #expect(try press(&state, "] d [") == [] && state.center == CenterName("Offers"))
    _ = state.settle()
    let other = ArchivedMessage(message: .numbered(77), fetched: StateFixture.now)
    let window = ListWindow(
      identity: .user("maria"), center: CenterName("Offers"), rows: [other], offset: 0, total: 1)
    #expect(
      state.reduce(.list(.windowLoaded(window, request: state.list.request))).contains(
        .change(LocalChange(.deleted, [other.key], subject: other.message.subject), isUndo: false)))
    #expect(state.center == .primary)
  }

  @Test("FE-2 1,000 messages: moving to the end and back asks for windows, never for everything")
  func longList() throws {
    var state = try StateFixture.inbox(100, 30)
    let rows = (0..<200).map { ArchivedMessage(message: .numbered(5_000 - $0), fetched: StateFixture.now) }
    _ = state.reduce(
      .list(
        .windowLoaded(
          ListWindow(identity: .user("maria"), center: .primary, rows: rows, offset: 0, total: 1_000),
          request: state.list.request)))
    _ = try press(&state, "g")
    #expect(try press(&state, "G") == [load(state, .bottom)])
    let tail = (800..<1_000).map {
      ArchivedMessage(message: .numbered(5_000 - $0), fetched: StateFixture.now)
    }
    _ = state.reduce(
      .list(
        .windowLoaded(
          ListWindow(identity: .user("maria"), center: .primary, rows: tail, offset: 800, total: 1_000),
          request: state.list.request)))
    _ = state.settle()
    #expect(state.list.selectedIndex == 999)
    #expect(state.list.top == 1_000 - PaneLayout(state).wholeRows)
    #expect(try press(&state, "g") == [load(state, .top)])
  }

  @Test(
    "EN-1 MC-13 what a session, a person or a list becomes is drawn at once; what is reported beside them may wait"
  )
  func waiting() throws {
    let state = try StateFixture.inbox(100, 30)
    let shown = try #require(state.snapshot)
    func canWait(_ change: (inout InboxSnapshot) -> Void) -> Bool {
      var new = shown
      change(&new)
      return state.canWait(.coreUpdated(.snapshot(new)))
    }
    #expect(canWait { $0.banners = 1 } && canWait { $0.time = $0.time.addingTimeInterval(1) })
    #expect(!canWait { $0.session = nil } && !canWait { $0.revision += 1 })
    #expect(!canWait { $0.identity = .user("otto") })
    #expect(
      !state.canWait(.keyPressed(.enter))
        && state.canWait(
          .of(
            shown.identity,
            .message(
              .detailLoaded(
                ArchivedMessage(message: .numbered(1), fetched: StateFixture.now), MessageHistory(lines: [])))
          ))
    )
  }
}
