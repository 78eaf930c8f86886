import CursesTerminal
import InboxModel
import InboxTestSupport
import Testing

@testable import InboxTUI

extension NcursesTests {
  @Suite("What the terminal shows", .serialized) @MainActor struct Conformance {
    nonisolated static let terminals = ["xterm-256color", "tmux-256color", "linux", "vt100"]
    private static let texts = [
      "Spring sale", "日本語のお知らせ", "e\u{301}te\u{301}", "😀 wow 🎉", "한국어 공지", "│ ─ ╭╮", "Ünïcödé", "   ",
      "👍🏽 thanks", "🇫🇷 France", "\u{1B}[2J\u{9B}H", "\u{202E}gpj", "שלום", "a", "0123456789",
    ]

    private func randomFrame(
      _ size: Size, over base: Frame?, using random: inout SeededGenerator, writes: Int? = nil
    ) -> Frame {
      var frame = base ?? Frame(size: size)
      for _ in 0..<(writes ?? Int.random(in: 1...12, using: &random)) {
        var attributes: Attributes = []
        if Bool.random(using: &random) { attributes.insert(.bold) }
        if Bool.random(using: &random) { attributes.insert(.reverse) }
        let text = Self.texts.randomElement(using: &random) ?? ""
        frame.write(
          text, x: Int.random(in: -4..<size.columns, using: &random),
          y: Int.random(in: 0..<size.rows, using: &random),
          width: Int.random(in: 1...30, using: &random),
          style: Style(
            foreground: [.standard, .palette(1), .palette(6)].randomElement(using: &random) ?? .standard,
            background: [.standard, .palette(4)].randomElement(using: &random) ?? .standard,
            attributes: attributes))
      }
      return frame
    }

    @Test("FE-5 frames arrive cell by cell, wide characters and all", arguments: terminals)
    func frames(name: String) throws {
      let seed = UInt64.random(in: 0...UInt64.max)
      var random = SeededGenerator(seed: seed)
      let size = Size(columns: 40, rows: 8)
      let harness = try ScreenHarness(name, size: size)
      defer { harness.screen.close() }
      var frame: Frame?
      let hasColors = harness.screen.depth != .mono
      for step in 0..<60 {
        var next = randomFrame(size, over: step.isMultiple(of: 10) ? nil : frame, using: &random)
        // The corner has a test of its own.
        next.write("end", x: size.columns - 3, y: size.rows - 1, style: .plain)
        frame = next
        try harness.show(next)
        let differences = harness.differences(from: next, styles: hasColors)
        #expect(differences.prefix(5) == [], "seed \(seed), step \(step)")
        if !differences.isEmpty { break }
      }
    }

    /// Scrolls a list sixty times, and compares each picture with what the terminal shows.
    ///
    /// - Parameter add: Puts there what else is on the screen in a step.
    /// - Returns: how often the terminal was asked to move rows.
    private func scroll(
      _ name: String, _ size: Size, list: Size, writes: Int,
      add: (inout Frame, _ step: Int, inout SeededGenerator) -> Void
    ) throws -> Int {
      let seed = UInt64.random(in: 0...UInt64.max)
      var random = SeededGenerator(seed: seed)
      let harness = try ScreenHarness(name, size: size)
      defer { harness.screen.close() }
      let hasColors = harness.screen.depth != .mono
      let list = randomFrame(list, over: nil, using: &random, writes: writes)
      var (first, moved) = (200, 0)
      for step in 0..<60 {
        first += [1, 2, 2, -1, -2, -2, 3, 0].randomElement(using: &random) ?? 0
        var frame = Frame(size: size)
        frame.draw(list, from: Point(x: 0, y: first))
        frame.write(
          "selected", x: 2, y: Int.random(in: 3..<20, using: &random), style: Style(attributes: .reverse))
        add(&frame, step, &random)
        frame.write("end", x: size.columns - 3, y: size.rows - 1, style: .plain)
        // The cursor is put back where it was.
        if String(decoding: try harness.show(frame), as: UTF8.self).contains("\u{1B}8") { moved += 1 }
        let differences = harness.differences(from: frame, styles: hasColors)
        #expect(differences.prefix(5) == [], "seed \(seed), step \(step)")
        if !differences.isEmpty { break }
      }
      return moved
    }

