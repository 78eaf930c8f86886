import Foundation
import InboxCore
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxTUI

/// What a key would lead to, made before it is pressed.
struct FrameAheadTests {
  /// A list of thirty, of which few fit, with a message beside it.
  private func low() throws -> AppState {
    var state = try StateFixture.inbox(120, 12)
    state.lifecycle.countsMoments = true
    let rows = (0..<30).map { ArchivedMessage(message: .numbered(90 - $0), fetched: StateFixture.now) }
    let window = ListWindow(identity: .user("maria"), center: .primary, rows: rows, offset: 0, total: 30)
    _ = state.reduce(.list(.windowLoaded(window, request: state.list.request)))
    _ = state.settle()
    _ = state.reduce(.screen(.momentPassed))
    _ = state.settle()
    return state
  }

  private let down = Key.character("j")

  @Test("FE-2 FE-10 a frame made before its key is the key's own, with all that follows from it")
  func same() throws {
    var (state, other) = (try low(), try low())
    let (half, up) = (Key.control("d"), Key.character("k"))
    let keys =
      Array(repeating: down, count: 25) + [half] + Array(repeating: up, count: 20)
      + Array(repeating: half, count: 4) + Array(repeating: up, count: 9)
    var scrolled = 0
    for key in keys {
      let made = FrameAhead(key, from: state)
      let ahead = try #require(made)
      #expect(ahead.holds(for: key, at: state.now) && !ahead.holds(for: .character("g"), at: state.now))
      #expect(ahead.asked == other.reduce(.keyPressed(key)))
      #expect(ahead.following == other.settle())
      #expect(ahead.frame == MainView.draw(other, other.shownTheme))
      if ahead.state.list.top != state.list.top { scrolled += 1 }
      state = ahead.state
      // Someone looks at what it led to.
      #expect(
        state.reduce(.screen(.momentPassed)) + state.settle() == other.reduce(.screen(.momentPassed))
          + other.settle())
      #expect(MainView.draw(state, state.shownTheme) == MainView.draw(other, other.shownTheme))
    }
    #expect(scrolled > 20)
  }

  @Test(
    "FE-2 it lasts as long as it says what a frame made then would, to anyone who sees or hears it",
    arguments: [false, true])
  func times(isAccessible: Bool) throws {
    var (held, ended) = (0, 0)
    // Around the minutes at which ages change, the seconds before an expiry, the next refresh and a week.
    for offset in [0, 17.3, 56, 119.5, 287, 299.4, 301, 2_338.7, 2_385.2, 2_399, 3_541.5, 86_395, 604_780] {
      var state = try StateFixture.inbox(120, 12)
      state.lifecycle.countsMoments = true
      if isAccessible { state.beAccessible() }
      state.now += offset
      _ = state.reduce(.screen(.momentPassed))
      _ = state.settle()
      let made = FrameAhead(down, from: state)
      let ahead = try #require(made)
      #expect(!ahead.holds(for: down, at: state.now - 1))
      for tenth in 0..<400 {
        let now = state.now + Double(tenth) / 10
        guard ahead.holds(for: down, at: now) else {
          ended += 1
          continue
        }
        held += 1
        #expect(ahead.isStill(whatFollowsFrom: state, at: now), "\(offset) and \(tenth) tenths")
      }
    }
    #expect(held > 1_000 && ended > 1_000)
  }

  @Test(
    "FE-2 only what moves the selection is worked out: what other keys do may depend on when they are pressed",
    arguments: [Key.character("m"), .character("d"), .enter, .character("q"), .character("7"), .tab])
  func others(_ key: Key) throws {
    #expect(FrameAhead(key, from: try low()) == nil)
  }

  @Test("FE-2 nothing is worked out behind a layer, nor while a message that was left stands beside the list")
  func covered() throws {
    var state = try low()
    _ = state.reduce(.keyPressed(.character("?")))
    _ = state.settle()
    #expect(FrameAhead(down, from: state) == nil)
    state = try low()
    _ = state.reduce(.keyPressed(down))
    _ = state.settle()
    #expect(state.former != nil && FrameAhead(down, from: state) == nil)
  }
}

extension FrameAheadTests {
  @Test("FE-2 EN-1 EN-3 a key pressed again is answered with its frame, and everything is displayed once")
  @MainActor func used() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns, columns: 120, rows: 12)
    for _ in 0..<4 { try await inbox.press("j") }
    #expect(inbox.program.framesAhead.shown >= 2)
    let displays = try await inbox.engagements().filter { $0.hasPrefix("display") }
    #expect(!displays.isEmpty && Set(displays).count == displays.count)
    await inbox.end()
  }

  @Test("MC-12 FE-2 what was worked out is for no one else, and gone with whatever happens")
  @MainActor func discarded() async throws {
    let inbox = try await TestInbox.start(Acme.campaigns, columns: 120, rows: 30)
    try await inbox.press("j j")
    let shown = inbox.program.framesAhead.shown
    // Another key, another size, another person.
    try await inbox.press("k")
    inbox.program.receive(.screen(.resized(Size(columns: 110, rows: 28))))
    await inbox.program.idle()
    #expect(inbox.program.framesAhead.shown == shown)
    // What happened and is not drawn yet counts as well.
    try await inbox.press("j j")
    let before = inbox.program.framesAhead.shown
    inbox.program.receive(.screen(.resized(Size(columns: 120, rows: 30))))
    inbox.program.receive([.character("j")])
    await inbox.program.idle()
    #expect(inbox.program.framesAhead == (before, 0))
    try await inbox.press("U j a k o b <enter>")
    #expect(inbox.program.framesAhead.shown == before)
    #expect(inbox.program.state.snapshot?.identity == .user("jakob"))
    try await inbox.press("j j")
    #expect(MainView.draw(inbox.program.state, .standard) == inbox.screen.frame)
    await inbox.end()
  }
}
