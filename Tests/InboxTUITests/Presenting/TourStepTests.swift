import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import InboxTUI
import Testing

@testable import InboxTUI

/// What the steps of a tour do, and what they wait for.
struct TourStepTests {
  @discardableResult
  private func press(_ state: inout AppState, _ keys: String) throws -> [AppEffect] {
    try Key.sequence(keys).flatMap { key in state.reduce(.keyPressed(key)) + state.settle() }
  }

  private func text(_ state: AppState) -> String {
    MainView.draw(state, state.shownTheme).lines.joined(separator: "\n")
  }

  @Test("SB-2 FE-13 a step presses no key for a message that did not come, and fetches what it launches")
  func missing() throws {
    let tour = Tour(
      name: "x",
      steps: [
        Tour.Step("One"), Tour.Step("Two", actions: [.ask("launch m2")]),
        Tour.Step("Three", actions: [.select("nowhere")]), Tour.Step("Four", actions: [.press(.enter)]),
        Tour.Step("Five", actions: [.select("m1"), .press(.enter)]),
      ])
    var state = try PresentingFixture.state(120, 40, tour: tour)
    #expect(try press(&state, "n").contains(.askForTour("launch m2")))
    let effects = state.reduce(.presenting(.tourCommandEnded(failed: false)))
    #expect(effects.contains(.refresh(.primary)))
    state.waits = []
    try press(&state, "n")
    _ = state.reduce(.presenting(.tourWaitedLong))
    #expect(try !opens(press(&state, "n")) && state.presenting?.tour?.isLate == true)
    // One that is there again is opened.
    #expect(try opens(press(&state, "n")))
  }

  @Test(
    "FE-13 a step whose message has left the list waits no longer, and says which key goes on",
    arguments: [
      (Size(columns: 120, rows: 40), "its message is not in the list; n goes on"),
      (Size(columns: 40, rows: 12), "n goes on without it"),
    ])
  func deleted(size: Size, words: String) throws {
    let tour = Tour(
      name: "x",
      steps: [
        Tour.Step("One", actions: [.select("m1")]), Tour.Step("Two", actions: [.press(.enter)]),
        Tour.Step("Three"),
      ])
    var state = try PresentingFixture.state(size.columns, size.rows, tour: tour)
    func load(_ numbers: [Int], total: Int) {
      let rows = numbers.map { ArchivedMessage(message: .numbered($0), fetched: StateFixture.now) }
      let window = ListWindow(
        identity: .user("maria"), center: .primary, rows: rows, offset: 0, total: total)
      _ = state.reduce(.list(.windowLoaded(window, request: state.list.request)))
    }
    #expect(state.presenting?.tour?.place?.message == .numbered(1))
    // A part of the list says nothing of the rest.
    load([2, 3], total: 500)
    try press(&state, "n")
    #expect(state.presenting?.tour?.isBusy == true)
    load([2, 3], total: 2)
    #expect(!opens(state.settle()) && state.presenting?.tour?.isLate == true)
    #expect(text(state).contains(words))
    // Restored, it is opened after all.
    var restored = state
    swap(&state, &restored)
    load([1, 2, 3], total: 3)
    #expect(opens(state.settle()) && state.presenting?.tour?.isLate == false)
    swap(&state, &restored)
    try press(&state, "n")
    #expect(state.presenting?.tour?.step.caption == "Three")
  }

  @Test("FE-13 what a step waits for does not move the place that its keys are meant for")
  func place() throws {
    let tour = Tour(
      name: "x",
      steps: [
        Tour.Step("One", actions: [.select("m1")]),
        Tour.Step("Two", actions: [.expect(.badge(local: 9, server: 9)), .press(.enter)]),
      ])
    var one = TourState(tour)
    one.didFirst()
    let place = TourState.Place(message: .numbered(1), isOpen: false)
    one.rests(at: place)
    _ = one.next(.standard)
    one.didFirst()
    #expect(one.place == place && one.pending == [.press(.enter)])
    one.didFirst()
    #expect(one.place == nil)
  }