    @Test(
      "FE-5 a list that scrolls arrives cell by cell, whatever else changes with it", arguments: terminals)
    func scrolling(name: String) throws {
      let size = Size(columns: 40, rows: 24)
      _ = try scroll(name, size, list: Size(columns: 40, rows: 400), writes: 700) { frame, step, random in
        // A title, and now and then something across the list.
        frame.write("\(step) of 60", x: 0, y: 0, style: Style(attributes: .bold))
        if Int.random(in: 0..<5, using: &random) == 0 {
          frame = randomFrame(size, over: frame, using: &random)
        }
      }
    }

    @Test(
      "FE-5 a list that scrolls beside something else arrives cell by cell", arguments: terminals)
    func scrollingBeside(name: String) throws {
      var message: [String] = []
      let moved = try scroll(
        name, Size(columns: 60, rows: 24), list: Size(columns: 34, rows: 400), writes: 900
      ) { frame, step, random in
        if message.isEmpty || Bool.random(using: &random) {
          message = (0..<12).map { _ in Self.texts.randomElement(using: &random) ?? "" }
        }
        for (y, line) in message.enumerated() { frame.write(line, x: 34, y: y + 2, width: 25, style: .plain) }
        frame.cursor = Bool.random(using: &random) ? Point(x: step % 60, y: step % 24) : nil
      }
      #expect(moved > 0, "the terminal was never asked to move rows")
    }

    @Test("FE-5 the bottom right corner takes letters and wide characters", arguments: terminals)
    func corner(name: String) throws {
      let size = Size(columns: 8, rows: 2)
      let harness = try ScreenHarness(name, size: size)
      defer { harness.screen.close() }
      for text in ["abcdefgh", "abcdef日", "abcde日x", "abcdefge\u{301}", "日本語文", "a日本語x", "", "abcde日y"] {
        var frame = Frame(size: size)
        frame.write(text, x: 0, y: 1, style: Style(attributes: .reverse))
        try harness.show(frame)
        let differences = harness.differences(from: frame, styles: false)
        let wanted =
          frame[5, 1].width == 2 ? ["5,1"] : frame[7, 1].cluster.unicodeScalars.count > 1 ? ["7,1"] : []
        let places = Set(differences.map { String($0.prefix(3)) })
        #expect(places.isSubset(of: wanted), "\(differences)")
      }
    }

    @Test("FE-9 no byte of a text is a control to the terminal", arguments: terminals)
    func hostile(name: String) throws {
      let harness = try ScreenHarness(name, size: Size(columns: 60, rows: 6))
      defer { harness.screen.close() }
      var plain = Frame(size: Size(columns: 60, rows: 6))
      plain.write("start", x: 0, y: 0, style: .plain)
      try harness.show(plain)
      var frame = plain
      let attacks = [
        "\u{1B}]0;owned\u{7}", "\u{1B}]52;c;ZXZpbA==\u{1B}\\", "\u{9D}8;;http://evil\u{9C}",
        "\u{1B}P$q\u{1B}\\",
        "\u{202E}\u{2066}\u{200B}\r\u{8}\u{E}\u{F}",
      ]
      for (index, attack) in attacks.enumerated() { frame.write(attack, x: 0, y: index + 1, style: .plain) }
      let bytes = try harness.show(frame)
      let text = String(decoding: bytes, as: UTF8.self)
      for sign in [
        "\u{1B}]", "\u{1B}P", "\u{7}", "\u{9D}", "\u{9B}", "\u{202E}", "\u{2066}", "\u{200B}", "\u{E}",
      ] {
        // Some terminals end every change of attributes with SI.
        #expect(
          !text.unicodeScalars.contains(where: { $0 == sign.unicodeScalars.first }) || sign.first == "\u{1B}")
        #expect(!text.contains(sign), "\(sign.unicodeScalars.map { String($0.value, radix: 16) })")
      }
      #expect(harness.differences(from: frame, styles: false) == [])
    }

