import CursesTerminal
import Foundation
import InboxTUI
import InboxTestSupport
import Testing

/// A real ncurses screen that writes into a file, and a terminal in memory that reads it.
@MainActor final class ScreenHarness {
  let screen: CursesScreen
  let terminal: VirtualTerminal
  private let output: FileHandle
  private let input: FileHandle
  private var offset: UInt64 = 0

  init(
    _ name: String, size: Size = Size(columns: 120, rows: 40), options: TerminalOptions = TerminalOptions(),
    environment: [String: String] = [:]
  ) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "inbox-\(UUID().uuidString)")
    #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
    output = try FileHandle(forUpdating: file)
    try FileManager.default.removeItem(at: file)
    input = try #require(FileHandle(forReadingAtPath: "/dev/null"))
    terminal = try #require(VirtualTerminal(size: size))
    screen = try CursesScreen(
      terminal: name, input: input.fileDescriptor, output: output.fileDescriptor, size: size,
      options: options,
      environment: { environment[$0] })
  }

  /// Opened onto a file, ncurses took the size of the terminal's entry; a real one scrolls whole after a resize.
  func takeSize() throws {
    try show(Frame(size: screen.size))
    terminal.feed(Array("\u{1B}[r".utf8))
    screen.redraw()
    try drain()
  }

  /// What has been written since the last call, after the terminal has got it too.
  @discardableResult
  func drain() throws -> [UInt8] {
    let end = try output.seekToEnd()
    try output.seek(toOffset: offset)
    let bytes = [UInt8](try output.readToEnd() ?? Data())
    offset = end
    terminal.feed(bytes)
    return bytes
  }

  /// Shows a frame and returns the bytes that it took.
  @discardableResult
  func show(_ frame: Frame) throws -> [UInt8] {
    screen.present(frame)
    return try drain()
  }

  /// Where the terminal shows something else than the frame, in words.
  func differences(from frame: Frame, styles: Bool) -> [String] {
    var found: [String] = []
    for y in 0..<frame.size.rows {
      for x in 0..<frame.size.columns where frame[x, y].width > 0 {
        let cell = frame[x, y]
        // At the right edge a letter stands without its marks.
        let isAtEdge = x + cell.width == frame.size.columns
        let wanted = VirtualTerminal.Content(
          text: isAtEdge ? String(cell.cluster.unicodeScalars.prefix(1)) : cell.cluster, width: cell.width,
          isBold: cell.style.attributes.contains(.bold),
          isReverse: cell.style.attributes.contains(.reverse))
        let shown = terminal.content(x: x, y: y)
        // Swift compares canonically: a precomposed letter and its parts are the same.
        if wanted != shown { found.append("\(x),\(y): \(shown) instead of \(wanted)") }
        let style = terminal.style(x: x, y: y)
        if styles, style != cell.style { found.append("\(x),\(y): \(style) instead of \(cell.style)") }
      }
    }
    return found
  }
}
