import Foundation
import InboxEvidence
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxCore
@testable import InboxTUI

/// The lines at the head and the foot of the screen: whole facts only, and the way out in sight.
struct StatusLineTests {
  private func lines(_ state: AppState) -> [String] { MainView.draw(state, .standard).lines }

  @Test("FE-2 EN-7 where there is no room whole facts are left out, never what waits to be sent")
  func wholeFacts() throws {
    var state = try StateFixture.inbox(120, 24)
    var snapshot = try #require(state.snapshot)
    snapshot.banners = 3
    snapshot.outbox = .init(waiting: 2, paused: nil, failure: .timedOut(seconds: 10))
    snapshot.revision += 1
    _ = state.reduce(.coreUpdated(.snapshot(snapshot)))
    state.notice = nil
    let whole = lines(state)[22]
    let facts = whole.trimmingCharacters(in: .whitespaces).components(separatedBy: " · ")
    #expect(facts.count == 7 && facts.contains("notifications 3") && facts.last == "session 2")
    for columns in 49..<120 {
      state.size = Size(columns: columns, rows: 24)
      let line = lines(state)[22].trimmingCharacters(in: .whitespaces)
      let shown = line.components(separatedBy: " · ")
      #expect(shown.allSatisfy { facts.contains($0) }, "\(columns): \(line)")
      #expect(shown.contains("outbox 2 (no response in time)"), "\(columns): \(line)")
    }
  }

  @Test("FE-1 a long name of a center is shortened before tabs are hidden, and only then")
  func longTab() throws {
    let name = "A very long name of a message center indeed"
    for (columns, tabs) in [(140, name + " 12 │"), (100, "2 A very long name of… 12 │")] {
      let state = try StateFixture.inbox(columns, 24, centers: [name, "Orders", "News"])
      let line = lines(state)[0]
      #expect(line.contains(tabs) && line.contains(" 3 Orders 24 │ 4 News 36 "), "\(line)")
      #expect(!line.contains("›"))
    }
    // Where that is not enough, what does not fit is said to be there.
    let narrow = try StateFixture.inbox(40, 24, centers: [name, "Orders", "News"])
    #expect(lines(narrow)[0].contains("›"))
  }

  @Test("FE-1 FE-8 a long name of a person leaves the connection and what waits in sight")
  func longName() throws {
    var state = try StateFixture.inbox(120, 24)
    var snapshot = try #require(state.snapshot)
    snapshot.identity = .user("maria-the-first-of-her-name+campaign-tests-2026@department.acme.example")
    snapshot.outbox = .init(waiting: 2, paused: nil)
    snapshot.revision += 1
    _ = state.reduce(.coreUpdated(.snapshot(snapshot)))
    for columns in 40...120 {
      state.size = Size(columns: columns, rows: 24)
      state.notice = nil
      let line = lines(state)[22]
      #expect(line.contains(" · online · outbox 2"), "\(columns): \(line)")
      #expect(line.contains("maria") && line.contains("ple ·"), "\(columns): \(line)")
    }
    #expect(DisplayText.clipMiddle("maria@acme.example", to: 9) == "mari…mple")
    #expect(DisplayText.clipMiddle("maria", to: 5) == "maria")
    #expect(DisplayText.clipMiddle("Größe-2026", to: 9, in: .ascii) == "Gr...2026")
    #expect(DisplayText.reduced("für\t5 €\n\t…\r\n", to: .ascii) == "fur\t5 EUR\n\t...\r\n")
    #expect(DisplayText.clipMiddle("日本語テキスト", to: 8) == "日本…ト")
    // As fast as the screen is wide, however long it is.
    #expect(DisplayText.clipMiddle(String(repeating: "x", count: 100_000) + "end", to: 9) == "xxxx…xend")
  }

  @Test("FE-8 a notice of two lines leaves Esc and the help in sight", arguments: [40, 60, 80])
  func longNotice(_ columns: Int) throws {
    var state = try StateFixture.inbox(columns, 24)
    _ = state.reduce(.keyPressed(.character("H")))
    let hints = lines(state)[23]
    #expect(hints.contains("Esc") && hints.contains("? help"))
    state.notify(String(repeating: "a sentence with words ", count: 12), .warning)
    let covered = lines(state)[23]
    #expect(covered.contains("sentence") && covered.contains("Esc back") && covered.contains("? help"))
    // Behind the words of a notice another key would seem to be about it.
    state.layer = nil
    let shared = lines(state)[23]
    #expect(shared.contains("sentence") && shared.contains("? help") && !shared.contains("Enter"))
  }

