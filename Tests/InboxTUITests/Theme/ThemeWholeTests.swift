import InboxTestSupport
import Testing

@testable import inbox
@testable import InboxTUI

/// What every shipped theme shows, at every size and depth.
struct ThemeWholeTests {
  @Test("FE-7 the selection and the status bar look different, at every depth", arguments: ThemeFixture.names)
  func bars(name: String) throws {
    for depth in ColorDepth.allCases {
      var state = try StateFixture.inbox(80, 24)
      state.theme = try ThemeFixture.definition(name).theme(at: depth)
      let frame = MainView.draw(state, state.theme)
      // As drawn, with reversed colours in their places.
      func look(_ y: Int) -> String {
        let style = frame[3, y].style
        let (text, ground) =
          style.attributes.contains(.reverse)
          ? (style.background, style.foreground) : (style.foreground, style.background)
        let rest = style.attributes.subtracting(style.attributes.contains(.reverse) ? .reverse : [])
        return depth == .mono ? "\(style)" : "\(text) \(ground) \(rest)"
      }
      let selected = try #require(
        frame.marks.first { if case .row = $0.target { true } else { false } }?.rect.y)
      #expect(look(selected) != look(frame.size.rows - 2), "\(depth)")
    }
  }

  @Test(
    "FE-7 a logo is shown whole or not at all, with the brand's name, at every size",
    arguments: ThemeFixture.names)
  func logos(name: String) throws {
    let theme = try ThemeFixture.definition(name).theme(at: .truecolor)
    guard let brand = theme.brand else { return }
    for columns in [80, 100, 120, 200] {
      for rows in [30, 32, 40, 60] {
        for isPresenting in [false, true] {
          var state = try StateFixture.inbox(columns, rows)
          state.theme = theme
          if isPresenting { _ = state.reduce(.keyPressed(.function(5))) }
          _ = state.settle()
          let lines = MainView.draw(state, state.shownTheme).lines.joined(separator: "\n")
          let shown = brand.logo.filter { line in
            lines.contains(String(line.reversed().drop { $0 == " " }.reversed()))
          }
          #expect(
            [0, brand.logo.count].contains(shown.count), "\(columns)×\(rows) presenting \(isPresenting)")
          if !isPresenting { #expect(shown.count == brand.logo.count && lines.contains(brand.name)) }
        }
      }
    }
    // Nothing of a letter is missing below: no line leads down from the last row, nor up from the first.
    #expect(brand.logo.last?.contains { "┌┐┬├┤┼│╷╭╮".contains($0) } == false)
    #expect(brand.logo.first?.contains { "└┘┴├┤┼│╵╰╯".contains($0) } == false)
  }
}
