import CursesTerminal
import Foundation

/// Puts texts where the person can paste them: tmux's buffer inside tmux, else the terminal's clipboard (OSC 52).
enum Clipboard {
  /// What terminals take: 100,000 bytes less the sequence, in Base64.
  private static let limit = 74_994

  /// - Returns: nil when it was handed over, else a sentence that says why not.
  static func copy(_ text: String, _ screen: CursesScreen) async -> String? {
    guard text.utf8.count <= limit / 4 * 3 else {
      return
        "\(text.utf8.count) bytes are more than a terminal takes; nothing was copied. --record keeps them in a file."
    }
    if ProcessInfo.processInfo.environment["TMUX"] != nil, await giveToTmux(text) { return nil }
    screen.copy(text)
    return nil
  }

  /// tmux takes OSC 52 from its programs only where it is told to; its own command works always.
  @concurrent
  private static func giveToTmux(_ text: String) async -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["tmux", "load-buffer", "-w", "-"]
    let pipe = Pipe()
    process.standardInput = pipe
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
      try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
      try pipe.fileHandleForWriting.close()
    } catch {
      return false
    }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