  @Test("FE-8 a notice too long for two lines ends with the key that shows it", arguments: [40, 60, 80])
  func cutNotice(_ columns: Int) throws {
    var state = try StateFixture.inbox(columns, 24)
    state.notify(String(repeating: "a sentence with words ", count: 12), .warning)
    let cut = try Regex("(a|sentence|with|words)… H shows all +[?] help")
    #expect(lines(state)[23].contains(cut))
    // Without a line of hints, and on a terminal that has ASCII only.
    state.panes.hidesHints = true
    state.profile.repertoire = .ascii
    let cutASCII = try Regex("(a|sentence|with|words)[.]{3} H shows all")
    #expect(lines(state)[23].contains(cutASCII))
    // What the history does not hold is only cut.
    state = try StateFixture.inbox(columns, 24)
    state.notify(String(repeating: "a sentence with words ", count: 12), .warning, isKept: false)
    #expect(lines(state)[23].contains("…") && !lines(state)[23].contains("shows all"))
  }

  @Test("FE-8 FE-6 what is wrong with a filter is read in two lines", arguments: [60, 80])
  func filterProblem(_ columns: Int) throws {
    var state = try StateFixture.inbox(columns, 24)
    for key in try Key.sequence("/ b e f o r e : x x") { _ = state.reduce(.keyPressed(key)) }
    _ = state.settle()
    let problem = try #require(state.find.problem)
    let shown = lines(state).suffix(2).joined(separator: " ").split(separator: " ")
    #expect(problem.description.split(separator: " ").allSatisfy(shown.contains), "\(shown)")
  }

  @Test("FE-8 FE-6 what is wrong with a filter is wrapped by its columns as ASCII, where that is drawn")
  func filterProblemASCII() throws {
    var state = try StateFixture.inbox(80, 24)
    state.profile.repertoire = .ascii
    for key in "/before:x½½½½" { _ = state.reduce(.keyPressed(.character(key))) }
    let problem = try #require(state.find.problem)
    let words = DisplayText.whole(problem.description, in: .ascii).split(separator: " ")
    for columns in 70...90 {
      state.size = Size(columns: columns, rows: 24)
      _ = state.settle()
      let shown = lines(state).suffix(2).joined(separator: " ").split(separator: " ")
      #expect(words.allSatisfy(shown.contains), "\(columns): \(shown)")
    }
  }

  @Test("FE-8 what is waited for says at every width how it is stopped, its explanation gives way")
  func narrowWait() throws {
    var state = try StateFixture.inbox(80, 24)
    state.faults = ["messages stall"]
    let row = try #require(state.list.selectedRow)
    _ = state.reduce(.message(.opened(row.key, row)))
    state.links.resolving = "acme://sale/1"
    state.waits = [Wait(kind: .link("acme://sale/1"), since: state.now.addingTimeInterval(-2))]
    for columns in 40...80 {
      state.size = Size(columns: columns, rows: 24)
      let line = lines(state)[22]
      #expect(line.contains("^G cancels"), "\(columns): \(line)")
      #expect(line.hasPrefix(" Resolv"), "\(columns): \(line)")
    }
    #expect(state.waitText(in: 60) == "Resolving the link (counts as a click)… · 2 s · ^G cancels")
    #expect(state.waitText(in: 50) == "Resolving the link… · 2 s · ^G cancels")
    #expect(state.waitText(in: 33) == "Resolving the link… · ^G cancels")
    #expect(state.waitText(in: 24) == "Resolving… · ^G cancels")
    // A name is measured as it is drawn, and before an audience as it is shown.
    state.links.resolving = nil
    state.profile.repertoire = .ascii
    for (name, isPresented) in [("Größen für 5 €", false), ("X0Ab9Qz3_kL4mN5pQ7rS", true)] {
      state.presenting = isPresented ? Presentation() : nil
      state.waits = [Wait(kind: .refresh(CenterName(name)), since: state.now.addingTimeInterval(-2))]
      for width in 25...60 {
        let text = try #require(state.waitText(in: width))
        #expect(text.hasPrefix("Fetching") && text.hasSuffix("^G cancels") && !text.contains("X0Ab"))
        #expect(DisplayText.cells(text, repertoire: .ascii).count <= width, "\(text)")
      }
    }
  }

  @Test(
    "FE-8 a notice that fits into two lines is whole, and so is one that leaves room for Esc and the help")
  func wholeNotice() throws {
    var state = try StateFixture.inbox(40, 12)
    for length in 40...72 {
      let text = String((0..<length).map { $0 % 6 == 5 ? " " : "x" })
      state.notify(text)
      let shown = lines(state).suffix(2).joined(separator: " ")
      #expect(shown.filter { $0 == "x" }.count == text.filter { $0 == "x" }.count, "\(length): \(shown)")
    }
  }

