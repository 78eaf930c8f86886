import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxTestSupport
import InboxTUI
import Testing

@testable import InboxTUI

/// The key screens in every theme at every depth: which styles there are, and where by a fingerprint.
///
/// What stands where is in the frames of `MainFrameTests`; here a picture is a line per depth, so that a reviewer sees at a
/// glance what a change of a theme does. `RECORD_FRAMES=1` writes them again.
@Suite("Every theme, every depth, every key screen")
struct ThemeFrameTests {
  private static func screens() throws -> [(String, AppState)] {
    let list = try StateFixture.inbox(120, 40)
    var events = try StateFixture.inbox(80, 24)
    let kinds: [(JournalEntry.Kind, String)] = [
      (.session, "session 2 begins"), (.display(.queued), "queued: first display in session 2"),
      (.display(.sent), "acknowledged"),
      (.display(.suppressed), "suppressed: already displayed in session 2"),
      (.badge(BadgeState(local: 3, server: 4), failed: true), "failed sync: set 9"),
    ]
    for (index, kind) in kinds.enumerated() {
      _ = events.reduce(
        .coreUpdated(
          .journal([
            JournalEntry(number: index, time: StateFixture.now, kind: kind.0, message: nil, why: kind.1)
          ])))
    }
    _ = events.reduce(.keyPressed(.character("E")))
    _ = events.reduce(.screen(.warned("Something went wrong.")))
    _ = events.settle()
    var help = try StateFixture.inbox(80, 24)
    _ = help.reduce(.keyPressed(.character("?")))
    var badge = try StateFixture.inbox(40, 12)
    _ = badge.reduce(.keyPressed(.character("b")))
    _ = badge.reduce(.badge(.badgeFailed(asked: 9, .cancelled)))
    return [("list and detail", list), ("events", events), ("help", help), ("badge", badge)]
  }

  @Test("FE-7 the key screens are what a person has looked at", arguments: ThemeFixture.names)
  func pictures(name: String) throws {
    let definition = try ThemeFixture.definition(name)
    var lines: [String] = []
    for (screen, state) in try Self.screens() {
      lines.append("== \(screen) \(state.size.columns)x\(state.size.rows)")
      for depth in ColorDepth.allCases {
        var state = state
        state.theme = definition.theme(at: depth)
        let frame = MainView.draw(state, state.shownTheme)
        let grid = frame.styleGrid()
        lines.append("-- \(depth.rawValue) \(RecordedFrame(frame).styles ?? "")")
        lines += grid.legend.map { "\($0.0) \($0.1)" }
        #expect(frame.lines == MainView.draw(state, state.theme).lines)
      }
    }
    expectRecord(lines.joined(separator: "\n") + "\n", named: name)
  }

  @Test("FE-7 the logo stands above the tabs where there is room, the line beside them, nothing on 40x12")
  func brand() throws {
    let theme = try ThemeFixture.definition("korvane").theme(at: .truecolor)
    func picture(_ columns: Int, _ rows: Int) throws -> Frame {
      var state = try StateFixture.inbox(columns, rows)
      state.theme = theme
      _ = state.settle()
      let frame = MainView.draw(state, theme)
      // What is displayed follows from where the rows are, so the logo moves both.
      let layout = PaneLayout(state)
      #expect(frame.lines[layout.tabs.y].contains(" 1 Primary 3 "))
      #expect(layout.hints.maxY == rows && layout.status.y == rows - 2)
      return frame
    }
    let large = try picture(120, 40)
    expectFrame(large, named: "brand-120x40")
    #expect(large.lines[1].contains("╺━╋━╸    Korvane Bank"))
    #expect(try picture(80, 24).lines[0].contains("◆ KORVANE"))
    #expect(try picture(80, 29).lines[0].contains("◆ KORVANE"))
    #expect(try !picture(40, 12).lines.joined().contains("KORVANE"))
    #expect(try !picture(59, 24).lines.joined().contains("KORVANE"))
    // The tabs come first: they are the same as without a brand.
    var crowded = try StateFixture.inbox(82, 24, centers: ["Offers for everybody", "Orders and returns"])
    let plain = MainView.draw(crowded, .standard).lines[0]
    crowded.theme = theme
    #expect(MainView.draw(crowded, theme).lines[0] == plain && plain.contains("Orders"))
  }
}
