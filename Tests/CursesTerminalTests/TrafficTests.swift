import CursesTerminal
import InboxTUI
import InboxTestSupport
import Testing

extension NcursesTests {
  @Suite("What goes over the line", .serialized) @MainActor struct Traffic {
    /// A list with a bar over one of its rows.
    private func list(selected: Int, size: Size = Size(columns: 120, rows: 40)) -> Frame {
      var frame = Frame(size: size)
      for y in 0..<size.rows {
        let style =
          y == selected
          ? Style(foreground: .palette(15), background: .palette(24), attributes: .bold) : .plain
        frame.fill(frame.bounds.rows(from: y, count: 1), style: style)
        frame.write(
          "● Message number \(y) with a subject of its own, 日本", x: 1, y: y, width: 70, style: style)
        frame.write("\(y) min", x: 100, y: y, width: 18, style: style, alignment: .trailing)
      }
      return frame
    }

    @Test("FE-10 a move of the selection takes less than 300 bytes, the whole screen less than 10 KB")
    func selection() throws {
      let harness = try ScreenHarness("xterm-256color")
      defer { harness.screen.close() }
      let first = try harness.show(list(selected: 0))
      #expect(first.count < 10_240)
      for row in 1...5 {
        let bytes = try harness.show(list(selected: row))
        #expect(bytes.count < 300)
      }
      harness.screen.redraw()
      #expect(try harness.drain().count < 10_240)
      #expect(harness.differences(from: list(selected: 5), styles: true) == [])
    }

    @Test("FE-10 the same frame again takes nothing; one letter takes less than 60 bytes")
    func little() throws {
      let harness = try ScreenHarness("xterm-256color")
      defer { harness.screen.close() }
      var frame = list(selected: 0)
      try harness.show(frame)
      #expect(try harness.show(frame) == [])
      frame.write("x", x: 90, y: 20, style: .plain)
      #expect(try harness.show(frame).count < 60)
    }

    @Test(
      "A frame arrives in one piece where the terminal knows how",
      arguments: ["xterm-256color", "vt100", "linux"])
    func synchronized(name: String) throws {
      let harness = try ScreenHarness(name)
      defer { harness.screen.close() }
      try harness.drain()
      let text = String(decoding: try harness.show(list(selected: 0)), as: UTF8.self)
      let expected = name == "xterm-256color"
      #expect(text.hasPrefix("\u{1B}[?2026h") == expected)
      #expect(text.hasSuffix("\u{1B}[?2026l") == expected)
      #expect(text.contains("\u{1B}[?2026") == expected)
      // What is small arrives in one piece by itself.
      let small = try harness.show(list(selected: 1))
      #expect(!small.isEmpty && !String(decoding: small, as: UTF8.self).contains("\u{1B}[?2026"))
    }

    @Test(
      "FE-10 where a list scrolls beside a message, only what is new goes over the line",
      arguments: [2, -2, 1, -1])
    func scrolling(lines: Int) throws {
      let harness = try ScreenHarness("xterm-256color")
      defer { harness.screen.close() }
      func frame(first: Int, message: String) -> Frame {
        var frame = Frame(size: Size(columns: 120, rows: 40))
        for y in 1..<38 {
          let row = "Row \(first + y) has words of its own: \((first + y) * 7_919)"
          frame.write(row, x: 1, y: y, style: .plain)
        }
        for y in 2..<14 { frame.write("\(message), line \(y) of what it says", x: 50, y: y, style: .plain) }
        return frame
      }
      try harness.takeSize()
      try harness.show(frame(first: 500, message: "One message"))
      let next = frame(first: 500 + lines, message: "And another")
      let bytes = try harness.show(next)
      // Twelve lines of the message and at most two rows; 37 rows of the list would be 1,300 bytes more.
      #expect(bytes.count < 700)
      #expect(String(decoding: bytes, as: UTF8.self).contains("\u{1B}8"), "the rows were moved by us")
      #expect(harness.differences(from: next, styles: true) == [])
      // The list alone, beside a message that stays.
      let third = frame(first: 500 + 2 * lines, message: "And another")
      try harness.show(third)
      #expect(harness.differences(from: third, styles: true) == [])
    }

    @Test("FE-10 a list that scrolls is moved also where lines above and below it change in a letter or two")
    func scrollingBetweenBars() throws {
      let harness = try ScreenHarness("xterm-256color")
      defer { harness.screen.close() }
      func frame(first: Int) -> Frame {
        var frame = Frame(size: Size(columns: 120, rows: 40))
        frame.fill(frame.bounds.rows(from: 1, count: 1), style: .plain, with: "─")
        frame.write("\(first)/1382", x: 40, y: 1, style: .plain)
        for y in 2..<38 {
          frame.write("Row \(first + y): \((first + y) * 7_919)", x: 1, y: y, style: .plain)
          frame.write("\(first) \(y) of what it says", x: 50, y: y, style: .plain)
        }
        frame.fill(frame.bounds.rows(from: 38, count: 1), style: .plain, with: "═")
        frame.write("session \(first)", x: 100, y: 38, style: .plain)
        return frame
      }
      try harness.takeSize()
      try harness.show(frame(first: 500))
      let next = frame(first: 502)
      let bytes = try harness.show(next)
      #expect(String(decoding: bytes, as: UTF8.self).contains("\u{1B}8"), "the rows were moved by us")
      #expect(harness.differences(from: next, styles: true) == [])
    }

