import CursesTerminal
import Foundation
import Glibc
import InboxTestSupport
import InboxTUI
import Testing

extension NcursesTests {
  /// Terminals without a second screen, on which a shell goes on where the program has ended.
  @Suite("The last line", .serialized) struct LastLine {
    private static func frame(_ size: Size) -> Frame {
      var frame = Frame(size: size)
      let style = Style(foreground: .palette(7), background: .palette(4), attributes: [.bold])
      for y in 0..<size.rows {
        frame.fill(Rect(x: 0, y: y, width: size.columns, height: 1), style: style)
        frame.write("line \(y) q quit", x: 0, y: y, style: style)
      }
      return frame
    }

    private static func expectLeft(_ terminal: VirtualTerminal, _ size: Size) {
      let last = size.rows - 1
      func text(_ y: Int) -> String { (0..<size.columns).map { terminal.content(x: $0, y: y).text }.joined() }
      #expect(text(last).allSatisfy { $0 == " " }, "\(text(last))")
      #expect((0..<size.columns).allSatisfy { terminal.style(x: $0, y: last).background == .standard })
      #expect(text(last - 1).hasPrefix("line \(last - 1) q quit"))
      #expect(terminal.cursor == Point(x: 0, y: last))
    }

    @Test(
      "FE-5 where there is no second screen the program leaves an empty last line, and the cursor in it",
      arguments: ["linux", "vt100"])
    @MainActor func given(name: String) throws {
      let size = Size(columns: 40, rows: 10)
      for isSuspended in [false, true] {
        let harness = try ScreenHarness(name, size: size)
        try harness.takeSize()
        try harness.show(Self.frame(size))
        if isSuspended { harness.screen.suspend() } else { harness.screen.close() }
        try harness.drain()
        Self.expectLeft(harness.terminal, size)
      }
    }

    @Test("FE-5 so does a crash, also after the size has changed")
    func crashed() async throws {
      let result = await #expect(
        processExitsWith: .signal(SIGSEGV), observing: [\.standardOutputContent]
      ) { @MainActor in
        CrashGuard.install(log: nil)
        let screen = try CursesScreen(
          terminal: "linux", input: STDIN_FILENO, output: STDOUT_FILENO, size: Size(columns: 20, rows: 4),
          options: TerminalOptions(stderrLog: "/dev/null"))
        screen.present(Self.frame(screen.size))
        screen.resize(to: Size(columns: 30, rows: 6))
        screen.present(Self.frame(screen.size))
        raise(SIGSEGV)
      }
      let terminal = try #require(VirtualTerminal(size: Size(columns: 30, rows: 6)))
      terminal.feed(try #require(result).standardOutputContent)
      Self.expectLeft(terminal, Size(columns: 30, rows: 6))
    }
  }
}
