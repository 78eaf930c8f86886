@testable import CursesTerminal
import Foundation
import Glibc
import InboxTUI
import InboxTestSupport
import Synchronization
import Testing

extension NcursesTests {
  @Suite("A terminal that reads nothing any more", .serialized, .queued) @MainActor struct Stuck {
    private let pseudo: PseudoTerminal
    private let modes: [UInt32]
    private let screen: CursesScreen
    private let events: TerminalEvents

    init() throws {
      pseudo = try PseudoTerminal(size: Size(columns: 200, rows: 60))
      modes = pseudo.modes
      screen = try CursesScreen(
        terminal: "xterm-256color", input: pseudo.slave, output: pseudo.slave, size: nil,
        options: TerminalOptions())
      events = TerminalEvents(screen: screen) { _ in }
    }

    private func close() {
      screen.close()
      events.stop()
    }

    /// Ten times what the terminal's driver holds.
    private var frame: Frame {
      var frame = Frame(size: screen.size)
      for y in 0..<frame.size.rows {
        for x in 0..<frame.size.columns {
          let style = Style(foreground: .palette(UInt8((x + y) % 200 + 16)))
          frame.write("x", x: x, y: y, width: 1, style: style)
        }
      }
      return frame
    }

    /// Reads the terminal after half a minute after all, so that what waits for it fails the test and hangs nothing.
    private func rescuing(_ other: PseudoTerminal? = nil, _ act: () -> Void) {
      let (master, isOver) = ((other ?? pseudo).master, Rescue())
      DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(30)) { isOver.drain(master) }
      act()
      #expect(isOver.end(), "it ended only as it was read")
    }

    /// Everything that has been written and not read.
    private func drained() -> String {
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      var waiting = pollfd(fd: pseudo.master, events: Int16(POLLIN), revents: 0)
      while poll(&waiting, 1, 0) > 0 {
        let count = read(pseudo.master, &buffer, buffer.count)
        guard count > 0 else { break }
        bytes += buffer.prefix(count)
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    @Test("FE-5 a signal ends the waiting for it, in a frame that is under way as in one that follows")
    func signalled() {
      rescuing {
        let master = pseudo.master
        Thread.detachNewThread {
          // As much as a reader can have at once: the frame is being written, and goes on beyond that.
          var count: Int32 = 0
          while ioctl(master, UInt(FIONREAD), &count) == 0, count < 4_000 { sched_yield() }
          kill(getpid(), SIGTERM)
        }
        screen.present(frame)
        screen.redraw()
        close()
      }
      #expect(pseudo.modes == modes)
    }

    @Test("FE-5 further signals take nothing of the time in which a terminal may read again")
    func signalledAgain() {
      // A thread of Dispatch, on which the main actor may run, has all signals blocked.
      var (resized, before) = (sigset_t(), sigset_t())
      sigaddset(&resized, SIGWINCH)
      pthread_sigmask(SIG_UNBLOCK, &resized, &before)
      defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
      let begin = ContinuousClock.now
      kill(getpid(), SIGTERM)
      let storm = Storm(of: SIGWINCH, on: pthread_self())
      rescuing { screen.present(frame) }
      storm.end()
      #expect(ContinuousClock.now - begin >= .milliseconds(990))
      close()
      #expect(pseudo.modes == modes)
    }

    @Test("FE-5 what reads again before the end is restored, whatever was cut off")
    func late() async throws {
      kill(getpid(), SIGHUP)
      rescuing { screen.present(frame) }
      var text = drained()
      rescuing { close() }
      try await until {
        text += drained()
        return text.contains("\u{1B}[?1049l")
      }
      // What ends a string comes first.
      let cut = try #require(text.ranges(of: "\u{1B}\\").last)
      let rest = text[cut.upperBound...]
      #expect(rest.contains("\u{1B}[?2004l") && rest.contains("\u{1B}[?1049l"))
      #expect(pseudo.modes == modes)
    }

    @Test("FE-5 a signal ends the waiting for it where the screen comes back after a stop, or a pager")
    func resumed() {
      screen.suspend()
      pseudo.fill()
      kill(getpid(), SIGTERM)
      rescuing {
        screen.resume()
        close()
      }
      #expect(pseudo.modes == modes)
    }

    @Test("FE-5 FE-12 a signal ends the waiting for it where it is asked what it does with pictures")
    func asked() throws {
      pseudo.fill()
      kill(getpid(), SIGTERM)
      rescuing {
        #expect(screen.take(.program("kitty(0.39.1)")))
        close()
      }
      #expect(pseudo.modes == modes)
    }

    @Test(
      "FE-5 a signal ends the waiting for it where the screen is left, also without a mode of ours before that"
    )
    func left() throws {
      close()
      let old = try PseudoTerminal(size: Size(columns: 80, rows: 24))
      let modes = old.modes
      let screen = try CursesScreen(
        terminal: "vt100", input: old.slave, output: old.slave, size: nil, options: TerminalOptions())
      let events = TerminalEvents(screen: screen) { _ in }
      old.fill()
      // By then it is being left: a signal before that would end no waiting.
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(200)) { kill(getpid(), SIGTERM) }
      rescuing(old) {
        screen.suspend()
        screen.close()
        events.stop()
      }
      #expect(old.modes == modes)
    }

    @Test("FE-5 errors go back to a terminal that reads, and not to the one that does not")
    func errorOutput() async {
      close()
      await #expect(processExitsWith: .success) { @MainActor in
        let isBack = try Self.isGivenBack(toOther: true)
        let isKept = try !Self.isGivenBack(toOther: false)
        exit(isBack && isKept ? 0 : 1)
      }
    }

