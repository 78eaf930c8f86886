import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxSandbox
import InboxTestSupport
import InboxTUI
import Testing

@testable import InboxTUI

/// What the event pane shows, and where its lines lead.
@MainActor
@Suite(.queued)
struct EventPaneTests {
  @Test("FE-3 f shows one kind of event after the other, and what comes meanwhile is not lost")
  func filter() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns)
    try await inbox.press("E E").expect(shows: "display", "fetch", "session")
    try await inbox.press("f").expect(shows: "Events: engagement", "display").expect(hides: "fetch")
    try await inbox.press("f").expect(shows: "Events: badge", "server set").expect(hides: "display")
    try await inbox.press("f f r").expect(shows: "Events: requests", "fetch").expect(hides: "display")
    try await inbox.press("f").expect(shows: "Events: failures", "No failures; f shows other events.")
    try await inbox.press("f").expect(shows: "display", "fetch").expect(hides: "Events:")
    await inbox.end()
  }

  @Test(
    "FE-3 MC-12 for another reader the pane begins anew, and an empty one says since when, and of what kind")
  func anew() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns)
    try await inbox.press("E E f f f f f").expect(
      shows: "No failures; f shows other events.")
    try await inbox.press("U m a r i a <enter>").expect(
      shows: "No failures since this person signed in; f shows other events.")
    await inbox.end()
    var pane = EventPane()
    #expect(pane.whyEmpty(next: "f", clear: "Esc") == "No events yet.")
    pane.show(only: .failures)
    #expect(pane.whyEmpty(next: "f", clear: "Esc") == "No failures yet; f shows other events.")
    for (filter, events) in [
      (EventFilter.badge, "badge events"), (.engagement, "engagement events"), (.links, "link events"),
      (.requests, "requests"),
    ] {
      var other = pane
      other.show(only: filter)
      #expect(other.whyEmpty(next: "f", clear: "Esc") == "No \(events) yet; f shows other events.")
    }
    pane.forget()
    #expect(
      pane.whyEmpty(next: "f", clear: "Esc")
        == "No failures since this person signed in; f shows other events.")
  }

  @Test("FE-3 a request stands where its response arrived, also one that took long")
  func slowRequest() throws {
    var state = try StateFixture.inbox(80, 24)
    let exchange = HTTPExchange(
      number: 1, started: state.now.addingTimeInterval(-9), milliseconds: 9_000, method: "GET",
      url: "https://example.com/")
    _ = state.reduce(.exchanged(exchange))
    #expect(state.events.lines.last?.entry == .request(exchange, state.now))
  }

  @Test("FE-3 l leads from an event to its message")
  func message() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns)
    inbox.expect(selected: "A plain word")
    try await inbox.press("E E f k")
    let key = try #require(inbox.program.state.events.selected?.entry.message)
    try await inbox.press("l")
    #expect(inbox.program.state.list.selection?.key == key && inbox.program.state.focus == .list)
    try await inbox.press("E f l").expect(shows: "This event has no message.")
    await inbox.end()
  }

  @Test("FE-3 MC-11 l on an event of a message that is gone says so, and the selection stays")
  func goneMessage() throws {
    var state = try StateFixture.inbox(80, 24)
    let entry = JournalEntry(
      number: 1, time: StateFixture.now, kind: .display(.sent), message: .numbered(9), why: "sent")
    _ = state.reduce(.coreUpdated(.journal([entry])))
    for key in try Key.sequence("j E <tab> l") { _ = state.reduce(.keyPressed(key)) + state.settle() }
    let number = state.list.request
    func loaded(_ rows: [ArchivedMessage], at offset: Int, of total: Int) -> AppEvent {
      let window = ListWindow(
        identity: .user("maria"), center: .primary, rows: rows, offset: offset, total: total)
      return .list(.windowLoaded(window, request: number))
    }
    var far = state
    let listed = try #require(state.list.window?.rows)
    _ = state.reduce(loaded(listed, at: 0, of: 4))
    _ = state.settle()
    #expect(state.list.selectedRow?.key == .numbered(2))
    #expect(state.notice?.text == "That message is no longer in the list; i says why.")
    #expect(state.focus == .events && state.events.mode == .strip)
    // Rows in which the selection is not do not give it to another message either.
    let rows = (0..<10).map { ArchivedMessage(message: .numbered(90 - $0), fetched: StateFixture.now) }
    _ = far.reduce(loaded(rows, at: 500, of: 1_000))
    #expect(far.reduce(.keyPressed(.character("d"))) == [] && far.list.selection?.key == .numbered(2))
    let effects = far.settle()
    let request = ListRequest(
      source: ListSource(center: .primary), anchor: .around(.numbered(2)), number: far.list.request)
    #expect(effects.contains(.load(request)))
  }

  /// Shows the newest request of the pane whose path ends so.
  private func select(_ path: String, _ inbox: TestInbox) async throws {
    let isIt: (EventEntry) -> Bool = { entry in
      if case .request(let exchange, _) = entry { exchange.url.hasSuffix(path) } else { false }
    }
    for _ in 0..<inbox.program.state.events.lines.count {
      if let line = inbox.program.state.events.selected, isIt(line.entry) { return }
      try await inbox.press("k")
    }
    Issue.record("there is no request to \(path):\n\(inbox.text)")
  }

  @Test(
    "FE-3 MC-14 every request is a line with status, time and size; Enter shows it whole, without its secrets"
  )
  func requests() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns, columns: 120, rows: 60)
    try await inbox.press("b 5 <enter> <esc> E E f f f f")
    let line = try #require(inbox.text.split(separator: "\n").first { $0.contains("PUT") })
    #expect(
      line.contains("/mc/v1/badge") && line.contains(" 200  ") && line.contains(" ms  ")
        && line.contains(" B"))
    try await select("/mc/v1/badge", inbox)
    try await inbox.press("<enter>")
    inbox.expect(
      shows: "Event: PUT", "X-App-Token: •••", "X-Account-Token: •••", "\"count\" : 5", "Response 200 after")
    let endpoint = inbox.sandbox.endpoint
    for secret in [endpoint.appToken, endpoint.accountToken, endpoint.trackingAuthorization] {
      inbox.expect(hides: secret)
      #expect(inbox.program.state.events.lines.allSatisfy { !$0.entry.json.contains(secret) })
    }
    try await inbox.press("y")
    guard case .copy(let text, let what)? = inbox.hostRequests.last else {
      Issue.record("nothing was copied")
      return
    }
    let json = try JSONValue.parse(Data(text.utf8))
    #expect(what == "the event as JSON" && json["method"]?.text == "PUT" && json["status"]?.integer == 200)
    // A failure is one, and its line is among the failures.
    try await inbox.press(
      "<esc> : f a u l t <space> m e s s a g e s <space> 5 0 3 <enter> r f")
    inbox.expect(shows: "Events: failures", "503  ", "/messages")
    await inbox.end()
  }

  @Test("FE-3 a long body that is cut is text all the same, wherever its characters end", arguments: 0..<4)
  func cutBody(shift: Int) throws {
    var state = try StateFixture.inbox(100, 60)
    let text = String(repeating: "a", count: shift) + String(repeating: "😀", count: 5_000)
    var exchange = HTTPExchange(
      number: 1, started: StateFixture.now, method: "GET", url: "http://127.0.0.1/mc/v1/messages"
    ).completed(200, body: Data(text.utf8), after: 3)
    exchange.about = []
    _ = state.reduce(.exchanged(exchange.retained(SecretMask())))
    for key in try Key.sequence("E E <enter> G") { _ = state.reduce(.keyPressed(key)) }
    _ = state.settle()
    let shown = MainView.draw(state, .mono).lines.joined(separator: "\n")
    #expect(shown.contains("😀😀") && shown.contains("… the rest of the response"))
    #expect(state.events.selectedWhole?.entry.json.contains("responseText") == true)
  }

  @Test("FE-3 a body that is kept to its last byte is not called cut", arguments: [-3, -1, 0])
  func wholeBody(shorter: Int) throws {
    var state = try StateFixture.inbox(100, 60)
    var exchange = HTTPExchange(
      number: 1, started: StateFixture.now, method: "GET", url: "http://127.0.0.1/mc/v1/messages"
    ).completed(200, body: Data(repeating: 97, count: HTTPExchange.bodyLimit + shorter), after: 3)
    exchange.about = []
    _ = state.reduce(.exchanged(exchange.retained(SecretMask())))
    for key in try Key.sequence("E E <enter> G") { _ = state.reduce(.keyPressed(key)) }
    _ = state.settle()
    let shown = MainView.draw(state, .mono).lines.joined(separator: "\n")
    #expect(shown.contains("aaaa") && !shown.contains("… the rest"))
  }

  @Test("FE-3 EN-9 an event whole: its line, and everything that is known of it as JSON, which y copies")
  func json() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns, columns: 100, rows: 50)
    try await inbox.press("E E f <enter>").expect(shows: "JSON:", "\"label\" : \"")
    try await inbox.press("y")
    guard case .copy(let text, _)? = inbox.hostRequests.last else {
      Issue.record("nothing was copied")
      return
    }
    for line in text.split(separator: "}\n") {
      let json = try JSONValue.parse(Data((line + "}").utf8))
      #expect(json["why"]?.text?.isEmpty == false)
    }
    await inbox.end()
  }

  @Test("MC-12 requests are seen by the person whom they are about; what is about anyone loses its bodies")
  func people() throws {
    var state = try StateFixture.inbox(80, 24)
    func took(_ number: Int, _ people: [Identity]?, _ mask: SecretMask = SecretMask()) -> Bool {
      var exchange = HTTPExchange(
        number: number, started: StateFixture.now, method: "POST", url: "http://127.0.0.1/mc/v1/\(number)",
        requestBody: Data("question".utf8)
      ).completed(200, body: Data("answer".utf8), after: 3)
      exchange.about = people
      _ = state.reduce(.exchanged(exchange.retained(mask)))
      return sees(number)
    }
    func sees(_ number: Int) -> Bool { state.events.lines.contains { $0.entry.why.contains("/\(number) ") } }
    let (maria, zoe) = (Identity.user("maria"), Identity.user("zoe"))
    // Also where a token of the profile stands in her name.
    #expect(took(6, [maria], SecretMask(known: ["mari"])))
    #expect(took(1, [maria]) && took(2, []) && took(3, nil))
    #expect(!took(4, [zoe]) && !took(5, [maria, zoe]))
    state.events.back = 0
    #expect(state.events.selectedWhole?.entry.json.contains("answer") == false)
    state.events.back = 1
    #expect(state.events.selectedWhole?.entry.json.contains("answer") == true)
    // Who comes sees what came about her before this was known, and nothing of the person before.
    var other = try #require(state.snapshot)
    other.identity = zoe
    _ = state.reduce(.coreUpdated(.snapshot(other)))
    #expect(sees(4) && !sees(1) && !sees(2) && !sees(5))
    #expect(!took(6, [maria]) && took(7, [zoe]))
    other.identity = maria
    _ = state.reduce(.coreUpdated(.snapshot(other)))
    #expect(sees(6) && !sees(4) && !sees(7))
  }

  @Test(
    "FE-3 FE-5 no long line cuts the names of messages or the sizes of responses, and columns stay in their place",
    arguments: [(80, 26), (60, 14)])
  func columns(_ columns: Int, _ letters: Int) throws {
    var state = try StateFixture.inbox(columns, 24)
    let id = String("skerrylight-premiere-night".prefix(letters))
    let key = MessageKey(center: .primary, id: MessageID(id))
    let exchange = HTTPExchange(
      number: 1, started: StateFixture.now, method: "POST", url: "https://127.0.0.1/mc/v1/engagements"
    ).completed(200, body: Data(repeating: 0x20, count: 41_237), after: 1_234)
    _ = state.reduce(.exchanged(exchange))
    func take(_ number: Int, _ kind: JournalEntry.Kind, _ message: MessageKey?, _ why: String) {
      _ = state.reduce(
        .coreUpdated(
          .journal([
            JournalEntry(number: number, time: StateFixture.now, kind: kind, message: message, why: why)
          ])))
    }
    take(1, .display(.sent), key, "acknowledged")
    take(2, .link(failed: false), key, "click counted · " + String(repeating: "https://a.example/", count: 9))
    for number in 3...20 {
      take(number, .display(.sent), .numbered(number), "acknowledged in session \(number)")
    }
    for key in try Key.sequence("E E") { _ = state.reduce(.keyPressed(key)) }
    func places() -> Set<Int> {
      _ = state.settle()
      let lines = MainView.draw(state, .mono).lines.filter { $0.contains("acknowledged in") }
      return Set(
        lines.compactMap { line in
          line.firstRange(of: "acknowledged").map { line.distance(from: line.startIndex, to: $0.lowerBound) }
        })
    }
    let atEnd = places()
    #expect(atEnd.count == 1)
    _ = state.reduce(.keyPressed(.character("g")))
    #expect(places() == atEnd)
    let text = MainView.draw(state, .mono).lines.joined(separator: "\n")
    #expect(text.contains(" \(id) ") && text.contains("200  1234 ms  41237 B"))
  }

  @Test("FE-3 FE-5 on a narrow screen the name of a message stands before the reason, without its middle")
  func narrowNames() throws {
    var state = try StateFixture.inbox(59, 24)
    func take(_ number: Int, _ id: String, _ why: String) {
      let key = MessageKey(center: .primary, id: MessageID(id))
      let entry = JournalEntry(
        number: number, time: StateFixture.now, kind: .display(.sent), message: key, why: why)
      _ = state.reduce(.coreUpdated(.journal([entry])))
    }
    take(1, "m1", "acknowledged")
    take(2, "skerrylight-premiere-night-and-more", "acknowledged in session 2")
    take(3, "m3", "already displayed in this session, which began a while ago")
    for key in try Key.sequence("E E") { _ = state.reduce(.keyPressed(key)) }
    _ = state.settle()
    let lines = MainView.draw(state, .mono).lines
    #expect(lines.contains { $0.contains("display  m1 acknowledged") })
    #expect(lines.contains { $0.contains("display  skerryl…d-more acknowledged in session 2") })
    #expect(lines.contains { $0.contains("display  m3 already displayed in this session, ") })
  }

  @Test("FE-3 FE-8 a key that needs an event says why there is none, as the pane does")
  func none() throws {
    var state = try StateFixture.inbox(100, 30)
    for key in try Key.sequence("E <tab> <tab>") {
      _ = state.reduce(.keyPressed(key))
      _ = state.settle()
    }
    try #require(state.focus == .events)
    func refused() throws -> Set<String?> {
      Set(
        try Key.sequence("<enter> y v l").map { key in
          _ = state.reduce(.keyPressed(key))
          return state.notice?.text
        })
    }
    #expect(try refused() == ["No events yet."])
    _ = state.reduce(
      .coreUpdated(.journal([JournalEntry(number: 1, time: StateFixture.now, kind: .session, why: "begins")]))
    )
    state.events.show(only: .failures)
    #expect(try refused() == ["No failures; f shows other events."])
  }

  @Test("FE-3 FE-6 the selection moves among the lines in sight, and what comes moves neither")
  func movesInSight() {
    var pane = EventPane()
    func take(_ numbers: ClosedRange<Int>) {
      for number in numbers {
        let exchange = HTTPExchange(
          number: number, started: StateFixture.now, method: "GET", url: "http://127.0.0.1/\(number)"
        ).completed(200, after: 1)
        pane.append(exchange, at: StateFixture.now, reader: nil)
      }
    }
    take(1...20)
    #expect(pane.inSight(10) == 10..<20)
    pane.select(back: 4, of: 10)
    #expect(pane.inSight(10) == 10..<20)
    take(21...22)
    #expect(pane.back == 6 && pane.inSight(10) == 10..<20)
    pane.select(back: 15, of: 10)
    #expect(pane.inSight(10) == 6..<16)
    // A smaller pane shows the selection still, and a click in it moves nothing.
    #expect(pane.inSight(4) == 6..<10)
    pane.select(back: 13, of: 4)
    #expect(pane.inSight(4) == 6..<10)
    pane.select(back: 99, of: 10)
    #expect(pane.back == 21 && pane.inSight(10) == 0..<10)
    pane.select(back: -5, of: 10)
    take(23...23)
    #expect(pane.back == 0 && pane.inSight(10) == 13..<23)
  }

  @Test("FE-3 bodies are kept of the last requests, lines of thousands")
  func bodies() throws {
    var pane = EventPane()
    for number in 1...1_000 {
      let exchange = HTTPExchange(
        number: number, started: StateFixture.now, method: "GET", url: "http://127.0.0.1/\(number)"
      ).completed(200, body: Data("answer \(number)".utf8), after: 1)
      pane.append(exchange, at: StateFixture.now, reader: nil)
    }
    #expect(pane.lines.count == 1_000 && pane.selectedWhole?.entry.json.contains("answer 1000") == true)
    pane.back = 999
    #expect(pane.selectedWhole?.entry.json.contains("answer") == false)
  }
}
