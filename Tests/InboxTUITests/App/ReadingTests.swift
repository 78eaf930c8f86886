import Foundation
import InboxCore
import InboxModel
import InboxSandbox
import InboxTestSupport
import Testing

@testable import InboxTUI

/// Reading is not clicking: what opening a message does with its link, and what a held key does.
struct ReadingTests {
  private func press(_ state: inout AppState, _ keys: String) throws -> [AppEffect] {
    try Key.sequence(keys).flatMap { state.reduce(.keyPressed($0)) }
  }

  /// The first message, which has a deep link, as Enter opens it.
  private func opened(_ state: inout AppState) throws -> [AppEffect] {
    let row = try #require(state.list.selectedRow)
    #expect(try press(&state, "<enter>") == [.open(row.key)])
    let effects = state.reduce(.message(.opened(row.key, row)))
    _ = state.settle()
    return effects
  }

  private func shows(_ state: AppState, _ text: String) -> Bool {
    MainView.draw(state, .mono).lines.contains { $0.contains(text) }
  }

  @Test(
    "MC-19 opening a message offers its link, and the next Enter follows it; for each vendor",
    arguments: [true, false])
  func offer(clicks: Bool) throws {
    var state = try StateFixture.inbox(100, 30)
    state.profile.capabilities.clicks = clicks
    _ = state.settle()
    #expect(shows(state, "Enter opens the message; Enter then follows its deep link."))
    #expect(shows(state, "open URL: opening it offers its link"))
    #expect(try opened(&state) == [.loadDetail(.numbered(1))])
    let link = try #require(state.detail?.links.last)
    #expect(link.url == "acme://sale/1" && state.detail?.link == link.number)
    #expect(shows(state, "Enter follows [\(link.number)]"))
    #expect(try press(&state, "<enter>") == [.resolve("acme://sale/1", .numbered(1))])
  }

  @Test(
    "MC-19 links.on-open = \"follow\": opening follows the link, as an app does", arguments: [true, false])
  func follow(clicks: Bool) throws {
    var state = try StateFixture.inbox(100, 30)
    state.profile.capabilities.clicks = clicks
    state.profile.onOpen = .follow
    _ = state.settle()
    #expect(shows(state, "Enter opens the message and follows its deep link."))
    #expect(shows(state, "open URL: opening it follows its link"))
    #expect(try opened(&state) == [.loadDetail(.numbered(1)), .resolve("acme://sale/1", .numbered(1))])
  }

