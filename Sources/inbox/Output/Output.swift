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

  /// Prints a line for programs, as it is; JSON escapes controls by itself.
  static func raw(_ text: String) { write(text) }

  /// One sentence about what went wrong.
  static func complain(_ text: String) {
    FileHandle.standardError.write(Data("inbox: \(harmless(Substring(text)))\n".utf8))
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
