import CursesTerminal
import Foundation
import InboxModel
import InboxTUI
import Synchronization

/// Standard output and standard error of the commands without a screen.
///
/// Texts from elsewhere are made harmless here (FE-9), and a failed write ends the program here: half a result must not
/// pass for a whole one.
nonisolated enum Output {
  /// Prints one line for people; a line break in it becomes a blank, so that no id or name can pass for a line of ours.
  static func line(_ text: String = "") { lines([text]) }

  /// Prints lines for people, each as ``line(_:)`` does.
  static func lines(_ lines: [String]) {
    raw(lines.map { harmless(oneLine($0), for: STDOUT_FILENO) }.joined(separator: "\n"))
  }

  /// Prints a sentence for people, wrapped between words on a terminal; a program that reads it gets one line.
  static func say(_ text: String) {
    let line = oneLine(text)
    lines(isatty(STDOUT_FILENO) == 1 ? folded(line, for: STDOUT_FILENO) : [line])
  }

  /// Prints a text for people that has its own lines, such as that of a message.
  static func text(_ text: String) {
    lines(text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init))
  }

  /// Prints texts behind a head that appears once, wrapped at a width.
  ///
  /// - Parameter indent: The blanks before further lines; nil for the width of the head.
  static func hanging(_ head: String, _ texts: [String], width: Int, indent: Int? = nil) {
    let indent = indent ?? head.count
    let lines = texts.flatMap { DisplayText.wrap(oneLine($0), to: width - indent) }
    for (index, words) in lines.enumerated() {
      line((index == 0 ? head : String(repeating: " ", count: indent)) + words)
    }
  }

  /// Prints a value as a line for programs; its form makes every text in it harmless.
  static func json(_ value: JSONValue) { raw(value.serialized) }

  static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// A reason as the end of a sentence, with its full stop.
  static func sentence(_ reason: String) -> String { reason.hasSuffix(".") ? reason : reason + "." }

  /// Prints one sentence about what went wrong, on standard error.
  static func complain(_ text: String) { writeError("inbox: \(harmless(oneLine(masked(text))))\n") }

  /// Prints several lines about what went wrong, such as a sentence and the usage, on standard error.
  static func complain(lines text: String) {
    let lines = masked(text).split(separator: "\n", omittingEmptySubsequences: false)
    writeError(lines.map { harmless(String($0)) }.joined(separator: "\n") + "\n")
  }

  /// Prints a question to the person at the terminal, who types after it; lines are wrapped between words.
  static func ask(_ text: String) {
    writeError(folded(harmless(oneLine(text))).joined(separator: "\n") + " ")
  }

  /// Wraps a text between words, at the width of a stream's terminal.
  static func folded(_ text: String, for stream: CInt = STDERR_FILENO) -> [String] {
    DisplayText.wrap(text, to: size(of: stream).map { max(20, $0.columns - 1) } ?? 79)
  }

  /// The size of a stream's terminal; nil where it has none.
  static func size(of stream: CInt) -> Size? {
    var size = winsize()
    guard ioctl(stream, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  // MARK: - Secrets

  /// The secrets that no screen, file or error shows, even where a server repeats them.
  static let secrets = SecretBook()

  /// Hides values from now on.
  ///
  /// - Parameter source: What may make others each time.
  static func hide(_ values: [String], madeBy source: String? = nil) { secrets.add(values, madeBy: source) }

  static func masked(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(masked(text))
    case .array(let values): .array(values.map(masked))
    case .object(let fields): .object(fields.mapValues(masked))
    default: value
    }
  }

  private static func masked(_ text: String) -> String { secrets.mask.known(in: text) }

  // MARK: - Streams

  /// Occupies the numbers of streams that were closed, before a file of ours gets one of them and is written to:
  /// writing there fails, as it does where nothing is open.
  static func guardStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
    // A write to a reader that has gone is an error, which ends the program as it should.
    signal(SIGPIPE, SIG_IGN)
    // Swift's own handler would treat Ctrl-\ as a crash, and go on.
    let former = signal(SIGQUIT, SIG_DFL)
    // A signal that was ignored from the start, as by nohup, stays ignored.
    if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      signal(SIGQUIT, SIG_IGN)
    }
  }

  /// Closes standard output: some file systems report only then that there is no room for a file.
  static func finish() {
    guard close(STDOUT_FILENO) != 0, errno != EBADF, errno != EINTR else { return }
    lost(errno)
  }

  /// Whether a result, or a part of it, is on standard output already.
  static var hasResult: Bool { wrote.load(ordering: .relaxed) }

  private static let wrote = Atomic(false)

  /// Ends a program whose output is endless, when its reader has gone; called once.
  static let readerGone = Mutex<(@Sendable () -> Void)?>(nil)

  /// Takes printed texts in place of standard output; nil prints them.
  @TaskLocal static var collector: (@Sendable (String) -> Void)?

  /// Prints a text as it is: a frame, or a text that was made harmless before.
  static func raw(_ text: String) {
    if let collector { return collector(text) }
    wrote.store(true, ordering: .relaxed)
    var bytes = Array((text + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EAGAIN {
        var stream = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        poll(&stream, 1, -1)
      } else if errno == EPIPE {
        // The reader has gone, as with ‘inbox list | head’. Other work goes on, such as files and the exit status.
        let end = readerGone.withLock { end in
          defer { end = nil }
          return end
        }
        end?()
        return
      } else if errno != EINTR {
        lost(errno)
      }
    }
  }

  private static func lost(_ code: Int32) -> Never {
    let advice =
      switch code {
      case EBADF: "It is closed: leave it open, or send it to a file or a pipe."
      case ENOSPC, EDQUOT, EFBIG: "It is incomplete; write it where there is room."
      default: "What it holds is not all."
      }
    complain("Standard output cannot be written: \(String(cString: strerror(code))). \(advice)")
    exit(Exit.notReady)
  }

  private static func writeError(_ text: String) {
    do {
      try FileHandle.standardError.write(contentsOf: Data(text.utf8))
    } catch {
      // Standard error is closed: the exit status has to do.
      return
    }
  }

  /// Whether texts are printed in ASCII wherever they go, as `--ascii` requires.
  static let isASCII = Atomic(false)

  /// A text as a stream shows it: ASCII on a terminal whose locale names another character set than UTF-8, as such a
  /// terminal takes some bytes of UTF-8 for control characters (FE-9).
  private static func harmless(_ text: String, for stream: CInt = STDERR_FILENO) -> String {
    let isASCII = isASCII.load(ordering: .relaxed) || isatty(stream) == 1 && !TerminalProbe.hasUnicode()
    return DisplayText.whole(text, in: isASCII ? .ascii : .unicode)
  }
}

extension JSONEncoder {
  /// One form for everything that programs read.
  nonisolated static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