    @Test(
      "FE-5 a terminal that something left in another character set is painted again as it was",
      arguments: ["xterm-256color", "tmux-256color", "screen-256color", "linux"])
    func characterSet(name: String) throws {
      let harness = try ScreenHarness(name)
      defer { harness.screen.close() }
      let frame = list(selected: 0)
      try harness.show(frame)
      // What `cat` of a binary may leave behind: line drawing in both of the sets that a terminal switches between.
      harness.terminal.feed(Array((name.hasPrefix("xterm") ? "\u{1B}(0" : "\u{1B})0\u{0E}").utf8))
      harness.screen.redraw()
      try harness.drain()
      #expect(harness.differences(from: frame, styles: false) == [])
    }

    @Test("FE-5 closing turns every mode off that opening turned on")
    func modes() throws {
      let harness = try ScreenHarness("xterm-256color")
      let opened = String(decoding: try harness.drain() + harness.show(list(selected: 0)), as: UTF8.self)
      harness.screen.close()
      harness.screen.close()
      let closed = String(decoding: try harness.drain(), as: UTF8.self)
      for mode in ["2004", "1004", "1000", "1002", "1006", "1049"] {
        #expect(opened.contains("\u{1B}[?\(mode)h"), "\(mode)")
        #expect(closed.contains("\u{1B}[?\(mode)l"), "\(mode)")
      }
      #expect(closed.contains("\u{1B}[?25h") || closed.contains("\u{1B}[?12l\u{1B}[?25h"))
      harness.screen.present(list(selected: 1))
      #expect(try harness.drain() == [])
    }

    @Test("FE-5 FE-9 the window's title is set when it changes, harmless whatever is in it, and restored")
    func title() throws {
      let harness = try ScreenHarness("xterm-256color")
      func show(_ title: String) throws -> String {
        var frame = list(selected: 0)
        frame.title = title
        return String(decoding: try harness.show(frame), as: UTF8.self)
      }
      let opened = String(decoding: try harness.drain(), as: UTF8.self)
      #expect(opened.contains("\u{1B}[22;2t"))
      #expect(try show("Offers (12) – inbox").contains("\u{1B}]2;Offers (12) – inbox\u{7}"))
      #expect(try show("Offers (12) – inbox").isEmpty)
      let hostile = try show("a\u{7}b\u{1B}]52;c;eA==\u{9C}\u{202E}c")
      let title = try #require(
        hostile.split(separator: "\u{1B}]2;", maxSplits: 1).last?.split(separator: "\u{7}").first)
      #expect(title.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
      #expect(!title.unicodeScalars.contains("\u{202E}") && title.hasPrefix("a"))
      harness.screen.suspend()
      #expect(String(decoding: try harness.drain(), as: UTF8.self).contains("\u{1B}[23;2t"))
      harness.screen.resume()
      #expect(String(decoding: try harness.drain(), as: UTF8.self).contains("\u{1B}]2;a"))
      harness.screen.close()
      #expect(String(decoding: try harness.drain(), as: UTF8.self).contains("\u{1B}[23;2t"))
    }

    @Test("FE-5 frames wait while a child has the terminal, and are repainted after it")
    func suspension() throws {
      let harness = try ScreenHarness("xterm-256color", options: TerminalOptions(mouse: false))
      defer { harness.screen.close() }
      try harness.show(list(selected: 0))
      harness.screen.suspend()
      #expect(String(decoding: try harness.drain(), as: UTF8.self).contains("\u{1B}[?1049l"))
      harness.screen.present(list(selected: 1))
      #expect(try harness.drain() == [])
      harness.screen.resume()
      let text = String(decoding: try harness.drain(), as: UTF8.self)
      #expect(text.contains("\u{1B}[?1049h") && !text.contains("\u{1B}[?1000h"))
      // Keys are sent as its terminfo entry has them.
      #expect(text.contains("\u{1B}[?1h"))
      #expect(harness.differences(from: list(selected: 0), styles: true).prefix(3) == [])
      try harness.show(list(selected: 1))
      #expect(harness.differences(from: list(selected: 1), styles: true).prefix(3) == [])
    }

    @Test("FE-5 a terminal that cannot be used is refused with what to do about it")
    func refused() throws {
      let unknown = #expect(throws: TerminalError.self) { _ = try ScreenHarness("no-such-terminal") }
      #expect(unknown == .unknownTerminal(name: "no-such-terminal"))
      let dumb = #expect(throws: TerminalError.self) { _ = try ScreenHarness("dumb") }
      #expect(dumb == .noCursorAddressing(name: "dumb"))
      #expect(dumb?.description.contains("inbox list") == true)
      let harness = try ScreenHarness("xterm-256color")
      defer { harness.screen.close() }
      let second = #expect(throws: TerminalError.self) { _ = try ScreenHarness("xterm-256color") }
      #expect(second == .alreadyOpen)
    }
  }
}
