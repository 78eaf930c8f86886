import CursesTerminal
import Glibc
import InboxTUI
import InboxTestSupport
import Testing

extension NcursesTests {
  @Suite("What the terminal tells", .serialized, .queued) @MainActor struct Events {
    private let pseudo: PseudoTerminal
    private let screen: CursesScreen
    private let events: TerminalEvents
    private let stream: AsyncStream<TerminalEvent>

    init() throws {
      pseudo = try PseudoTerminal(size: Size(columns: 50, rows: 12))
      screen = try CursesScreen(
        terminal: "xterm-256color", input: pseudo.slave, output: pseudo.slave, size: nil,
        options: TerminalOptions())
      let (stream, continuation) = AsyncStream.makeStream(of: TerminalEvent.self)
      self.stream = stream
      events = TerminalEvents(screen: screen) { continuation.yield($0) }
    }

    private func close() {
      events.stop()
      screen.close()
    }

    private func expectKeys(_ expected: [Key]) async {
      var found: [Key] = []
      for await event in stream {
        guard case .keys(let keys) = event else {
          Issue.record("\(event) instead of keys")
          return
        }
        found += keys
        if found.count >= expected.count { break }
      }
      #expect(found == expected)
    }

    @Test("FE-6 keys, pastes, the mouse and the focus arrive in order, the keys of one read at once")
    func keys() async {
      defer { close() }
      #expect(screen.size == Size(columns: 50, rows: 12))
      pseudo.type(
        "jé日\u{1B}OA\u{1B}[B\u{1B}[1;5C\u{1B}[Z\u{1B}[5~\u{1B}OP\u{1B}[<0;3;4M\u{1B}[200~a\tb\u{1B}[201~\u{1B}[I\u{1B}[O\r"
      )
      await expectKeys([
        .character("j"), .character("é"), .character("日"), .up, .down, .right, .backTab, .pageUp,
        .function(1),
        .mouse(MouseEvent(kind: .press, button: 1, x: 2, y: 3)), .paste("a\tb"), .focusGained, .focusLost,
        .enter,
      ])
      pseudo.type("\u{1B}x")
      await expectKeys([.alt("x")])
      pseudo.type("\u{1B}")
      await expectKeys([.escape])
      pseudo.type("\u{3}\u{11}\u{13}")
      await expectKeys([.control("c"), .control("q"), .control("s")])
    }

    @Test(
      "FE-6 what no one asked the terminal is not a key, also as bytes that are not UTF-8; Alt and its letters are"
    )
    func unasked() async {
      defer { close() }
      pseudo.type(
        "a\u{1B}P1$r0;1mq\u{1B}\\\u{1B}]52;c;cXE=\u{7}\u{1B}_q\u{1B}\\\u{1B}^q\u{1B}\\\u{1B}Xq\u{1B}\\\u{1B}[>1;10;0c\u{1B}[0nb"
      )
      await expectKeys([.character("a"), .character("b")])
      pseudo.type(bytes: [0x90] + Array("qd".utf8) + [0x9C, 0x9B] + Array(">1;2cc".utf8))
      await expectKeys([.character("c")])
      for letter in "OPX[]^_" {
        pseudo.type("\u{1B}\(letter)")
        await expectKeys([.alt(letter)])
      }
      // As much as the terminal's driver holds, which is handed over in pieces.
      pseudo.type("\u{1B}]52;c;" + String(repeating: "q", count: 3_500))
      pseudo.type("\u{7}d")
      await expectKeys([.character("d")])
    }

    @Test("FE-5 UL-5 Ctrl-Z asks to be stopped after the keys before it; those behind it act on nothing")
    func suspension() async {
      defer { close() }
      pseudo.type("a\u{1A}b\r")
      var iterator = stream.makeAsyncIterator()
      #expect(await iterator.next() == .keys([.character("a")]))
      #expect(await iterator.next() == .suspendRequested)
      pseudo.type("c")
      #expect(await iterator.next() == .keys([.character("c")]))
    }

    @Test("FE-5 what is typed while a stop is prepared is not read, and sizes are still heard of")
    func left() async {
      defer { close() }
      events.leaveKeys()
      pseudo.type("d")
      pseudo.resize(to: Size(columns: 33, rows: 7))
      kill(getpid(), SIGWINCH)
      var iterator = stream.makeAsyncIterator()
      #expect(await iterator.next() == .resized(Size(columns: 33, rows: 7)))
      #expect(pseudo.unread == 1)
    }

    @Test("FE-5 a terminal that is gone is reported, and signals still are")
    func lost() async {
      defer { close() }
      pseudo.type("q")
      await expectKeys([.character("q")])
      pseudo.hangUp()
      var iterator = stream.makeAsyncIterator()
      #expect(await iterator.next() == .lost)
      kill(getpid(), SIGTERM)
      #expect(await iterator.next() == .terminated(signal: SIGTERM))
    }

    @Test("FE-5 another size is reported, and the screen has it already")
    func resize() async {
      defer { close() }
      pseudo.resize(to: Size(columns: 33, rows: 7))
      kill(getpid(), SIGWINCH)
      var iterator = stream.makeAsyncIterator()
      #expect(await iterator.next() == .resized(Size(columns: 33, rows: 7)))
      #expect(screen.size == Size(columns: 33, rows: 7))
    }

    @Test(
      "FE-5 signals that end a program are reported instead",
      arguments: [SIGTERM, SIGHUP, SIGINT, SIGUSR1, SIGALRM, __libc_current_sigrtmax()])
    func terminated(number: Int32) async {
      defer { close() }
      kill(getpid(), number)
      var iterator = stream.makeAsyncIterator()
      #expect(await iterator.next() == .terminated(signal: number))
    }

    @Test("FE-5 after a stop from outside the terminal is taken again")
    func continued() async {
      defer { close() }
      kill(getpid(), SIGCONT)
      var iterator = stream.makeAsyncIterator()
      #expect(await iterator.next() == .resumed)
      #expect(!pseudo.isCooked)
    }

    @Test("FE-5 keys typed to a child stay the child's; a size that changed meanwhile is reported")
    func handOver() async {
      defer { close() }
      let modes = pseudo.modes
      #expect(!pseudo.isCooked)
      events.pause()
      screen.suspend()
      #expect(pseudo.isCooked)
      pseudo.resize(to: Size(columns: 44, rows: 10))
      pseudo.type("child\n")
      var buffer = [UInt8](repeating: 0, count: 16)
      #expect(read(pseudo.slave, &buffer, buffer.count) == 6)
      screen.resume()
      events.resume()
      #expect(pseudo.modes == modes)
      var iterator = stream.makeAsyncIterator()
      #expect(await iterator.next() == .resized(Size(columns: 44, rows: 10)))
      pseudo.type("j")
      #expect(await iterator.next() == .keys([.character("j")]))
      screen.close()
      #expect(pseudo.isCooked)
    }
  }
}
