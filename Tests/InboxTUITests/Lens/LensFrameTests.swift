import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxTUI
import Testing

@testable import InboxEvidence
@testable import InboxTUI

/// The lens and what SDKs would show, as a person sees them, at every size.
struct LensFrameTests {
  private func check(_ state: AppState, _ context: ActionContext, named name: String) {
    #expect(state.context == context)
    expectFrame(
      MainView.draw(state, state.shownTheme), named: "\(name)-\(state.size.columns)x\(state.size.rows)")
  }

  private func press(_ state: inout AppState, _ keys: String) throws {
    for key in try Key.sequence(keys) {
      _ = state.reduce(.keyPressed(key))
      _ = state.settle()
    }
  }

  private func text(_ state: AppState) -> String {
    MainView.draw(state, .mono).lines.joined(separator: "\n")
  }

  /// Two sessions of maria, 20 s apart.
  private var report: LensReport {
    var gestures: [InboxGesture] = []
    func add(_ kind: InboxGesture.Kind, _ seconds: Double, _ number: Int? = nil, session: Int) {
      gestures.append(
        InboxGesture(
          kind, at: StateFixture.now.addingTimeInterval(seconds), by: .user("maria"), session: session,
          message: number.map { .numbered($0) }))
    }
    add(.sessionBegan, 0, session: 1)
    add(.shown, 0, 1, session: 1)
    add(.shown, 0, 2, session: 1)
    add(.partial, 0, 3, session: 1)
    add(.hidden, 0.5, 2, session: 1)
    add(.opened, 4, 1, session: 1)
    add(.hidden, 9, 1, session: 1)
    add(.sessionEnded, 9, session: 1)
    add(.sessionBegan, 29, session: 2)
    add(.shown, 29, 1, session: 2)
    add(.opened, 33, 1, session: 2)
    add(.hidden, 34, 1, session: 2)
    add(.sessionEnded, 34, session: 2)
    return LensReport(GestureLog(gestures))
  }

  @Test(
    "QA-1 what each vendor would count, and why the selected cell is what it is",
    arguments: StateFixture.sizes)
  func lens(columns: Int, rows: Int) throws {
    var state = try StateFixture.inbox(columns, rows)
    #expect(state.reduce(.keyPressed(.character("C"))) == [.countLens])
    #expect(text(state).contains("Counting…"))
    _ = state.reduce(.lens(.lensCounted(report)))
    _ = state.settle()
    try press(&state, "]")
    check(state, .lens, named: "lens")
    var reason = state
    try press(&reason, "<enter>")
    check(reason, .reason, named: "reason")
    guard columns == 120 else { return }
    #expect(text(state).contains("Iterable, impression (2/12): 2, 14.0 s. In view twice"))
    try press(&state, "j")
    #expect(text(state).contains("Iterable, impression (2/12): 0, 0.0 s. In view once, never for longer"))
    // Beyond the ends: the last message, and round to the last rule.
    try press(&state, "j j j [ [")
    #expect(text(state).contains("Bloomreach, display (12/12): –. Bloomreach has no display event"))
    try press(&state, "f")
    #expect(text(state).contains("Lens: where vendors disagree") && text(state).contains("f show all"))
    // What was counted stays while it is counted again.
    #expect(state.reduce(.keyPressed(.character("r"))) == [.countLens])
    #expect(!text(state).contains("Counting…"))
    try press(&state, "<esc>")
    #expect(state.layer == nil)
  }

  @Test(
    "QA-1 FE-5 a third of a small box is for the reason, the rest for the table",
    arguments: [(80, 24, 8), (60, 16, 7), (40, 12, 4), (40, 8, 1)])
  func rows(columns: Int, rows: Int, shown: Int) throws {
    var gestures = [InboxGesture(.sessionBegan, at: StateFixture.now, by: .user("maria"), session: 1)]
    gestures += (1...20).map {
      InboxGesture(.shown, at: StateFixture.now, by: .user("maria"), session: 1, message: .numbered($0))
    }
    let report = LensReport(GestureLog(gestures), until: StateFixture.now.addingTimeInterval(3))
    let size = Size(columns: columns, rows: rows)
    for row in [0, 9, 19] {
      var lens = LensState()
      (lens.report, lens.row) = (report, row)
      let table = LensTable(lens, Narrowing(), size: size)
      #expect(table.places.count >= shown && table.places.contains { $0.row == row })
      #expect(table.lines.count == LayerBox.height(on: size))
    }
  }

  @Test("QA-1 FE-5 the selected vendor's column is in sight on the narrowest screen")
  func narrow() throws {
    var state = try StateFixture.inbox(40, 12)
    try press(&state, "C")
    _ = state.reduce(.lens(.lensCounted(report)))
    for rule in LensRule.all {
      #expect(text(state).contains(rule.head), "\(rule.head)")
      try press(&state, "]")
    }
  }

