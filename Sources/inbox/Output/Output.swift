import Foundation
import InboxTUI

/// Standard output and standard error of the commands without a screen.
nonisolated enum Output {
  /// Prints a line for people.
  ///
  /// What came from a server is made harmless for the terminal (FE-9).
  static func line(_ text: String = "") {
    write(text.split(separator: "\n", omittingEmptySubsequences: false).map(harmless).joined(separator: "\n"))
  }

  /// Prints a line as it is: a frame, or JSON that ``JSONValue/serialized`` has made harmless.
  static func raw(_ text: String) { write(text) }

  /// Text in one line, so that a newline in a subject cannot pass for another line of ours.
  static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// One sentence about what went wrong.
  static func complain(_ text: String) {
    do {
      try FileHandle.standardError.write(contentsOf: Data("inbox: \(harmless(Substring(text)))\n".utf8))
    } catch {
      // Standard error is closed: the exit status says it all.
      return
    }
  }

  /// How far something is that takes long, on the terminal's own line; an empty text takes the line away.
  static func progress(_ text: String) {
    do {
      try FileHandle.standardError.write(contentsOf: Data("\r\u{1B}[K\(text)".utf8))
    } catch {
      return
    }
  }

  /// Several lines about what went wrong, such as a sentence and the usage.
  static func complain(lines text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(harmless)
    do {
      try FileHandle.standardError.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
    } catch {
      return
    }
  }

  private static func write(_ text: String) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))
    } catch {
      // The reader has gone, as with ‘inbox list | head’: there is nobody left to tell.
      exit(0)
    }
  }

  private static func harmless(_ text: Substring) -> String {
    DisplayText.clip(text, to: .max / 2, ellipsis: false)
  }
}
