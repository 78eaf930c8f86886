import Foundation
import InboxTUI
import InboxTestSupport
import Testing

/// The real binary on a terminal of its own: keys go in, cells come out.
final class TerminalProgram {
  /// What waiting for something throws after the end, with the screen as it was.
  struct Gone: Error, CustomStringConvertible {
    var description: String
  }

  let pseudo: PseudoTerminal
  private(set) var bytes: [UInt8] = []
  private let screen: VirtualTerminal
  private var size: Size
  /// The program on the terminal, or the shell that was started instead.
  let process: pid_t
  private let feed: TerminalFeed
  /// How the process ended: its wait status.
  ///
  /// It is taken at once: one that no one takes keeps the thread busy that watches the processes of exit tests.
  let ending: Task<Int32, Never>
  private let modesBefore: [UInt32]
  /// Whether the terminal was cooked again when the program had ended.
  private(set) var isCookedAtEnd = false
  /// Whether the terminal's driver was set up again as it had been, in everything.
  private(set) var hasFormerModesAtEnd = false

  convenience init(
    _ program: Program, _ arguments: String..., size: Size = Size(columns: 80, rows: 24),
    environment: [String: String] = [:]
  ) throws {
    try self.init(program, command: [Program.path] + arguments, size: size, environment: environment)
  }

  convenience init(
    _ program: Program, _ arguments: [String], size: Size = Size(columns: 80, rows: 24),
    environment: [String: String] = [:]
  ) throws {
    try self.init(program, command: [Program.path] + arguments, size: size, environment: environment)
  }

  /// Starts any command, such as a shell that the real binary is started from.
  init(
    _ program: Program, command: [String], size: Size = Size(columns: 80, rows: 24),
    environment extra: [String: String] = [:]
  ) throws {
    pseudo = try PseudoTerminal(size: size)
    screen = try #require(VirtualTerminal(size: size))
    self.size = size
    modesBefore = pseudo.modes
    let environment = program.environment.merging(extra) { _, new in new }
    feed = try TerminalFeed(pseudo.master)
    let process = try Self.spawn(command, environment, on: pseudo.slave)
    self.process = process
    ending = Task { await Spawn.end(of: process) }
  }

  private static func spawn(_ arguments: [String], _ environment: [String: String], on slave: Int32) throws
    -> pid_t
  {
    // Not ttyname, whose one buffer is shared by all tests that run at this moment.
    var name = [CChar](repeating: 0, count: 128)
    try #require(ttyname_r(slave, &name, name.count) == 0)
    let terminal = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return try Spawn.start(arguments, environment, isLeader: true) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
  }

  /// The screen as text.
  var text: String {
    (0..<size.rows).map(line).joined(separator: "\n")
  }

  /// A row of the screen as text.
  func line(_ y: Int) -> String {
    var line = ""
    var x = 0
    while x < size.columns {
      let cell = screen.content(x: x, y: y)
      line += cell.text
      x += max(1, cell.width)
    }
    return line
  }

  /// The last row, which says what can be pressed.
  var hints: String { line(size.rows - 1) }

  /// Where the terminal's cursor stands; nil while it is hidden.
  var cursor: Point? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let shown = text.ranges(of: "\u{1B}[?25h").last else { return nil }
    return text[shown.upperBound...].contains("\u{1B}[?25l") ? nil : screen.cursor
  }

  func press(_ text: String) { pseudo.type(text) }

  func resize(to size: Size) {
    self.size = size
    screen.resize(to: size)
    pseudo.resize(to: size)
  }

  func send(signal: Int32) { kill(process, signal) }

  /// Takes what comes until the words are on the screen.
  func wait(for words: String...) async throws {
    try await take { words.allSatisfy(text.contains) }
  }

  /// The look of a cell.
  func style(x: Int, y: Int) -> Style { screen.style(x: x, y: y) }

  /// What is in a cell.
  func content(x: Int, y: Int) -> VirtualTerminal.Content { screen.content(x: x, y: y) }

  /// Takes what comes until something is so.
  func wait(until isSo: () -> Bool) async throws { try await take(until: isSo) }

  /// Takes what comes until the words are gone.
  func wait(without words: String) async throws { try await take { !text.contains(words) } }

  /// Takes what comes until the program has ended; returns its wait status.
  func end() async -> Int32 {
    let status = await ending.value
    isCookedAtEnd = pseudo.isCooked
    hasFormerModesAtEnd = pseudo.modes == modesBefore
    pseudo.closeSlave()
    for await part in feed.parts { show(part) }
    return status
  }

  /// Leaves unread what the program writes from now on.
  func stopReading() async {
    feed.stop()
    for await part in feed.parts { show(part) }
  }

  /// Closes the window while the program runs; returns its wait status.
  func hangUp() async -> Int32 {
    await stopReading()
    pseudo.hangUp()
    return await ending.value
  }

  /// - Throws: ``Gone`` where it is not so after a minute and a half: what does not come must fail, not hang.
  private func take(until isThere: () -> Bool) async throws {
    if isThere() { return }
    let alarm = Task { [feed] in
      do { try await Task.sleep(for: .seconds(90)) } catch { return }
      feed.stop()
    }
    defer { alarm.cancel() }
    for await part in feed.parts {
      show(part)
      if isThere() { return }
    }
    // After the test's time an error would be lost.
    if Task.isCancelled { Issue.record("this did not come; the screen was:\n\(text)") }
    throw Gone(description: "the terminal has ended, or this did not come; its screen was:\n\(text)")
  }

  private func show(_ part: [UInt8]) {
    bytes += part
    screen.feed(part)
  }
}