  @Test(
    "QA-1 FE-5 a long id is whole at 80 columns, and the whole reason can be read on the narrowest screen")
  func whole() throws {
    var gestures = [InboxGesture(.sessionBegan, at: StateFixture.now, by: .user("maria"), session: 1)]
    let key = MessageKey(center: CenterName("Offers"), id: MessageID("spring-sale-2027-members-only"))
    gestures.append(
      InboxGesture(.shown, at: StateFixture.now, by: .user("maria"), session: 1, message: key))
    let report = LensReport(GestureLog(gestures), until: StateFixture.now.addingTimeInterval(3))
    for (columns, rows) in [(80, 24), (40, 12)] {
      var state = try StateFixture.inbox(columns, rows)
      try press(&state, "C")
      _ = state.reduce(.lens(.lensCounted(report)))
      _ = state.settle()
      if columns == 80 { #expect(text(state).contains("spring-sale-2027-members-only in Offers ")) }
      try press(&state, "] ]")
      #expect(text(state).contains("Airship, billed impression"))
      try press(&state, "<enter>")
      #expect(text(state).contains("Lens: why"))
      var read = text(state)
      for _ in 0..<20 {
        try press(&state, "j")
        read += text(state)
      }
      for words in ["0499fe01", "MessageViewAnalytics", "members-only", "Opening"] {
        #expect(read.contains(words), "\(columns): \(words)")
      }
      try press(&state, "<esc>")
      #expect(text(state).contains("Lens: what each vendor") && state.context == .lens)
      try press(&state, "<esc>")
      #expect(state.layer == nil)
    }
  }

  @Test(
    "QA-1 FE-6 the help over the lens begins with the lens' own keys, runs them there and goes back to it")
  func help() throws {
    var state = try StateFixture.inbox(80, 24)
    try press(&state, "C")
    _ = state.reduce(.lens(.lensCounted(report)))
    try press(&state, "?")
    #expect(state.context == .help && text(state).contains("Count again"))
    try press(&state, "? ")
    #expect(state.context == .lens)
    try press(&state, "? / v e n d o r ' s <space> r u l e <enter>")
    #expect(state.context == .lens && text(state).contains("Lens: what each vendor"))
    try press(&state, "? <esc>")
    #expect(state.context == .lens)
    try press(&state, "<esc>")
    #expect(state.layer == nil)
  }

  @Test("QA-1 nothing was seen: that is what it says")
  func empty() throws {
    var state = try StateFixture.inbox(80, 24)
    try press(&state, "C ] j f <enter>")
    #expect(state.notice?.text == "The counts are on their way.")
    _ = state.reduce(.lens(.lensCounted(LensReport(GestureLog()))))
    #expect(text(state).contains("Nothing was seen or opened."))
    try press(&state, "] j k [ G g <enter>")
    #expect(text(state).contains("Nothing was seen or opened."))
    #expect(state.notice?.text == "No message is shown.")
  }

  private func stale() -> StaleReport {
    func row(_ number: Int, expiry: Double? = nil, html: String? = nil, state: CacheState = .listed)
      -> ArchivedMessage
    {
      ArchivedMessage(
        message: Message(
          id: MessageID("m\(number)"), sent: StateFixture.now.addingTimeInterval(-600),
          subject: "Subject \(number)", body: "", center: .primary, richHTML: html,
          expiry: expiry.map { StateFixture.now.addingTimeInterval($0) }),
        fetched: StateFixture.now.addingTimeInterval(-300), cacheState: state)
    }
    let scene = StaleScene(
      center: .primary, vendor: Capabilities(vendor: "Iterable"), now: StateFixture.now,
      fetched: StateFixture.now.addingTimeInterval(-60))
    let rows = [
      row(1, html: "<a href='x'>x</a>"), row(2, html: "<b>no link</b>"),
      row(3, expiry: -60, html: "<a href='x'>x</a>"),
    ]
    return StaleReport(
      rows: rows.map { StaleReport.Row(.message($0), scene) }, vendor: "Iterable", notes: [])
  }

  @Test("QA-3 what SDKs would show otherwise, the differences first", arguments: StateFixture.sizes)
  func stale(columns: Int, rows: Int) throws {
    var state = try StateFixture.inbox(columns, rows)
    // Every list, not only the one that is shown.
    let centers = state.snapshot?.centers.map(\.name) ?? []
    #expect(centers.count > 1 && state.reduce(.keyPressed(.character("S"))) == [.readStale(centers)])
    #expect(text(state).contains("Loading…"))
    _ = state.reduce(.stale(.staleRead(stale())))
    _ = state.settle()
    check(state, .stale, named: "stale")
    guard columns == 120 else { return }
    #expect(text(state).contains("Iterable iOS would not show it") && !text(state).contains("Subject 1"))
    try press(&state, "f G")
    #expect(text(state).contains("Subject 1") && text(state).contains("f differing"))
    // What was read stays while it is read again, also when that fails.
    #expect(state.reduce(.keyPressed(.character("r"))) == [.readStale(centers)])
    _ = state.reduce(.stale(.staleUnread(.configuration("The archive is locked."))))
    try press(&state, "g")
    #expect(text(state).contains("The archive is locked."))
  }
}
