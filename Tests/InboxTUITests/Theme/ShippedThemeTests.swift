import InboxEvidence
import InboxTestSupport
import InboxTUI
import Testing

@testable import inbox
@testable import InboxTUI

@Suite("The themes that come with the program")
struct ShippedThemeTests {
  @Test("FE-7 there are the ones that were promised")
  func promised() {
    #expect(
      ThemeFixture.names == [
        "dark", "dracula", "gruvbox", "high-contrast", "korvane", "light", "mono", "nord", "safe-dark",
        "safe-light", "skerrylight", "terminal", "tidemoor",
      ])
  }

  @Test("FE-7 every text of every theme can be read at every depth", arguments: ThemeFixture.names)
  func contrast(name: String) throws {
    let read = try ThemeLibrary(own: "/nowhere", shipped: ThemeFixture.shipped).read(name)
    #expect(read.flaws == [])
    #expect(ThemeCheck(read.definition).findings.map(\.description) == [])
    // Measured here as well, by the definition of WCAG: the check itself could be wrong.
    guard name != "terminal", name != "mono" else { return }
    for depth in [ColorDepth.truecolor, .palette256, .palette16] {
      let theme = read.definition.theme(at: depth)
      for role in ThemeRole.allCases {
        let style = theme(role).over(theme.page)
        let (text, ground) = (try #require(Light(style.foreground)), try #require(Light(style.background)))
        #expect(text.contrast(with: ground) >= 4.5, "\(role) at \(depth)")
        #expect(depth == .truecolor || style.isPalette, "\(role) at \(depth)")
      }
    }
  }

  @Test("FE-7 high contrast is higher: 7 to 1 with 24 bits")
  func highContrast() throws {
    let theme = try ThemeFixture.definition("high-contrast").theme(at: .truecolor)
    for role in ThemeRole.allCases {
      let style = theme(role).over(theme.page)
      let (text, ground) = (try #require(Light(style.foreground)), try #require(Light(style.background)))
      #expect(text.contrast(with: ground) >= 7, "\(role)")
    }
  }

  @Test("FE-7 no two themes draw the same picture where there are colours")
  func different() throws {
    for depth in [ColorDepth.truecolor, .palette256] {
      var seen: [String: String] = [:]
      for name in ThemeFixture.names {
        var state = try StateFixture.inbox(80, 24)
        state.theme = try ThemeFixture.definition(name).theme(at: depth)
        let print = try #require(RecordedFrame(MainView.draw(state, state.shownTheme)).styles)
        #expect(seen.updateValue(name, forKey: print) == nil, "\(name)")
      }
    }
  }

  @Test("FE-7 the file of the built-in theme says what is built in, at every depth")
  func builtIn() throws {
    for depth in ColorDepth.allCases {
      let theme = try ThemeFixture.definition("terminal").theme(at: depth)
      #expect(theme == ThemeDefinition().theme(at: depth))
      #expect(try ThemeFixture.definition("mono").theme(at: depth).styles == Theme.mono.styles)
    }
    #expect(Theme.standard.page == .plain && Theme.mono.page == .plain)
  }

  @Test(
    "FE-7 without colours every theme looks like the others but for its signs", arguments: ThemeFixture.names)
  func mono(name: String) throws {
    let theme = try ThemeFixture.definition(name).theme(at: .mono)
    #expect(theme.page == .plain)
    for role in ThemeRole.allCases {
      let style = theme(role)
      #expect(style == Style(attributes: style.attributes), "\(role)")
    }
    #expect(theme(.listSelected) != theme(.listUnread) && theme(.tabActive) != theme(.tab))
  }

  @Test("FE-7 a theme as a whole file is the same theme again", arguments: ThemeFixture.names)
  func export(name: String) throws {
    let definition = try ThemeFixture.definition(name)
    let fixture = try ThemeFixture([name + ".toml": ThemeExport.text(definition)])
    let again = try fixture.library.read(name)
    #expect(again.flaws == [])
    for depth in [ColorDepth.truecolor, .mono] {
      #expect(again.definition.theme(at: depth) == definition.theme(at: depth), "\(depth)")
    }
  }

  @Test("FE-7 the demonstration's brands have a name, a line and a logo of two or three lines")
  func brands() throws {
    for name in ["skerrylight", "korvane", "tidemoor"] {
      let brand = try #require(try ThemeFixture.definition(name).brand)
      #expect((2...3).contains(brand.logo.count) && !brand.line.isEmpty)
    }
  }
}

extension Style {
  fileprivate var isPalette: Bool {
    [foreground, background].allSatisfy { if case .rgb = $0 { false } else { true } }
  }
}
