import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxTUI

/// What is typed into a dialog or a line is seen, and never does something else.
struct TypingTests {
  @discardableResult
  private func press(_ state: inout AppState, _ keys: [Key]) -> [AppEffect] {
    keys.flatMap { key in
      let effects = state.reduce(.keyPressed(key))
      _ = state.settle()
      return effects
    }
  }

  private func text(_ state: AppState) -> String {
    MainView.draw(state, .standard).lines.joined(separator: "\n")
  }

  @Test(
    "BD-1 what is not a number is seen in the badge dialog, refused with the reason, and nothing is sent",
    arguments: ["1 e 3 <enter>", "5 r <enter>", "1 x <enter>", "5 q <enter>", "x <enter>", "1 . 5 <enter>"])
  func noNumber(keys: String) throws {
    var state = try StateFixture.inbox(80, 24)
    let effects = press(&state, try Key.sequence("b " + keys))
    #expect(effects == [.rereadBadge])
    let typed = keys.replacing(" <enter>", with: "").replacing(" ", with: "")
    #expect(text(state).contains("Set to: \(typed) "), "\(text(state))")
    #expect(text(state).contains("“\(typed)” is not a badge number: use a whole number"), "\(text(state))")
  }

  @Test("BD-1 blanks around a pasted number are none of it, and one that no badge has is called too large")
  func pastedNumber() throws {
    var state = try StateFixture.inbox(80, 24)
    #expect(press(&state, [.character("b"), .paste(" 4 "), .enter]) == [.rereadBadge, .setBadge(4)])
    state = try StateFixture.inbox(80, 24)
    let digits = String(repeating: "9", count: 20)
    #expect(press(&state, [.character("b"), .paste(digits), .enter]) == [.rereadBadge])
    #expect(text(state).contains("“\(digits)” is too large for a badge"), "\(text(state))")
  }

