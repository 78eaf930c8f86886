import CursesTerminal
import Foundation
import InboxTestSupport
import InboxTUI
import Testing

extension NcursesTests {
  /// The inbox's own screens, drawn by the real ncurses for each kind of terminal and read back cell by cell.
  @Suite("The inbox's screens on five terminals", .serialized, .queued) @MainActor
  struct Screens {
    /// What a kind of terminal can show of a style.
    struct Kind: Sendable {
      var name: String
      var environment: [String: String] = [:]
      var depth: ColorDepth
      /// What it shows together with colours.
      var attributes: Attributes

      /// The style as it must arrive.
      func shown(_ style: Style) -> Style {
        var attributes = style.attributes.intersection(self.attributes)
        func color(_ color: Color, isText: Bool) -> Color {
          // Eight colours, and bold for the bright ones.
          guard depth == .palette16, case .palette(let index) = depth.color(color), index >= 8 else {
            return depth.color(color)
          }
          if isText { attributes.insert(.bold) }
          return .palette(index - 8)
        }
        // An underline is a colour there, so ncurses leaves it out beside colours.
        if name == "linux", style.foreground != .standard || style.background != .standard {
          attributes.remove(.underline)
        }
        let (front, back) = (color(style.foreground, isText: true), color(style.background, isText: false))
        return Style(foreground: front, background: back, attributes: attributes)
      }
    }

    private static let all: Attributes = [.bold, .italic, .underline, .reverse]
    private static let kinds = [
      Kind(name: "xterm-256color", depth: .palette256, attributes: all),
      Kind(name: "tmux-256color", depth: .palette256, attributes: all),
      Kind(
        name: "xterm-direct", environment: ["COLORTERM": "truecolor"], depth: .truecolor, attributes: all),
      Kind(name: "linux", depth: .palette16, attributes: [.bold, .underline, .reverse]),
      Kind(name: "vt100", depth: .mono, attributes: [.bold, .underline, .reverse]),
    ]

    /// Each screen by the keys that lead to it, and back.
    private static let screens = [
      ("the list", "", ""), ("a message", "<enter>", "<esc>"), ("the help", "?", "<esc>"),
      ("the palette", ": t", "<esc>"), ("the themes", "T", "<esc>"), ("the event pane", "E", "E E"),
      ("the proof", "P", "<esc>"), ("the lens", "C", "<esc>"), ("what is stale", "S", "<esc>"),
      ("the center", "i", "<esc>"), ("the badge", "b", "<esc>"),
      ("a filter", "/ s", "<esc> <esc>"), ("marked", "A", "<esc>"),
      ("an outcome", "j j <enter> <enter>", "<esc> <esc> g"),
      ("presenting", "<f5>", "<f5>"), ("a hostile one", "G <enter>", "<esc> g"),
    ]

    private func frames(_ columns: Int, _ rows: Int) async throws -> [(String, Frame)] {
      let inbox = try await TestInbox.start(Acme.campaigns + Acme.hostile, columns: columns, rows: rows)
      var frames: [(String, Frame)] = []
      for (name, there, back) in Self.screens {
        try await inbox.press(there)
        frames.append((name, inbox.screen.frame))
        try await inbox.press(back)
      }
      await inbox.end()
      return frames
    }

    /// The same picture in colours of 24 bits.
    private func colored(_ frame: Frame) -> Frame {
      func color(_ color: Color) -> Color {
        guard case .palette(let index) = color else { return color }
        return .rgb(index, 255 - index, index / 2)
      }
      var result = Frame(size: frame.size)
      for y in 0..<frame.size.rows {
        for x in 0..<frame.size.columns where frame[x, y].width > 0 {
          let cell = frame[x, y]
          result.write(
            cell.cluster, x: x, y: y,
            style: Style(
              foreground: color(cell.style.foreground), background: color(cell.style.background),
              attributes: cell.style.attributes))
        }
      }
      result.cursor = frame.cursor
      return result
    }

