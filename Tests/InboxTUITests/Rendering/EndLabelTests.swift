import Foundation
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxTUI

/// When a message ends: quiet when it is far away, loud when it is near (FE-2).
struct EndLabelTests {
  private static let year = 365 * 86_400.0

  @Test(
    "FE-2 the end of a message by its distance",
    arguments: [
      (1.0, "ends 1s", ThemeRole.listExpiring, true), (21, "ends 21s", .listExpiring, true),
      (3_599, "ends 59m", .listExpiring, true), (3_600, "ends 1h", .listExpiring, false),
      (86_400 * 364, "ends 364d", .listExpiring, false), (year, "ends 2028", .muted, false),
      (year * 4.2, "ends 2031", .muted, false), (0, "expired", .listExpiring, false),
    ])
  func table(seconds: Double, text: String, role: ThemeRole, isLoud: Bool) {
    // 15 January 2027.
    let now = StateFixture.now
    let end = now.addingTimeInterval(seconds)
    #expect(TimeLabel.end(end, at: now, in: .utc) == text)
    let style = TimeLabel.style(ofEnd: end, at: now)
    #expect(style.role == role && style.attributes == (isLoud ? .bold : []))
  }

  @Test(
    "FE-2 what ends soon stands out at every width, selected or not, in colour and without",
    arguments: [(120, 40), (80, 30), (80, 24), (60, 20), (40, 12), (160, 40)])
  func everywhere(columns: Int, rows: Int) throws {
    for (keys, theme) in [("", Theme.standard), ("j", .standard), ("", .mono), ("j", .mono), ("z", .mono)] {
      var state = try StateFixture.inbox(columns, rows)
      for key in try Key.sequence(keys) { _ = state.reduce(.keyPressed(key)) }
      _ = state.settle()
      let frame = MainView.draw(state, theme)
      let list = try #require(PaneLayout(state).listRows)
      let row = try #require((list.y..<list.maxY).first { frame.lines[$0].contains("ends 40m") })
      let line = frame.lines[row].prefix(list.width)
      let place = try #require(line.firstRange(of: "ends"))
      let x = DisplayText.width(of: String(line[..<place.lowerBound]))
      #expect(frame[x, row].style.attributes.contains(.bold), "\(columns) \(keys)")
    }
  }

  @Test(
    "FE-2 FE-13 the ages of a message without its list, and the clock over a banner, are drawn anew in time")
  func alone() throws {
    let minute = StateFixture.now.addingTimeInterval(60)
    var state = try StateFixture.inbox(80, 18)
    let row = try #require(state.list.selectedRow)
    _ = state.reduce(.message(.opened(row.key, row)))
    _ = state.settle()
    try #require(PaneLayout(state).list == nil && state.notice == nil)
    state.now += 10
    #expect(MainView.nextLabelChange(state) == minute)
    // The last message is so old that its age does not change.
    state = try PresentingFixture.state(40, 12)
    state.presenting?.look = .banner
    for key in try Key.sequence("j j j") { _ = state.reduce(.keyPressed(key)) + state.settle() }
    try #require(PaneLayout(state).list == nil && state.notice == nil)
    state.now += 10
    #expect(MainView.nextLabelChange(state) == minute)
  }
}