  @Test("BD-1 a paste is taken as it is, and one that is too long is refused and not cut")
  func paste() throws {
    var state = try StateFixture.inbox(80, 24)
    #expect(press(&state, [.character("b"), .paste("1e3"), .enter]) == [.rereadBadge])
    #expect(text(state).contains("“1e3” is not a badge"))
    // What stood there before is not what was pasted.
    press(&state, [.control("u"), .character("5")])
    #expect(press(&state, [.paste(String(repeating: "1", count: 40)), .enter]) == [])
    #expect(
      state.isSettingBadge == false && state.notice?.text.hasPrefix("The last text did not fit") == true)
    press(&state, [.control("u"), .paste("42")])
    #expect(press(&state, [.enter]) == [.setBadge(42)])
  }

  @Test("BD-1 BD-2 behind a number that could not be set another one, or the reset, is a key away")
  func failedNumber() throws {
    var state = try StateFixture.inbox(80, 24)
    let busy = InboxError.serverBusy(status: 503, retryAfter: nil)
    _ = press(&state, [.character("b")])
    for (keys, number, error) in [("- 5 <enter>", -5, InboxError.negativeBadge(-5)), ("5 <enter>", 5, busy)] {
      #expect(press(&state, try Key.sequence(keys)).last == .setBadge(number))
      _ = state.reduce(.badge(.badgeFailed(asked: number, error)))
      #expect(text(state).contains("The badge is still") && text(state).contains("r reset"))
    }
    #expect(press(&state, [.character("r")]) == [.setBadge(0)])
    // What is typed meanwhile stays; what is no number says how to begin again.
    _ = press(&state, [.character("7"), .character("r")])
    _ = state.reduce(.badge(.badgeFailed(asked: 0, busy)))
    #expect(press(&state, [.enter]) == [] && text(state).contains("Ctrl-U"))
  }

  @Test("BD-2 r resets while nothing is typed, and the hint says so only then")
  func reset() throws {
    var state = try StateFixture.inbox(80, 24)
    press(&state, [.character("b")])
    #expect(text(state).contains("r reset"))
    press(&state, [.character("4")])
    #expect(!text(state).contains("r reset"))
    #expect(press(&state, [.backspace, .character("r")]) == [.setBadge(0)])
  }

  @Test(
    "FE-6 MC-12 Enter after a refused paste neither signs out nor compares, until the line is changed",
    arguments: ["U", "="])
  func refusedPaste(key: String) throws {
    var state = try StateFixture.inbox(80, 24)
    press(&state, try Key.sequence(key) + [.paste(String(repeating: "x", count: 300))])
    for key in [Key.enter, .left, .enter] {
      #expect(press(&state, [key]) == [])
      #expect(text(state).contains("The name is too long: at most 256 characters."), "\(text(state))")
      #expect(MainView.draw(state, .standard).lines.last?.contains("Enter") == false)
    }
    #expect(
      state.notice?.text == "The last text did not fit: change the line first, or clear it with Ctrl-U.")
    #expect(press(&state, [.character("z"), .enter]).count == 1)
    #expect(!text(state).contains("too long"))
  }

  @Test("FE-6 MC-12 to delete in the empty line takes a refused paste back, and Enter signs out then")
  func clearedPaste() throws {
    for key in [Key.backspace, .delete, .control("u"), .control("k"), .control("w")] {
      var state = try StateFixture.inbox(80, 24)
      press(&state, [.character("U"), .paste(String(repeating: "x", count: 300)), key])
      #expect(!text(state).contains("too long"))
      let device = Identity(user: "", device: state.profile.device)
      #expect(press(&state, [.enter]).last == .switchIdentity(device), "\(key)")
    }
  }

  @Test(
    "FE-6 MC-12 BD-1 Enter after a refused paste runs no command with what stood there before, and a click neither",
    arguments: ["u s e r <space>", "b a d g e <space> 5"])
  func refusedCommand(keys: String) throws {
    var state = try StateFixture.inbox(80, 24)
    press(&state, try Key.sequence(": " + keys) + [.paste(String(repeating: "x", count: 600))])
    #expect(state.notice?.text == "A command has at most 512 characters.")
    #expect(press(&state, [.enter, .left, .right, .enter]) == [])
    #expect(state.context == .command && state.notice?.text.hasPrefix("The last text did not fit") == true)
    if case .command(let palette)? = state.layer {
      #expect(palette.clicked(palette.selected, in: &state) == [])
    }
    #expect(!press(&state, [.character("1"), .enter]).isEmpty && state.layer == nil)
  }

  @Test("FE-6 Esc and a letter in one read still leave a message and do what the letter does")
  func escape() throws {
    var state = try StateFixture.inbox(80, 24)
    press(&state, [.alt("x")])
    #expect(state.marks.keys.count == 1)
  }

  @Test(
    "FE-14 Alt and a letter ends a line, and does nothing to what lies below it", arguments: ["/", ":", "U"])
  func altInLine(line: String) throws {
    var state = try StateFixture.inbox(80, 24)
    press(&state, try Key.sequence(line + " a"))
    #expect(state.context.isTextField)
    let effects = press(&state, [.alt("d")])
    #expect(state.context == .list && !effects.contains { if case .change = $0 { true } else { false } })
  }

  @Test("FE-5 in little room a dialog leaves whole sentences out, never the end of one")
  func sentences() throws {
    var state = try StateFixture.inbox(40, 12)
    press(&state, [.character("U")])
    let shown = text(state).replacing("│", with: "").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    #expect(shown.contains("Each person has their own messages, badge and session."), "\(text(state))")
    press(&state, [.escape, .character("b"), .character("x"), .enter])
    let badge = text(state)
    #expect(badge.contains("Set to: x") && badge.contains("is not a badge"), "\(badge)")
    for cut in ["The badge is the", "0 also clears"] where badge.contains(cut) {
      #expect(badge.contains(cut == "0 also clears" ? "(0)." : "count."), "\(badge)")
    }
  }

  @Test("FE-8 a filter in a center without messages says so of that center, and of all where none has any")
  func emptyCenter() throws {
    var state = try StateFixture.inbox(100, 30)
    press(&state, try Key.sequence("/ s a l e <enter>"))
    state.snapshot?.centers[0].counts = CenterCounts(total: 0, unread: 0)
    #expect(FilterTitle.nothing(state).contains("in Primary. There are no messages in Primary. * searches"))
    state.find.isEverywhere = true
    for index in 0..<3 { state.snapshot?.centers[index].counts = CenterCounts(total: 0, unread: 0) }
    #expect(FilterTitle.nothing(state).hasSuffix("There are no messages at all."))
  }

  @Test(
    "FE-6 a filter with an unknown word and a colon finds it as text; where nothing is, the conditions are named"
  )
  func unknownCondition() throws {
    var state = try StateFixture.inbox(100, 30)
    press(&state, try Key.sequence("/ f o o : <space> s a l e"))
    #expect(state.find.problem == nil)
    let none = ListWindow(identity: .user("maria"), center: .primary, rows: [], offset: 0, total: 0)
    _ = state.reduce(.list(.windowLoaded(none, request: state.list.request)))
    _ = state.settle()
    #expect(
      FilterTitle.nothing(state).contains("“foo:” was searched for as text; conditions are is:, has:, kind:"))
    #expect(MessageFilter.hint("http://x re", centers: []) == nil)
    #expect(MessageFilter.hint("\"foo: sale\" is:unread", centers: []) == nil)
    #expect(MessageFilter.hint("-foo:", centers: [])?.contains("center:") == false)
  }
}
