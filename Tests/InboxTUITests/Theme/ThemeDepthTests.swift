import InboxTestSupport
import InboxTUI
import Testing

@testable import InboxTUI

@Suite("Themes with fewer colours")
struct ThemeDepthTests {
  private func definition(_ base: [ThemeDefinition.Seed: Color], dark: Bool = true) -> ThemeDefinition {
    var definition = ThemeDefinition(name: "test")
    definition.variant = dark ? .dark : .light
    definition.base = base.mapValues { .fixed($0) }
    return definition
  }

  @Test(
    "FE-7 with 256 colours the nearest one that can be read; the person's own sixteen are never guessed",
    arguments: [
      (Color.rgb(255, 255, 255), Color.rgb(0, 0, 0), Color.palette(231)),
      (.rgb(0x5F, 0x87, 0xAF), .rgb(0, 0, 0), .palette(67)),
      // Too dark on black: a lighter one of the same kind.
      (.rgb(0, 0, 255), .rgb(0, 0, 0), .palette(63)),
      (.rgb(128, 128, 128), .rgb(255, 255, 255), .palette(243)),
    ])
  func cube(text: Color, ground: Color, expected: Color) {
    let theme = definition([.background: ground, .foreground: text]).theme(at: .palette256)
    #expect(theme.page.foreground == expected)
  }

  @Test(
    "FE-7 with 16 colours the hue or its twin, else none: what is green never becomes red",
    arguments: [
      (Color.rgb(240, 60, 60), true, Color.palette(9)), (.rgb(90, 220, 90), true, .palette(2)),
      // Blue cannot be read on black, in neither of its two.
      (.rgb(40, 40, 230), true, .palette(8)), (.rgb(0, 140, 0), false, .palette(0)),
      // Pale, and a hue all the same; a grey is none.
      (.rgb(0x88, 0xC0, 0xD0), true, .palette(6)), (.rgb(0x98, 0xA2, 0xB3), true, .palette(8)),
      (.rgb(160, 0, 0), false, .palette(1)), (.rgb(20, 60, 200), false, .palette(4)),
    ])
  func sixteen(color: Color, dark: Bool, expected: Color) {
    let ground: Color = dark ? .rgb(20, 20, 30) : .rgb(250, 250, 245)
    let theme = definition([.background: ground, .accent: color], dark: dark).theme(at: .palette16)
    #expect(theme.page.background == .palette(dark ? 0 : 15))
    #expect(theme(.accent).foreground == expected)
  }

  @Test("FE-7 a bar in a shade of the page is the page turned round, one in a colour of its own stays")
  func bars() {
    var definition = definition([
      .background: .rgb(20, 20, 30), .foreground: .rgb(230, 230, 230), .selectionBackground: .rgb(60, 60, 80),
    ])
    definition.roles[.badge] = .style(.init(.fixed(.rgb(255, 255, 255)), on: .fixed(.rgb(230, 30, 30))))
    let theme = definition.theme(at: .palette16)
    #expect(theme(.listSelected) == Style(attributes: .reverse))
    #expect(theme(.statusLine).attributes == .reverse && theme(.statusLine) != theme(.listSelected))
    #expect(theme(.badge).background == .palette(9) || theme(.badge).background == .palette(1))
    #expect(ThemeCheck(definition).findings == [])
  }

  @Test("FE-7 what a file writes is kept at 24 bits, also if it cannot be read; what follows from it can be")
  func written() {
    let grey = Color.rgb(60, 60, 60)
    var definition = definition([.background: .rgb(0, 0, 0), .foreground: .rgb(200, 200, 200), .muted: grey])
    definition.roles[.title] = .style(.init(.fixed(grey)))
    let theme = definition.theme(at: .truecolor)
    #expect(theme(.title).foreground == grey)
    #expect(theme(.muted).foreground != grey)
    let findings = ThemeCheck(definition).findings.map(\.description)
    #expect(
      findings.first
        == "at 24 bits: title: #3c3c3c on #000000 has a contrast of 1.9 to 1, and a text needs 4.5.")
    // With fewer colours it is made readable; nothing else is wrong.
    #expect(findings.allSatisfy { $0.contains("title") && $0.hasPrefix("at 24 bits") })
  }

  @Test("FE-7 the check tells dim text, colours beside the terminal's own, and states that look the same")
  func findings() {
    var dim = definition([.background: .rgb(0, 0, 0), .foreground: .rgb(255, 255, 255)])
    dim.roles[.muted] = .style(.init(nil, .dim))
    #expect(ThemeCheck(dim).findings.map(\.problem).contains { $0.contains("muted: “dim” looks different") })
    var own = ThemeDefinition()
    own.roles[.title] = .style(.init(.fixed(.palette(15))))
    own.roles[.listSelected] = .style(.init())
    let problems = ThemeCheck(own).findings.map(\.problem)
    #expect(problems.contains { $0.hasPrefix("title: 15 beside the terminal's own colours cannot be read") })
    #expect(problems.contains("selected looks like list-row. Give one of them another colour or attribute."))
    #expect(ThemeCheck(ThemeDefinition()).findings == [])
  }

  @Test("FE-7 a theme of few colours has no more of them on a better terminal")
  func limited() {
    var definition = definition([.background: .rgb(1, 2, 3), .foreground: .rgb(250, 251, 252)])
    definition.depth = .palette16
    #expect(definition.theme(at: .truecolor) == definition.theme(at: .palette16))
    #expect(definition.theme(at: .mono).page == .plain)
  }

  @Test("FE-7 a layer's ground lies under everything on it, and the page under the rest")
  func grounds() throws {
    var definition = definition([.background: .rgb(0, 0, 0), .foreground: .rgb(255, 255, 255)])
    definition.roles[.layer] = .style(.init(on: .fixed(.rgb(30, 30, 60))))
    var state = try StateFixture.inbox(80, 24)
    state.theme = definition.theme(at: .truecolor)
    _ = state.reduce(.keyPressed(.character("?")))
    let frame = MainView.draw(state, state.theme)
    for y in 0..<24 {
      for x in 0..<80 {
        let expected: Color = (1...21).contains(y) && (2...77).contains(x) ? .rgb(30, 30, 60) : .rgb(0, 0, 0)
        let style = frame[x, y].style
        #expect(style.background == expected || style.attributes.contains(.reverse), "\(x),\(y)")
        #expect(style.foreground != .standard)
      }
    }
    _ = state.reduce(.screen(.resized(Size(columns: 20, rows: 3))))
    #expect(MainView.draw(state, state.theme)[19, 2].style.background == .rgb(0, 0, 0))
  }
}
