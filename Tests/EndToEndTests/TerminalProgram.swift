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
  private let process: pid_t
  private let feed: TerminalFeed
  /// Whether the terminal was cooked again when the program had ended.
  private(set) var isCookedAtEnd = false

  init(
    _ program: Program, _ arguments: String..., size: Size = Size(columns: 80, rows: 24),
    environment extra: [String: String] = [:]
  ) throws {
    pseudo = try PseudoTerminal(size: size)
    screen = try #require(VirtualTerminal(size: size))
    self.size = size
    let environment = program.environment.merging(extra) { _, new in new }
    feed = TerminalFeed(pseudo.master)
    process = try Self.spawn(
      [Program.path] + arguments, environment.map { "\($0.key)=\($0.value)" }, on: pseudo.slave)
  }

  private static func spawn(_ arguments: [String], _ environment: [String], on slave: Int32) throws -> pid_t {
    let terminal = String(cString: try #require(ttyname(slave)))
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // The first terminal that a session leader opens becomes its controlling one.
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let setSession: Int32 = 0x80
    posix_spawnattr_setflags(
      &attributes, Int16(setSession | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)))
    var process: pid_t = 0
    let argv = arguments.map { strdup($0) } + [nil]
    let envp = environment.map { strdup($0) } + [nil]
    defer { for text in argv + envp { free(text) } }
    try #require(posix_spawn(&process, arguments[0], &actions, &attributes, argv, envp) == 0)
    return process
  }

  /// The screen as text.
  var text: String {
    (0..<size.rows).map { y in
      var line = ""
      var x = 0
      while x < size.columns {
        let cell = screen.content(x: x, y: y)
        line += cell.text
        x += max(1, cell.width)
      }
      return line
    }.joined(separator: "\n")
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

  /// Takes what comes until the words are gone.
  func wait(without words: String) async throws { try await take { !text.contains(words) } }

  /// Takes what comes until the program has ended; returns its wait status.
  func end() async -> Int32 {
    let process = process
    let status = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var status: Int32 = 0
        waitpid(process, &status, 0)
        continuation.resume(returning: status)
      }
    }
    isCookedAtEnd = pseudo.isCooked
    pseudo.closeSlave()
    for await part in feed.parts { show(part) }
    return status
  }

  private func take(until isThere: () -> Bool) async throws {
    if isThere() { return }
    for await part in feed.parts {
      show(part)
      if isThere() { return }
    }
    throw Gone(description: "the terminal has ended; its screen was:\n\(text)")
  }

  private func show(_ part: [UInt8]) {
    bytes += part
    screen.feed(part)
  }
}
