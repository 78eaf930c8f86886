import CursesTerminal
import Foundation

/// Puts texts where the person can paste them.
enum Clipboard {
  /// Who takes a text.
  nonisolated enum Route: Hashable, Sendable {
    /// tmux's buffer, which it hands on to its terminal: OSC 52 it takes from its programs only where it is told to.
    case tmux(ChosenProgram)
    /// The terminal's own clipboard (OSC 52).
    case terminal
    /// The clipboard of the desktop, through a program of it.
    case desktop(ChosenProgram)

    /// How the person is told of it.
    var words: String {
      switch self {
      case .tmux: "tmux and its terminal's clipboard"
      case .terminal: "the terminal's clipboard"
      case .desktop(let program): "the desktop's clipboard (\((program.path as NSString).lastPathComponent))"
      }
    }
  }

  /// What terminals take: 100,000 bytes less the sequence, in Base64, of which four stand for three.
  nonisolated static let most = 74_994 / 4 * 3

  /// The ways that there are, the best first.
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

  /// - Returns: a sentence that says why not, else where it is now.
  static func copy(_ text: String, _ screen: CursesScreen) async -> (problem: String?, place: String?) {
    let routes = routes(
      ProcessInfo.processInfo.environment,
      understandsCommands: screen.capabilities.understandsCommands)
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
        if await give(text, to: program) { return (nil, route.words) }
      }
    }
    return (problem, nil)
  }

  @concurrent
  private nonisolated static func give(_ text: String, to program: ChosenProgram) async -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program.path)
    process.arguments = program.arguments
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
