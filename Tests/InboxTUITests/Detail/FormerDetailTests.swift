import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxTUI

/// The message beside the list that the selection has left stays for a moment.
struct FormerDetailTests {
  private func start() throws -> AppState {
    var state = try StateFixture.inbox(120, 40)
    state.lifecycle.countsMoments = true
    _ = state.settle()
    return state
  }

  /// The pane beside the list, as it is drawn next.
  private func preview(_ state: inout AppState) -> String {
    _ = state.settle()
    let left = PaneLayout(state).detail?.x ?? 0
    return MainView.draw(state, .standard).lines.map { String($0.dropFirst(left)) }.joined(separator: "\n")
  }

  private func subjects(_ state: AppState) throws -> (String, String) {
    let list = state.list
    return (try #require(list.row(at: 0)).message.subject, try #require(list.row(at: 1)).message.subject)
  }

  @Test("FE-2 a key draws the selection at once, and the message that it led to a moment later")
  func moment() throws {
    var state = try start()
    let (first, second) = try subjects(state)
    #expect(preview(&state).contains(first))
    let effects = state.reduce(.keyPressed(.character("j"))) + state.settle()
    #expect(state.list.selectedRow?.message.subject == second)
    // What is beside the list is read at once all the same.
    #expect(effects.contains(.loadDetail(try #require(state.list.selectedRow).key)))
    #expect(preview(&state).contains(first) && !preview(&state).contains(second))
    _ = state.reduce(.screen(.momentPassed))
    #expect(preview(&state).contains(second) && !preview(&state).contains(first))
  }

  @Test("FE-2 in a list alone no message is read, until it is shown or its JSON is asked for")
  func listAlone() throws {
    func press(_ state: inout AppState, _ keys: String) throws -> [AppEffect] {
      try Key.sequence(keys).flatMap { state.reduce(.keyPressed($0)) + state.settle() }
    }
    var state = try start()
    #expect(!(try press(&state, "z j k j")).contains { if case .loadDetail = $0 { true } else { false } })
    let key = try #require(state.list.selectedRow?.key)
    let entry = JournalEntry(
      number: 1, time: StateFixture.now, kind: .open(.sent), message: key, why: "acknowledged")
    #expect(state.reduce(.coreUpdated(.journal([entry]))) + state.settle() == [])
    var asking = state
    asking.requested = RequestedMessage(key: key, use: .page)
    #expect(asking.settle() == [.loadDetail(key)])
    // Its JSON is copied as soon as it has been read, unless another key is pressed meanwhile.
    var row = try #require(state.list.selectedRow)
    asking = state
    asking.detail?.row.message.raw = ""
    #expect(try press(&asking, "Y") == [.loadDetail(key)])
    row.message.raw = "{}"
    let copied = asking.reduce(.message(.detailLoaded(row, MessageHistory(lines: []))))
    #expect(copied == [.copy(AppState.indented("{}") + "\n", what: "\(key.id) as JSON")])
    #expect(try press(&state, "z") == [.loadDetail(key)])
    #expect(state.reduce(.coreUpdated(.journal([entry]))) + state.settle() == [.loadDetail(key)])
  }

  @Test("FE-2 after a message was open its preview is read again, with what happened to it")
  func back() throws {
    var state = try start()
    let row = try #require(state.list.selectedRow)
    _ = state.reduce(.message(.opened(row.key, row)))
    _ = state.settle()
    let effects = state.reduce(.keyPressed(.escape)) + state.settle()
    #expect(effects.contains(.loadDetail(row.key)) && state.detail?.isOpen == false)
  }

  @Test(
    "FE-2 what is about the message shows it without a moment between",
    arguments: [[Key.tab], [.character("?"), .escape, .tab], [.character("z"), .character("z"), .tab]])
  func focus(_ keys: [Key]) throws {
    var state = try start()
    let (first, second) = try subjects(state)
    _ = state.reduce(.keyPressed(.character("j")))
    _ = state.settle()
    for key in keys { _ = state.reduce(.keyPressed(key)) }
    // What is pressed next finds the lines of the message, as a link is scrolled to.
    #expect(state.former == nil && state.focus == .detail && state.detail?.layout.lines.isEmpty == false)
    #expect(preview(&state).contains(second) && !preview(&state).contains(first))
  }

  /// A list of thirty, of which few fit.
  private func low() throws -> AppState {
    var state = try StateFixture.inbox(120, 12)
    state.lifecycle.countsMoments = true
    show(rows, in: &state)
    return state
  }

  private var rows: [ArchivedMessage] {
    (0..<30).map { ArchivedMessage(message: .numbered(90 - $0), fetched: StateFixture.now) }
  }

  private func show(_ rows: [ArchivedMessage], in state: inout AppState) {
    let window = ListWindow(identity: .user("maria"), center: .primary, rows: rows, offset: 0, total: 30)
    _ = state.reduce(.list(.windowLoaded(window, request: state.list.request)))
    _ = state.settle()
  }

  @Test("FE-2 a list that scrolls brings its message along: beside it every line is sent anyway")
  func scrolling() throws {
    var state = try low()
    var (retained, scrolled) = (0, 0)
    for _ in 0..<10 {
      let top = state.list.top
      _ = state.reduce(.keyPressed(.character("j")))
      _ = state.settle()
      let hasScrolled = state.list.top != top
      #expect(hasScrolled == (state.former == nil))
      scrolled += hasScrolled ? 1 : 0
      retained += hasScrolled ? 0 : 1
      _ = state.reduce(.screen(.momentPassed))
      _ = state.settle()
    }
    #expect(retained > 0 && scrolled > 0)
  }

  @Test("MC-12 FE-2 nothing stays behind for another center or another person")
  func others() throws {
    var state = try start()
    _ = state.reduce(.keyPressed(.character("j")))
    _ = state.settle()
    #expect(state.former != nil)
    var left = state
    _ = left.reduce(.keyPressed(.character("2")))
    #expect(left.former == nil && left.detail == nil)
    var snapshot = try #require(state.snapshot)
    snapshot.identity = .user("jakob")
    snapshot.revision += 1
    _ = state.reduce(.coreUpdated(.snapshot(snapshot)))
    #expect(state.former == nil && state.detail == nil)
  }

  @Test("FE-2 links of what stays behind cannot be clicked, and another width shows the message at once")
  func links() throws {
    var state = try start()
    _ = state.reduce(.keyPressed(.character("j")))
    _ = state.settle()
    #expect(state.former != nil)
    let marks = MainView.draw(state, .standard).marks
    #expect(!marks.contains { if case .link = $0.target { true } else { false } })
    _ = state.reduce(.screen(.resized(Size(columns: 140, rows: 40))))
    _ = state.settle()
    #expect(state.former == nil)
  }
}