    /// Whether standard error leads to a terminal again after the end on one that reads nothing.
    private static func isGivenBack(toOther: Bool) throws -> Bool {
      let size = Size(columns: 20, rows: 4)
      let (stuck, other) = (try PseudoTerminal(size: size), try PseudoTerminal(size: size))
      dup2(toOther ? other.slave : stuck.slave, STDERR_FILENO)
      let screen = try CursesScreen(
        terminal: "xterm-256color", input: stuck.slave, output: stuck.slave, size: nil,
        options: TerminalOptions(stderrLog: "/dev/null"))
      let events = TerminalEvents(screen: screen) { _ in }
      stuck.fill()
      kill(getpid(), SIGTERM)
      screen.close()
      events.stop()
      return isatty(STDERR_FILENO) == 1
    }

    @Test("FE-5 the next screen waits for its terminal again")
    func next() throws {
      kill(getpid(), SIGTERM)
      rescuing {
        screen.present(frame)
        close()
      }
      let other = try PseudoTerminal(size: Size(columns: 200, rows: 60))
      let next = try CursesScreen(
        terminal: "xterm-256color", input: other.slave, output: other.slave, size: nil,
        options: TerminalOptions())
      // The reader takes its time.
      let reader = Rescue()
      let master = other.master
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1_500)) { reader.drain(master) }
      next.present(frame)
      next.close()
      #expect(!reader.end(), "what it did not read was dropped")
    }
  }
}

/// Reads a terminal until its test is over.
private final class Rescue: Sendable {
  private let state = Mutex((isOver: false, hasRead: false))

  func drain(_ master: Int32) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      _ = poll(&waiting, 1, 20)
      let isOver = state.withLock { state in
        if !state.isOver { state.hasRead = true }
        return state.isOver
      }
      guard !isOver else { return }
      if waiting.revents != 0 { _ = read(master, &buffer, buffer.count) }
    }
  }

  /// - Returns: whether nothing was read until now.
  func end() -> Bool {
    state.withLock { state in
      state.isOver = true
      return !state.hasRead
    }
  }
}

/// Sends a thread one signal after another.
private final class Storm: Sendable {
  private let isOver = Mutex(false)

  init(of signal: Int32, on thread: pthread_t) {
    Thread.detachNewThread { [self] in
      while !isOver.withLock({ $0 }) {
        pthread_kill(thread, signal)
        _ = poll(nil, 0, 1)
      }
    }
  }

  func end() { isOver.withLock { $0 = true } }
}