  @Test(
    "MC-19 FE-3 a recording of before does as it did: it follows where that is not a click of the vendor's")
  func recordings() throws {
    var state = try StateFixture.inbox(100, 30)
    let text = String(decoding: try JSONEncoder().encode(state.profile), as: UTF8.self)
    #expect(text.contains(#""onOpen":"offer""#))
    let before = Data(
      text.replacing(#","onOpen":"offer""#, with: "").replacing(#""onOpen":"offer","#, with: "").utf8)
    state.profile = try JSONDecoder().decode(ProfileFacts.self, from: before)
    #expect(state.profile.onOpen == nil && state.profile.followsOnOpen)
    state.profile.capabilities.clicks = true
    #expect(!state.profile.followsOnOpen)
  }

  @Test("UL-5 what follows the same key within the time that keys repeat in is the same gesture")
  func repeats() {
    let start = ContinuousClock.now
    var repeats = KeyRepeats()
    func isRepeat(_ key: Key, _ milliseconds: Int) -> Bool {
      repeats.isRepeat(key, at: start + .milliseconds(milliseconds))
    }
    let table: [(Key, Int, Bool)] = [
      (.enter, 0, false), (.enter, 660, true), (.enter, 700, true), (.enter, 1_399, true),
      (.enter, 2_099, false), (.character("n"), 2_100, false), (.enter, 2_110, false),
    ]
    for (key, time, expected) in table { #expect(isRepeat(key, time) == expected, "\(key) \(time)") }
    func mouse(_ kind: MouseEvent.Kind, _ x: Int) -> Key {
      .mouse(MouseEvent(kind: kind, button: 1, x: x, y: 5))
    }
    #expect(!isRepeat(mouse(.press, 3), 5_000) && !isRepeat(mouse(.release, 3), 5_050))
    #expect(isRepeat(mouse(.press, 3), 5_200) && !isRepeat(mouse(.press, 4), 5_300))
  }

  @Test("EN-5 UL-5 Enter that is held opens and never follows; once it was up, it does")
  func held() throws {
    var state = try StateFixture.inbox(100, 30)
    let row = try #require(state.list.selectedRow)
    #expect(try press(&state, "<enter>") == [.open(row.key)])
    // While the open is on its way, and afterwards.
    #expect(state.reduce(.screen(.gestureRepeated(.enter))) == [])
    _ = state.reduce(.message(.opened(row.key, row)))
    for _ in 0..<3 {
      _ = state.settle()
      #expect(state.reduce(.screen(.gestureRepeated(.enter))) == [])
      #expect(state.notice?.text == "The message is open; Enter again follows its link.")
    }
    #expect(try press(&state, "<enter>") == [.resolve("acme://sale/1", .numbered(1))])
    // What was selected by another key is followed by Enter however fast, and a held one asks once.
    state.links.resolving = nil
    #expect(try press(&state, "1 <enter>").contains { if case .resolve = $0 { true } else { false } })
    #expect(state.reduce(.screen(.gestureRepeated(.enter))) == [])
  }

  @Test("EN-5 UL-5 Enter that is held on a message without a link promises none")
  func heldWithoutLink() throws {
    var state = try StateFixture.inbox(100, 30)
    _ = try press(&state, "j")
    let row = try #require(state.list.selectedRow)
    _ = try press(&state, "<enter>")
    _ = state.reduce(.message(.opened(row.key, row)))
    _ = state.settle()
    #expect(state.reduce(.screen(.gestureRepeated(.enter))) == [] && state.notice == nil)
  }

  @Test("FE-6 UL-5 a double click on a row, or on the hint that opens, opens and never follows")
  func doubleClick() throws {
    var state = try StateFixture.inbox(100, 30)
    let row = try #require(state.list.selectedRow)
    func press(at target: MouseTarget) throws -> Key {
      let mark = try #require(MainView.draw(state, .mono).marks.last { $0.target == target })
      return .mouse(MouseEvent(kind: .press, button: 1, x: mark.rect.x, y: mark.rect.y))
    }
    var click = try press(at: .hint(.open))
    #expect(state.reduce(.keyPressed(click)) == [.open(row.key)])
    _ = state.reduce(.message(.opened(row.key, row)))
    _ = state.settle()
    let link = try #require(state.detail?.link)
    // Wherever the second one lands.
    for target in [MouseTarget.hint(.followLink), .link(link)] {
      click = try press(at: target)
      #expect(state.reduce(.screen(.gestureRepeated(click))) == [], "\(target)")
    }
    #expect(state.reduce(.keyPressed(click)) == [.resolve("acme://sale/1", .numbered(1))])
  }

  @Test("EN-5 UL-5 a held Enter that met its own open under way is still that gesture")
  func heldWhileOpening() throws {
    var state = try StateFixture.inbox(80, 24)
    let row = try #require(state.list.selectedRow)
    #expect(state.reduce(.keyPressed(.enter)).contains(.open(row.key)))
    // A key that waited comes as any other.
    #expect(state.reduce(.keyPressed(.enter)) == [])
    _ = state.reduce(.message(.opened(row.key, row)))
    _ = state.settle()
    try #require(state.detail?.link != nil)
    #expect(state.reduce(.screen(.gestureRepeated(.enter))) == [])
  }

  @Test("EN-5 MC-19 UL-5 Enter in a preview opens the message, and only what is open has its link followed")
  func preview() throws {
    var state = try StateFixture.inbox(100, 30)
    _ = try press(&state, "<tab> n")
    _ = state.settle()
    try #require(state.focus == .detail && state.detail?.isOpen == false && state.detail?.link == 1)
    #expect(shows(state, "Enter opens the message; Enter then follows its deep link."))
    #expect(MainView.draw(state, .mono).lines.last?.contains("Enter open ") == true)
    #expect(ActionRegistry[.followLink].title(in: state) == "Open (counts as an open)")
    let row = try #require(state.list.selectedRow)
    #expect(try press(&state, "<enter>") == [.open(row.key)])
    #expect(try press(&state, "<enter>") == [])
    _ = state.reduce(.message(.opened(row.key, row)))
    _ = state.settle()
    #expect(MainView.draw(state, .mono).lines.last?.contains("Enter follow ") == true)
    #expect(try press(&state, "<enter>") == [.resolve("acme://sale/1", .numbered(1))])
    // The text names the key of the pane that has the keys.
    state = try StateFixture.inbox(100, 30)
    state.keys = KeyMap.made(of: [.init(.open, [.function(9)])]).map
    _ = state.settle()
    #expect(shows(state, "F9 opens the message; Enter then follows its deep link."))
    _ = try press(&state, "<tab>")
    _ = state.settle()
    #expect(shows(state, "Enter opens the message; Enter then follows its deep link."))
  }

  @Test("FE-5 in lines of another width the reader goes on at the same words, and comes back to them")
  func otherWidth() throws {
    var state = try StateFixture.inbox(120, 20)
    _ = try opened(&state)
    var row = try #require(state.detail?.row)
    row.message.body = (1...400).map { "word\($0)" }.joined(separator: " ")
    _ = state.reduce(.message(.detailLoaded(row, MessageHistory(lines: []))))
    _ = state.settle()
    _ = try press(&state, "<pgdn> <pgdn>")
    _ = state.settle()
    func top() throws -> [Substring] {
      let detail = try #require(state.detail)
      return detail.layout.lines[detail.scroll].text.split(separator: " ")
    }
    let (scroll, first) = (try #require(state.detail?.scroll), try #require(try top().first))
    try #require(scroll > 10 && first.hasPrefix("word"))
    for columns in [100, 90, 110, 80, 101, 120] {
      _ = state.reduce(.screen(.resized(Size(columns: columns, rows: 20))))
      _ = state.settle()
      #expect(try top().contains(first), "\(columns)")
    }
    #expect(state.detail?.scroll == scroll)
    // A person who has scrolled since goes on from there.
    for key in ["k", "-", "+"] {
      _ = try press(&state, key)
      _ = state.settle()
    }
    #expect(state.detail?.scroll == scroll - 1)
  }

  @Test("FE-8 MC-17 content that could not be loaded says once that it can be tried again")
  func tryAgain() throws {
    var state = try StateFixture.inbox(120, 40)
    _ = try opened(&state)
    state.detail?.content = .failed(RichText.plain("x"), .serverBusy(status: 500, retryAfter: nil))
    _ = state.settle()
    #expect(shows(state, "The back end responded with status 500. r tries again."))
  }

  @Test("FE-6 MC-3 r in a message of the list of all centers refreshes the message's center")
  func refreshOfOtherCenter() throws {
    var state = try StateFixture.inbox(100, 30)
    _ = try press(&state, "*")
    let message = Message(
      id: MessageID("o1"), sent: StateFixture.now, subject: "s", body: "b", center: CenterName("Offers"))
    let row = ArchivedMessage(message: message, fetched: StateFixture.now)
    _ = state.reduce(.message(.opened(row.key, row)))
    try #require(state.focus == .detail && state.center == .primary)
    #expect(try press(&state, "r") == [.refresh(CenterName("Offers"))])
  }

  @Test("FE-4 n and p begin at what is being read, where no link in sight is selected")
  func linksInSight() throws {
    var state = try StateFixture.inbox(100, 30)
    _ = try opened(&state)
    let urls = (1...60).map { "https://www.acme.example/\($0)" }
    state.detail?.content = .text(RichText.plain(urls.joined(separator: "\n")))
    state.detail?.scroll = 20
    _ = state.settle()
    let height = try #require(PaneLayout(state).detailText?.height)
    let lines = try #require(state.detail?.layout.lines)
    let links = lines[20..<20 + height].flatMap { $0.runs.compactMap(\.link) }
    try #require(links.count > 2 && links.first != 1)
    for former in [nil, 1] as [Int?] {
      for (key, link) in [("n", links.first), ("p", links.last)] {
        var next = state
        next.detail?.link = former
        _ = try press(&next, key)
        #expect(next.detail?.link == link && next.detail?.scroll == 20, "\(key)")
      }
    }
    state.detail?.link = nil
    _ = try press(&state, "n n")
    #expect(state.detail?.link == links.first.map { $0 + 1 })
    // A text may have become shorter than where it was scrolled to.
    state.detail?.link = 1
    state.detail?.scroll = lines.count + 5
    _ = try press(&state, "p")
    #expect(state.detail?.link == lines.flatMap { $0.runs.compactMap(\.link) }.last)
  }

  @Test("FE-4 the number of a link may hold 0")
  func linkNumbers() throws {
    var state = try StateFixture.inbox(100, 30)
    _ = try opened(&state)
    let urls = (1...12).map { "https://www.acme.example/\($0)" }
    state.detail?.content = .text(RichText.plain(urls.joined(separator: " ")))
    // The deep link comes last.
    try #require(state.detail?.links.count == 13)
    _ = try press(&state, "1 0")
    #expect(state.detail?.link == 10 && state.notice == nil)
    _ = try press(&state, "2 0")
    #expect(state.detail?.link == 2)
    #expect(state.notice?.text == "There is no link 20; this message has 13.")
    _ = try press(&state, "0")
    #expect(state.detail?.link == 2)
    #expect(state.notice?.text == "There is no link 0; this message has 13.")
    // A digit that comes later begins another number.
    state.notice = nil
    _ = try press(&state, "1")
    state.now += 2
    _ = try press(&state, "2")
    #expect(state.detail?.link == 2 && state.notice == nil)
  }

  @Test("UL-5 UL-16 a link that is selected while content arrives stays the selected one, or none is")
  func keptLink() throws {
    var state = try StateFixture.inbox(100, 30)
    var row = try #require(state.list.selectedRow)
    row.message.richHTML = "<p>x</p>"
    _ = state.reduce(.message(.opened(row.key, row)))
    _ = state.settle()
    _ = try press(&state, "n")
    try #require(state.detail?.content == .loading && state.detail?.link == 1)
    let rich = RichText.plain("https://www.acme.example/first")
    _ = state.reduce(.message(.richLoaded(row.key, rich)))
    _ = state.settle()
    #expect(state.detail?.link == 2)
    #expect(try press(&state, "<enter>") == [.resolve("acme://sale/1", .numbered(1))])
    // The text in place of content that failed has other links.
    state.links.resolving = nil
    state.detail?.link = 1
    _ = state.reduce(.message(.richFailed(row.key, .noNetwork("gone"))))
    _ = state.settle()
    #expect(state.detail?.link == nil && state.detail?.links.isEmpty == false)
    #expect(try press(&state, "<enter>") == [])
  }

  @Test("VE-5 MC-12 who opened a message closes it before another person reads")
  func closedBeforeSwitch() throws {
    var state = try StateFixture.inbox(100, 30)
    state.profile.capabilities.closes = true
    let key = try #require(state.list.selectedRow).key
    _ = try opened(&state)
    _ = state.reduce(.center(.refreshed(.primary, failures: [], news: [])))
    #expect(state.logIn(as: "ben") == [.close(key), .switchIdentity(.user("ben"))])
    // Only once.
    #expect(!state.settle().contains(.close(key)))
    #expect(try !press(&state, "<esc>").contains(.close(key)))
  }

  @Test("FE-6 Tab leaves events that fill the screen for a list that is in sight")
  func tabFromEvents() throws {
    var state = try StateFixture.inbox(80, 24)
    for key in try Key.sequence("E E") { _ = state.reduce(.keyPressed(key)) }
    try #require(state.events.mode == .full && state.focus == .events)
    for key in try Key.sequence("<tab>") { _ = state.reduce(.keyPressed(key)) }
    #expect(state.focus == .list && state.events.mode != .full)
  }

  @Test("EN-5 UL-5 MC-19 at the terminal: Enter held down is one open and no click, Enter again is the click")
  @MainActor
  func whole() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns)
    try await inbox.press("j j")
    let begin = ContinuousClock.now
    for turn in 0..<5 {
      inbox.program.receiveImmediately([.enter, .enter], at: begin + .milliseconds(600) * turn)
      await inbox.program.idle()
    }
    #expect(try await inbox.sandbox.receipts().clicks.isEmpty && inbox.program.state.focus == .detail)
    inbox.program.receiveImmediately([.control("l"), .enter])
    await inbox.program.idle()
    #expect(try await inbox.sandbox.receipts().clicks.count == 1)
    await inbox.quit()
    #expect(try await inbox.sandbox.receipts().engagements.count { $0.type == "open" } == 1)
    await inbox.sandbox.stop()
  }
}