  @Test("FE-3 FE-13 a recording that has a tour at a step which the tour does not have is shown without it")
  func beyondTheEnd() throws {
    let written = try JSONEncoder().encode(TourState(Tour(name: "x", steps: [Tour.Step("Begin here")])))
    let changed = String(decoding: written, as: UTF8.self)
      .replacing("\"shown\":0", with: "\"shown\":9").replacing("\"position\":0", with: "\"position\":9")
    var state = try PresentingFixture.state(80, 24)
    state.presenting?.tour = try JSONDecoder().decode(TourState.self, from: Data(changed.utf8))
    #expect(text(state).contains(" 10 / 1 ") && !text(state).contains("Begin here"))
    try press(&state, "n <left>")
    #expect(state.presenting?.tour?.step.caption.isEmpty == true)
  }

  @Test("SB-2 VE-2 a step waits for nothing that the vendor does not have")
  func lacking() throws {
    let tour = Tour(
      name: "x",
      steps: [
        Tour.Step("One"),
        Tour.Step(
          "Two",
          actions: [
            .expect(.deeds(.displays, of: "m1", least: 1, most: 1)), .expect(.badge(local: 9, server: 9)),
          ]),
      ])
    for lacks in [true, false] {
      var state = try PresentingFixture.state(120, 40, tour: tour)
      state.profile.capabilities.displays = !lacks
      state.profile.capabilities.badge = lacks ? .none : .server
      try press(&state, "n")
      #expect(state.presenting?.tour?.pending.isEmpty == lacks)
    }
  }

  /// A state whose second step waits for a badge of 9 and then does something.
  private func state(then action: Tour.Act) throws -> AppState {
    let tour = Tour(
      name: "x",
      steps: [
        Tour.Step("One"), Tour.Step("Two", actions: [.expect(.badge(local: 9, server: nil)), action]),
      ])
    var state = try PresentingFixture.state(120, 40, tour: tour)
    try press(&state, "n")
    return state
  }

  /// The badge is 9.
  private func go(_ state: inout AppState) -> [AppEffect] {
    state.snapshot?.badge = BadgeState(local: 9, server: 9)
    return state.settle()
  }

