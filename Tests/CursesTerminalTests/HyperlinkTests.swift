import InboxTUI
import InboxTestSupport
import Testing

@testable import CursesTerminal
@testable import InboxTUI

extension NcursesTests {
  /// Web addresses that the terminal opens by itself, on a real ncurses screen.
  @Suite("Addresses on the terminal", .serialized) @MainActor
  struct HyperlinkTests {
    private static let size = Size(columns: 40, rows: 8)
    private static let free = "https://www.acme.example/a"

    private func harness() throws -> ScreenHarness {
      let harness = try ScreenHarness("xterm-256color", size: Self.size)
      harness.screen.openAddresses { !$0.contains("tracked") }
      return harness
    }

    private func frame(_ url: String = free, words: String = "the shop", y: Int = 2, cover: Rect? = nil)
      -> Frame
    {
      var frame = Frame(size: Self.size)
      frame.write("Go to ", x: 1, y: y, style: .plain)
      frame.write(words, x: 7, y: y, style: Style(foreground: .palette(4), attributes: .underline))
      frame.link(Rect(x: 7, y: y, width: words.count, height: 1), to: url)
      if let cover { frame.fill(cover, style: .plain, with: "x") }
      return frame
    }

    private func has(_ bytes: [UInt8], _ text: String) -> Bool {
      bytes.firstRange(of: Array(text.utf8)) != nil
    }

    @Test("FE-12 an address whose click no one counts is given to the terminal, with the look of its words")
    func free() throws {
      let harness = try harness()
      let bytes = try harness.show(frame())
      #expect(has(bytes, "\u{1B}[3;8H\u{1B}[0;4;34m\u{1B}]8;;\(Self.free)\u{1B}\\the shop\u{1B}]8;;\u{1B}\\"))
      #expect(harness.differences(from: frame(), styles: false).isEmpty)
      #expect(try harness.show(frame()).isEmpty)
      // A row that is written again has it again, the whole screen as well.
      var other = frame()
      other.write("!", x: 30, y: 2, style: .plain)
      #expect(has(try harness.show(other), "]8;;\(Self.free)"))
      harness.screen.redraw()
      #expect(has(try harness.drain(), "]8;;\(Self.free)"))
    }

    @Test(
      "FE-9 FE-12 UL-5 what is tracked, no web address or could steer a terminal never is",
      arguments: [
        "https://tracked.acme.example/", "acme://shop", "javascript:alert(1)",
        "https://a.example/\u{1B}]0;x\u{07}",
        "https://a.example/\u{9C}", "https://a.example/ü",
        "https://a.example/" + String(repeating: "a", count: 2_000),
      ])
    func refused(url: String) throws {
      #expect(!has(try harness().show(frame(url)), "\u{1B}]8"))
    }

    @Test(
      "FE-12 a row that an address has left is written whole, so that no letter keeps it; a cover hides its part"
    )
    func left() throws {
      let harness = try harness()
      try harness.show(frame())
      // The same letters elsewhere on the row, without an address.
      var plain = Frame(size: Self.size)
      plain.write("Go to the shop", x: 1, y: 2, style: .plain)
      plain.restyle(Rect(x: 7, y: 2, width: 8, height: 1)) { _ in
        Style(foreground: .palette(4), attributes: .underline)
      }
      let bytes = try harness.show(plain)
      #expect(has(bytes, "the shop") && !has(bytes, "\u{1B}]8"))
      let covered = try harness.show(frame(cover: Rect(x: 7, y: 2, width: 4, height: 1)))
      #expect(has(covered, "]8;;\(Self.free)\u{1B}\\shop\u{1B}]8"))
    }
  }
}
