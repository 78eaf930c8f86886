import Testing

@testable import InboxTUI

@Suite("Colours of poorer terminals")
struct ColorDepthTests {
  @Test(
    "FE-7 24 bits become the nearest of the cube and the greys",
    arguments: [
      (Color.rgb(0, 0, 0), 16), (.rgb(255, 255, 255), 231), (.rgb(255, 0, 0), 196), (.rgb(95, 135, 175), 67),
      (.rgb(8, 8, 8), 232), (.rgb(128, 128, 128), 244), (.rgb(238, 238, 238), 255),
      (.rgb(250, 250, 250), 231),
    ] as [(Color, UInt8)])
  func to256(color: Color, expected: UInt8) {
    #expect(ColorDepth.palette256.color(color) == .palette(expected))
  }

  @Test("FE-7 every entry of the cube and the greys is its own nearest one or has a twin")
  func roundTrip() {
    for index in UInt8(16)...255 {
      let color = ColorDepth.components(index)
      let nearest = ColorDepth.nearest256(UInt8(color.0), UInt8(color.1), UInt8(color.2))
      #expect(nearest >= 16 && ColorDepth.components(nearest) == color, "\(index)")
    }
  }

  @Test("FE-7 the user's own colours and the terminal's stay what they are")
  func retained() {
    for depth in [ColorDepth.truecolor, .palette256, .palette16] {
      #expect(depth.color(.palette(3)) == .palette(3))
      #expect(depth.color(.standard) == .standard)
    }
    #expect(ColorDepth.palette16.color(.rgb(250, 10, 10)) == .palette(9))
    #expect(ColorDepth.truecolor.color(.rgb(1, 2, 3)) == .rgb(1, 2, 3))
  }

  @Test("FE-7 monochrome keeps the attributes only")
  func mono() {
    let style = Style(foreground: .rgb(1, 2, 3), background: .palette(4), attributes: [.bold, .reverse])
    #expect(ColorDepth.mono.style(style) == Style(attributes: [.bold, .reverse]))
  }

  @Test("A style laid over another lets unset colours through")
  func over() {
    let below = Style(foreground: .palette(1), background: .palette(2), attributes: .bold)
    let above = Style(foreground: .palette(3), attributes: .underline)
    #expect(
      above.over(below)
        == Style(foreground: .palette(3), background: .palette(2), attributes: [.bold, .underline]))
  }
}