    @Test("FE-7 24-bit, 256 and 8 colours arrive as they are, or as the nearest", arguments: terminals)
    func colors(name: String) throws {
      let size = Size(columns: 20, rows: 3)
      let harness = try ScreenHarness(name, size: size, environment: ["COLORTERM": "truecolor"])
      defer { harness.screen.close() }
      let depth = harness.screen.depth
      let expected: [String: ColorDepth] = ["linux": .palette16, "vt100": .mono]
      #expect(depth == expected[name] ?? .truecolor)
      func frame(_ style: (Style) -> Style) -> Frame {
        var frame = Frame(size: size)
        let pink = Style(foreground: .rgb(255, 0, 255), background: .rgb(1, 2, 3))
        frame.write("pink", x: 0, y: 0, style: style(pink))
        frame.write(
          "two", x: 5, y: 0, style: style(Style(foreground: .palette(2), background: .palette(200))))
        let nine = Style(
          foreground: .palette(9), attributes: depth == .truecolor ? [.italic, .underline] : [])
        frame.write("nine", x: 10, y: 0, style: style(nine))
        return frame
      }
      try harness.show(frame { $0 })
      // Of eight colours a bright one is the other, and its letters are bold.
      let shown = frame { style in
        var style = depth.style(style)
        guard name == "linux" else { return style }
        if case .palette(let index) = style.background { style.background = .palette(index % 8) }
        if case .palette(let index) = style.foreground, index > 7 {
          style.foreground = .palette(index % 8)
          style.attributes.insert(.bold)
        }
        return style
      }
      #expect(harness.differences(from: shown, styles: true) == [])
    }

    @Test("FE-7 NO_COLOR and an option each take colours away, and attributes stay")
    func depths() throws {
      let cases: [(ColorDepth?, [String: String], ColorDepth)] = [
        (nil, [:], .palette256), (nil, ["NO_COLOR": "1"], .mono), (nil, ["NO_COLOR": ""], .palette256),
        (.palette16, ["NO_COLOR": "1"], .palette16), (.mono, [:], .mono), (.truecolor, [:], .truecolor),
        (nil, ["COLORTERM": "24bit", "NO_COLOR": "x"], .mono),
      ]
      for (option, environment, expected) in cases {
        let size = Size(columns: 10, rows: 1)
        let harness = try ScreenHarness(
          "xterm-256color", size: size, options: TerminalOptions(depth: option), environment: environment)
        #expect(harness.screen.depth == expected)
        var frame = Frame(size: size)
        frame.write("x", x: 0, y: 0, style: Style(foreground: .rgb(0, 255, 0), attributes: .bold))
        try harness.show(frame)
        let shown = harness.terminal.style(x: 0, y: 0)
        let colors: [ColorDepth: Color] = [
          .mono: .standard, .palette16: .palette(10), .palette256: .palette(46), .truecolor: .rgb(0, 255, 0),
        ]
        #expect(shown == Style(foreground: colors[expected] ?? .standard, attributes: .bold))
        harness.screen.close()
      }
    }

    @Test("The cursor stands where the frame says")
    func cursor() throws {
      let size = Size(columns: 20, rows: 3)
      let harness = try ScreenHarness("xterm-256color", size: size)
      defer { harness.screen.close() }
      var frame = Frame(size: size)
      frame.cursor = Point(x: 7, y: 1)
      #expect(String(decoding: try harness.show(frame), as: UTF8.self).contains("\u{1B}[?25h"))
      #expect(harness.terminal.cursor == Point(x: 7, y: 1))
      frame.cursor = nil
      #expect(String(decoding: try harness.show(frame), as: UTF8.self).contains("\u{1B}[?25l"))
    }

    @Test("FE-5 after another size the next frame fills the new screen")
    func resize() throws {
      let harness = try ScreenHarness("xterm-256color", size: Size(columns: 30, rows: 5))
      defer { harness.screen.close() }
      for size in [
        Size(columns: 30, rows: 5), Size(columns: 60, rows: 9), Size(columns: 3, rows: 1),
        Size(columns: 20, rows: 4),
      ] {
        harness.screen.resize(to: size)
        harness.terminal.resize(to: size)
        #expect(harness.screen.size == size)
        var frame = Frame(size: size)
        for y in 0..<size.rows { frame.write("row \(y) 日本語 and so on and so on", x: 0, y: y, style: .plain) }
        try harness.show(frame)
        #expect(harness.differences(from: frame, styles: true).prefix(3) == [])
      }
    }
  }
}
