import CursesTerminal
import Glibc
import InboxTUI
import InboxTestSupport
import Testing

extension NcursesTests {
  /// Some terminfo entries name a control character as a key of another meaning: Linux' console has ^Z for `kspd`.
  @Suite("Control characters", .serialized, .queued) @MainActor
  struct ControlCharacters {
    nonisolated private static let terminals = [
      "linux", "xterm", "xterm-256color", "xterm-color", "screen", "screen-256color", "tmux", "tmux-256color",
      "vt100",
      "vt102", "vt220", "rxvt", "rxvt-unicode", "rxvt-unicode-256color", "sun", "cygwin", "hurd", "mach",
      "cons25", "ansi",
      "pcansi", "putty", "st-256color", "foot", "alacritty", "konsole", "Eterm", "wsvt25",
    ]

    private func open(_ terminal: String, _ pseudo: PseudoTerminal) throws -> CursesScreen? {
      do {
        return try CursesScreen(
          terminal: terminal, input: pseudo.slave, output: pseudo.slave, size: nil, options: TerminalOptions()
        )
      } catch TerminalError.unknownTerminal {
        // Few machines have every entry.
        return nil
      }
    }

    @Test(
      "FE-5 FE-6 every control character is itself on every terminal, ^Z before all", arguments: terminals)
    func all(terminal: String) async throws {
      let pseudo = try PseudoTerminal(size: Size(columns: 50, rows: 12))
      guard let screen = try open(terminal, pseudo) else { return }
      let (stream, continuation) = AsyncStream.makeStream(of: TerminalEvent.self)
      let events = TerminalEvents(screen: screen) { continuation.yield($0) }
      defer {
        events.stop()
        screen.close()
      }
      let special: [UInt8: Key] = [
        0x00: .control(" "), 0x08: .backspace, 0x09: .tab, 0x0D: .enter, 0x7F: .backspace,
        0x1C: .control("\\"), 0x1D: .control("]"), 0x1E: .control("^"), 0x1F: .control("_"),
      ]
      let bytes = (UInt8(0)...0x1F).filter { $0 != 0x1B && $0 != 0x1A } + [0x7F, 0x1A]
      let expected = bytes.dropLast().map { byte in
        special[byte] ?? .control(Character(Unicode.Scalar(byte + 0x60)))
      }
      // A letter behind it, which comes where ^Z does not.
      pseudo.type(bytes: bytes + [0x78])
      var found: [Key] = []
      for await event in stream {
        if case .keys(let keys) = event { found += keys }
        if event == .suspendRequested { break }
        if found.count > expected.count { break }
      }
      #expect(found == expected)
    }
  }
}