    @Test(
      "FE-5 FE-7 every screen arrives on every terminal as it was drawn",
      arguments: [(120, 40), (80, 24), (40, 12)])
    func arrive(columns: Int, rows: Int) async throws {
      let frames = try await frames(columns, rows)
      #expect(Set(frames.map { $0.1.lines }).count > 10)
      for kind in Self.kinds {
        let harness = try ScreenHarness(
          kind.name, size: Size(columns: columns, rows: rows), environment: kind.environment)
        defer { harness.screen.close() }
        #expect(harness.screen.depth == kind.depth)
        try harness.takeSize()
        for (name, frame) in frames {
          let drawn = kind.depth == .truecolor ? colored(frame) : frame
          try harness.show(drawn)
          let differences = differences(on: harness.terminal, from: drawn, kind)
          #expect(differences.prefix(3) == [], "\(name) on \(kind.name)")
          if let cursor = drawn.cursor {
            #expect(harness.terminal.cursor == cursor, "\(name) on \(kind.name)")
          }
        }
      }
    }

    /// Messages that fill their rows, as those that brands send do.
    private static let long: String = {
      let brand = Acme.campaigns.components(separatedBy: "[[campaign]]")[0]
      let messages = (1...20).map { number in
        """
        [[campaign]]
        id = "long-\(number)"
        kind = "\(number % 3 == 0 ? "open-url" : "launch-app")"
        subject = "\(number) % off until Sunday: the city break that you marked"
        message = "You asked us to tell you first. What you marked is cheaper with the next order in the app, \(number) %."
        sent = "-\(number)h"
        \(number % 3 == 0 ? "deeplink = \"acme://products/\(number)\"" : "")

        """
      }
      return brand + messages.joined()
    }()

    @Test(
      "FE-2 FE-10 a selection moves with 300 bytes on average, scrolls and previews included, its message apart",
      arguments: [(true, 14), (false, 40)])
    func moves(alone: Bool, rows: Int) async throws {
      let inbox = try await TestInbox.start(Self.long, columns: 120, rows: rows)
      if alone { try await inbox.press("z") }
      let harness = try ScreenHarness("xterm-256color", size: inbox.screen.size)
      defer { harness.screen.close() }
      try harness.takeSize()
      try harness.show(inbox.screen.frame)
      func show() throws -> Int {
        let bytes = try harness.show(inbox.screen.frame).count
        let differences = differences(on: harness.terminal, from: inbox.screen.frame, Self.kinds[0])
        #expect(differences.prefix(3) == [])
        return bytes
      }
      // Beside a message the list does not scroll here: a scroll brings the message along.
      let moves = alone ? 19 : 17
      var bytes = 0
      var message = 0
      for _ in 1...moves {
        inbox.program.receive([.character("j")])
        bytes += try show()
        await inbox.program.idle()
        message += try show()
      }
      #expect(inbox.screen.frame.lines[1].contains(" \(moves + 1)/20 "))
      // In a list alone nothing follows a selection but its frame, however soon that is drawn.
      if alone { bytes += message }
      #expect(bytes <= 300 * moves)
      // Two rows were written: what is counted is what a person sees.
      #expect(bytes > 200 * moves)
      #expect(alone || message > 100 * moves)
      await inbox.end()
    }

    private func differences(on terminal: VirtualTerminal, from frame: Frame, _ kind: Kind) -> [String] {
      var found: [String] = []
      for y in 0..<frame.size.rows {
        for x in 0..<frame.size.columns where frame[x, y].width > 0 {
          let cell = frame[x, y]
          let isAtEdge = x + cell.width == frame.size.columns
          let text = isAtEdge ? String(cell.cluster.unicodeScalars.prefix(1)) : cell.cluster
          let content = terminal.content(x: x, y: y)
          if content.text != text || content.width != cell.width {
            found.append("\(x),\(y): “\(content.text)” instead of “\(text)”")
          }
          let (style, wanted) = (terminal.style(x: x, y: y), kind.shown(cell.style))
          if style != wanted { found.append("\(x),\(y) “\(text)”: \(style) instead of \(wanted)") }
        }
      }
      return found
    }
  }
}