  @Test("FE-3 EN-9 on a screen with room for one pane E shows the events alone")
  func lowScreen() throws {
    var state = try StateFixture.inbox(40, 8)
    _ = state.reduce(.keyPressed(.character("E")))
    #expect(state.events.mode == .full && PaneLayout(state).list == nil)
    state = try StateFixture.inbox(40, 9)
    _ = state.reduce(.keyPressed(.character("E")))
    #expect(state.events.mode == .strip && (PaneLayout(state).listRows?.height ?? 0) > 0)
  }

  @Test("FE-8 FE-11 the hint line has events, proof and launching at 80 columns")
  func hints() throws {
    var state = try StateFixture.inbox(80, 24)
    state.profile.hasSandbox = true
    state.profile.asksForCampaigns = true
    let hints = "Enter open  m un/read  d delete  / filter  P proof  E events  L launch  ? help"
    #expect(lines(state)[23].trimmingCharacters(in: .whitespaces) == hints)
    // The second message is read: a line that changed with each row would be drawn again with each key.
    _ = state.reduce(.keyPressed(.character("j")))
    #expect(lines(state)[23].trimmingCharacters(in: .whitespaces) == hints)
    state.events.mode = .full
    state.events.show(only: .failures)
    _ = state.reduce(.keyPressed(.function(5)))
    state.notice = nil
    #expect(lines(state)[23].hasPrefix(" Enter open  F5 end  v look  a light, dark  w size"))
    #expect(state.events.mode == .hidden && state.events.filter == .all)
  }

  @Test("FE-6 a menu that scrolls says which of its choices is selected")
  func menuPosition() throws {
    var state = try StateFixture.inbox(40, 12)
    state.profile.hasSandbox = true
    let count = SandboxCommand.faults(of: state.profile.capabilities).count
    for key in try Key.sequence("F j j") { _ = state.reduce(.keyPressed(key)) }
    #expect(lines(state).contains { $0.contains(" 3/\(count) ") })
  }

  @Test("FE-9 FE-11 a logo is whole, or not there while a page covers a part of it")
  func coveredLogo() throws {
    var state = try StateFixture.inbox(120, 40)
    var theme = Theme.standard
    theme.brand = ThemeBrand(name: "Acme", line: "A", logo: ["AAAA-1", "AAAA-2", "AAAA-3"])
    state.theme = theme
    func logo() -> Int { MainView.draw(state, theme).lines.filter { $0.contains("AAAA-") }.count }
    #expect(logo() == 3)
    var proof = ProofState()
    proof.report = try StateFixture.report()
    state.layer = .proof(proof, scroll: 0)
    #expect([0, 3].contains(logo()))
    for key in try Key.sequence("<esc> ?") { _ = state.reduce(.keyPressed(key)) }
    #expect(logo() == 0)
  }

  @Test("FE-6 in a menu a digit selects the row of that number")
  func digits() throws {
    var state = try StateFixture.inbox(80, 24)
    state.profile.hasSandbox = true
    func press(_ keys: String) throws {
      for key in try Key.sequence(keys) { _ = state.reduce(.keyPressed(key)) }
    }
    try press("F 3")
    #expect(state.layer == .faults(selected: 2))
    try press("1")
    #expect(state.layer == .faults(selected: 0))
  }

  @Test("FE-4 EN-8 the proof is a table only while no word of it breaks")
  func wholeIDs() throws {
    let id = "welcome-2026-summer-sale-for-members"
    let place = EngagementPlace(
      identity: .user("maria"), session: 2, message: MessageKey(center: .primary, id: MessageID(id)),
      kind: .display)
    let event = UUID.numbered(1)
    let delivery = Delivery(
      id: event, kind: .display, identity: .user("maria"), session: 2, message: place.message,
      time: StateFixture.now, state: .sent, reason: nil, tries: 1, generation: 1)
    let report = DeliveryReport(
      [delivery],
      suppressed: [
        SuppressedAttempts(
          place, .alreadyDisplayed, count: 3, first: StateFixture.now, last: StateFixture.now)
      ],
      receipts: DeliveryReceipts(counts: [event: 1], generation: ReceiptGeneration(number: 1)))
    let rows = ProofRow.rows(of: report, namesPerson: false)
    for width in 40...200 {
      let lines = ProofRow.lines(rows, in: TextArea(width, .unicode)).map(\.text)
      if width < 112 || width > 140 { #expect(lines[0].hasPrefix("Result") == (width > 140)) }
      #expect(lines.contains { $0.contains(id) }, "\(width): \(lines)")
      #expect(width < 96 || lines.count <= 3, "\(width): \(lines)")
    }
  }
}
