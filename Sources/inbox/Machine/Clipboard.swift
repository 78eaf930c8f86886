import CursesTerminal
import Foundation
import InboxModel

/// Puts texts where the person can paste them.
enum Clipboard {
  /// The receiver of a text.
  nonisolated enum Route: Hashable, Sendable {
    /// tmux's buffer, which it passes on to its terminal; it accepts OSC 52 from its programs only if configured to.
    case tmux(ChosenProgram)
    /// The terminal's own clipboard (OSC 52).
    case terminal
    /// The desktop's clipboard, through one of its programs.
    case desktop(ChosenProgram)

    /// Its name on the screen.
    var words: String {
      switch self {
      case .tmux: "tmux and its terminal's clipboard"
      case .terminal: "the terminal's clipboard"
      case .desktop(let program): "the desktop's clipboard (\((program.path as NSString).lastPathComponent))"
      }
    }
  }

  /// The limit of terminals: 100,000 bytes less the sequence, in Base64, where four stand for three.
  nonisolated static let most = 74_994 / 4 * 3

  /// The available routes, the best first.
  ///
  /// - Parameter understandsCommands: Whether the terminal has a clipboard at all: a console has none.
  nonisolated static func routes(
    _ environment: [String: String], understandsCommands: Bool
  ) -> [Route] {
    let folders = environment["PATH"] ?? ""
    func program(_ line: String) -> ChosenProgram? { try? ChosenProgram(line, folders: folders) }
    func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }
    var routes: [Route] = []
    if isSet("TMUX"), let tmux = program("tmux load-buffer -w -") { routes.append(.tmux(tmux)) }
    if understandsCommands { routes.append(.terminal) }
    if isSet("WAYLAND_DISPLAY"), let copy = program("wl-copy") { routes.append(.desktop(copy)) }
    if isSet("DISPLAY"), let copy = program("xclip -selection clipboard") { routes.append(.desktop(copy)) }
    return routes
  }

  /// Copies a text; what could steer a terminal is escaped as in JSON, as pasted text is obeyed where it is pasted
  /// (FE-9).
  ///
  /// - Returns: a sentence that says why not, else the place of the text.
  static func copy(_ text: String, _ screen: CursesScreen) async -> (problem: String?, place: String?) {
    let text = JSONValue.harmless(text)
    let routes = routes(
      ProcessInfo.processInfo.environment, understandsCommands: screen.understandsCommands)
    var problem =
      "This terminal has no clipboard. In tmux, or with wl-copy or xclip on a desktop, there is one; nothing was copied."
    for route in routes {
      switch route {
      case .terminal:
        guard text.utf8.count <= most else {
          problem =
            "\(text.utf8.count) bytes are more than a terminal takes, which is \(most); nothing was copied. ‘inbox list --json’ prints them."
          continue
        }
        screen.copy(text)
        return (nil, route.words)
      case .tmux(let program), .desktop(let program):
        switch await give(text, to: program) {
        case .taken: return (nil, route.words)
        case .refused: continue
        case .late:
          let name = (program.path as NSString).lastPathComponent
          problem =
            "\(name) did not take it within \(timeout.components.seconds) seconds and was ended; nothing was copied."
        }
      }
    }
    return (problem, nil)
  }

  /// How a program ended that was given a text.
  nonisolated enum Response: Hashable, Sendable {
    case taken
    /// It failed, or could not be started.
    case refused
    /// It did not end in time, and was killed.
    case late
  }

  /// The time limit of a program: one that waits for a missing display or server would wait for ever.
  nonisolated static let timeout = Duration.seconds(5)

  /// Gives a text to a program as its standard input.
  @concurrent
  nonisolated static func give(
    _ text: String, to program: ChosenProgram, within limit: Duration = timeout
  ) async -> Response {
    let file: FileHandle
    do { file = try input(text) } catch { return .refused }
    let started = ChildProgram(program.path, program.arguments, input: file.fileDescriptor)
    withExtendedLifetime(file) {}
    guard let child = started else { return .refused }
    let limiter = Task {
      // Only time shows that a program will not end.
      try await Task.sleep(for: limit)
      child.kill()
    }
    let end = await child.ended()
    limiter.cancel()
    return switch end {
    case .exited(let status): status == 0 ? .taken : .refused
    case .killed(let signal): signal == SIGKILL ? .late : .refused
    }
  }

  /// A text as a file that has no name any more.
  ///
  /// A program that reads nothing would keep a writer to its pipe waiting.
  private nonisolated static func input(_ text: String) throws -> FileHandle {
    let folder = try ScratchFolder("copy")
    defer { folder.remove() }
    let file = URL(fileURLWithPath: folder.path + "/text")
    try Data(text.utf8).write(to: file)
    return try FileHandle(forReadingFrom: file)
  }
}