  @Test(
    "FE-6 SB-2 a step waits while the person types or is asked, and its caption says so",
    arguments: [": q u i t", "/ s a", "b 7", "U x", "X", "?", "? / q", "L", "T"])
  func waits(keys: String) throws {
    var state = try state(then: .press(.enter))
    // What is not shown to an audience opens nothing.
    try press(&state, keys)
    guard ![ActionContext.list, .detail].contains(state.context) else { return #expect(keys == "U x") }
    let before = (state.context, state.layer, state.find.text)
    #expect(go(&state) == [] && state.presenting?.tour?.pending.count == 2)
    #expect(before == (state.context, state.layer, state.find.text))
    // The whole help stands over the caption.
    if keys != "?" { #expect(text(state).contains("it waits until you are done here")) }
    _ = state.reduce(.presenting(.tourWaitedLong))
    #expect(state.presenting?.tour?.isLate == false)
    state.layer = nil
    _ = state.leaveFinding()
    state.list.revision = state.snapshot?.revision ?? 0
    _ = state.showAll()
    // The list is read again first.
    guard state.list.asked == state.source, !state.list.isLoading else { return #expect(keys == "/ s a") }
    #expect(state.settle().contains(.open(MessageKey(center: .primary, id: MessageID("m1")))))
    #expect(state.presenting?.tour?.isBusy == false)
  }

  private func opens(_ effects: [AppEffect]) -> Bool {
    effects.contains { if case .open = $0 { true } else { false } }
  }

  @Test("FE-6 a selecting step leaves the line alone that is typed into")
  func selects() throws {
    var state = try state(then: .select("m3"))
    try press(&state, "/ s a l e")
    _ = go(&state)
    #expect(state.find.isTyping && state.find.text == "sale")
  }

  @Test("FE-6 a step waits while the program ends, the terminal is away or is too small")
  func away() throws {
    var state = try state(then: .press(.enter))
    _ = state.reduce(.screen(.resized(Size(columns: 30, rows: 6))))
    #expect(!opens(go(&state)) && state.presenting?.tour?.pending.count == 2)
    _ = state.reduce(.screen(.resized(Size(columns: 120, rows: 40))))
    _ = state.reduce(.screen(.away(true)))
    #expect(!opens(state.settle()))
    _ = state.reduce(.screen(.away(false)))
    var other = state
    #expect(opens(state.settle()))
    _ = other.reduce(.screen(.leaving))
    #expect(!other.settle().contains(.hurry) && other.presenting?.tour?.pending.isEmpty == false)
  }

  @Test("SB-2 what a step has opened itself it can go on with")
  func own() throws {
    let tour = Tour(
      name: "x", steps: [Tour.Step("One", actions: [.press(.character("L")), .press(.enter)])])
    var state = try PresentingFixture.state(120, 40)
    state.presenting?.tour = TourState(tour)
    #expect(state.settle().contains(.askSandbox("launch m2")))
    #expect(state.layer == nil && state.presenting?.tour?.isBusy == false)
  }

  @Test("FE-6 a tour's keys are those that the program comes with, whatever the person made of them")
  func keys() throws {
    for keys in [[Key.character("ö")], []] {
      var state = try state(then: .press(.enter))
      state.keys = KeyMap(changed: [.open: keys])
      #expect(opens(go(&state)))
    }
  }

  @Test("SB-2 a claim about another center shows its whole list, and is never made of nothing")
  func lists() throws {
    let offers = CenterName("Offers")
    let wanted = Tour.Wait.list(center: offers, shows: [], hides: ["Message 1"])
    var state = try state(then: .expect(wanted))
    _ = go(&state)
    #expect(state.center == offers && state.presenting?.tour?.pending == [.expect(wanted)])
    func load(_ numbers: [Int], total: Int) {
      var rows = numbers.map { ArchivedMessage(message: .numbered($0), fetched: StateFixture.now) }
      for index in rows.indices { rows[index].message.subject = "Message \(numbers[index])" }
      _ = state.reduce(
        .list(
          .windowLoaded(
            ListWindow(identity: .user("maria"), center: offers, rows: rows, offset: 0, total: total),
            request: state.list.request)))
      _ = state.settle()
    }
    load([1, 2], total: 2)
    #expect(state.presenting?.tour?.isBusy == true)
    // A part of a list says nothing of the rest.
    load([2], total: 500)
    #expect(state.presenting?.tour?.isBusy == true)
    load([2], total: 1)
    #expect(state.presenting?.tour?.isBusy == false)
    let shown = Tour.Wait.list(center: nil, shows: ["Message 2"], hides: [])
    state.presenting?.tour = TourState(Tour(name: "x", steps: [Tour.Step("One", actions: [.expect(shown)])]))
    _ = state.narrowList(to: "is:unread")
    _ = state.settle()
    // What is narrowed is not the list: it is shown whole, and read.
    load([2], total: 1)
    #expect(state.presenting?.tour?.isBusy == true && !state.isNarrowed)
    load([2], total: 1)
    #expect(state.presenting?.tour?.isBusy == false)
  }

  @Test("FE-6 a response that comes after presenting was ended is there when it goes on")
  func asked() throws {
    var state = try state(then: .ask("launch m1"))
    #expect(go(&state).contains(.askForTour("launch m1")))
    try press(&state, "<f5>")
    _ = state.reduce(.presenting(.tourCommandEnded(failed: false)))
    #expect(try !press(&state, "<f5>").contains(.askForTour("launch m1")))
    #expect(state.presenting?.tour?.isBusy == false && state.presenting?.tour?.isLate == false)
  }

  @Test("FE-9 filters of before are not brought back before an audience")
  func recall() throws {
    var state = try PresentingFixture.state(120, 40)
    state.find.history = ["id:m1"]
    try press(&state, "/ <up>")
    #expect(state.find.text.isEmpty && !text(state).contains("id:m1"))
    #expect(state.notice?.text.hasPrefix("Not while presenting") == true)
    try press(&state, "<esc> <f5> / <up>")
    #expect(state.find.text == "id:m1")
  }
}
