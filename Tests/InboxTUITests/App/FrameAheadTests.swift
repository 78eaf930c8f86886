import Foundation
import InboxCore
import InboxTestSupport
import Testing

@testable import InboxTUI

/// What a key would lead to, made before it is pressed.
struct FrameAheadTests {
  /// A list of thirty, of which few fit, with a message beside it.
  private func low() throws -> AppState {
    var state = try StateFixture.inbox(120, 12)
    state.countsMoments = true
    let rows = (0..<30).map { ArchivedMessage(message: .numbered(90 - $0), fetched: StateFixture.now) }
    let window = ListWindow(identity: .user("maria"), center: .primary, rows: rows, offset: 0, total: 30)
    _ = state.reduce(.windowLoaded(window, request: state.list.request))
    _ = state.settle()
    _ = state.reduce(.momentPassed)
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
      // Somebody looks at what it led to.
      #expect(state.reduce(.momentPassed) + state.settle() == other.reduce(.momentPassed) + other.settle())
      #expect(MainView.draw(state, state.shownTheme) == MainView.draw(other, other.shownTheme))
    }
    #expect(scrolled > 20)
  }

  @Test("FE-2 it lasts until a time on it changes, and not before it was made")
  func times() throws {
    let state = try low()
    let made = FrameAhead(down, from: state)
    let ahead = try #require(made)
    let change = try #require(MainView.nextLabelChange(ahead.state))
    #expect(ahead.holds(for: down, at: change.addingTimeInterval(-0.001)))
    #expect(!ahead.holds(for: down, at: change))
    #expect(!ahead.holds(for: down, at: state.now.addingTimeInterval(-1)))
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
