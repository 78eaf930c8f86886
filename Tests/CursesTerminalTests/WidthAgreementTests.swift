@testable import CursesTerminal
import InboxTUI
import Testing

@Suite("Widths in the layout and in ncurses")
struct WidthAgreementTests {
  @Test("FE-9 ncurses and the layout give every scalar the same width")
  func agree() {
    #expect(CellPainter.giveWidths())
    var wrong: [UInt32] = []
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      // What stands for a part of a picture is not a character of a text.
      if scalar == KittyGraphics.placeholder { continue }
      if CellPainter.columns(of: value) != CharacterWidth.columns(of: scalar) { wrong.append(value) }
    }
    #expect(wrong.prefix(10) == [])
  }
}
