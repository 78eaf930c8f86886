import CursesTerminal
import Glibc
import InboxTUI
import InboxTestSupport
import Testing

extension NcursesTests {
  @Suite("Crashes", .serialized) struct Crashes {
    @Test("FE-5 a crash gives the terminal back and says where the report is")
    func segmentationFault() async throws {
      let result = await #expect(
        processExitsWith: .signal(SIGSEGV), observing: [\.standardOutputContent, \.standardErrorContent]
      ) { @MainActor in
        try Self.crash { raise(SIGSEGV) }
      }
      try Self.expectRestored(result, signal: "11")
    }

    @Test("FE-5 so does a trap of Swift's own, such as an index out of range")
    func trap() async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardOutputContent, \.standardErrorContent]
      ) { @MainActor in
        try Self.crash { preconditionFailure("meant") }
      }
      try Self.expectRestored(result, signal: "")
    }

    @Test("FE-5 a crash on a terminal that reads nothing says so where errors go to something else")
    func stuck() async throws {
      let result = await #expect(processExitsWith: .signal(SIGSEGV), observing: [\.standardErrorContent]) {
        @MainActor in
        let pseudo = try PseudoTerminal(size: Size(columns: 20, rows: 4))
        try Self.crash(input: pseudo.slave, output: pseudo.slave) {
          // Where it waits for the terminal after all, it must not do so for ever.
          alarm(60)
          pseudo.fill()
          raise(SIGSEGV)
        }
      }
      try Self.expectReport(result, signal: "11")
    }

    @MainActor private static func crash(
      input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, _ body: () -> Void
    ) throws {
      CrashGuard.install(log: "/tmp/inbox-crash-test-\(getpid())")
      let screen = try CursesScreen(
        terminal: "xterm-256color", input: input, output: output, size: Size(columns: 20, rows: 4),
        options: TerminalOptions(stderrLog: "/dev/null"))
      var frame = Frame(size: screen.size)
      frame.write("about to crash", x: 0, y: 0, style: .plain)
      screen.present(frame)
      body()
    }

    private static func expectRestored(_ result: ExitTest.Result?, signal: String) throws {
      let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
      for mode in ["1049", "2004", "1000", "1006"] { #expect(output.contains("\u{1B}[?\(mode)l"), "\(mode)") }
      #expect(output.contains("\u{1B}[?25h"))
      try expectReport(result, signal: signal)
    }

    private static func expectReport(_ result: ExitTest.Result?, signal: String) throws {
      let error = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      let line = try #require(error.split(separator: "\n").first { $0.contains("stopped by signal") })
      #expect(line.contains("signal \(signal)"))
      let path = try #require(line.split(separator: " ").last.map(String.init))
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_size > 50)
      unlink(path)
    }
  }
}
