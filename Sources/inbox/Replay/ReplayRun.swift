import CursesTerminal
import Foundation
import InboxTUI

final class ReplayRun {
  private let screen: CursesScreen
  private var state: ReplayState
  private var events: TerminalEvents?
  /// The exit statuses of ends, of which the first counts.
  private let (ends, ending) = AsyncStream.makeStream(of: Int32.self)

  /// - Returns: the exit status: 0, or 128+n after signal n.
  static func run(_ player: ReplayPlayer) async throws -> Int32 {
    let screen = try CursesScreen(
      options: TerminalOptions(stderrLog: nil, crashLog: nil, depth: nil, mouse: false))
    let run = ReplayRun(player, screen)
    return await run.run()
  }

  private init(_ player: ReplayPlayer, _ screen: CursesScreen) {
    self.screen = screen
    state = ReplayState(player, size: screen.size)
    state.repertoire = screen.repertoire
  }

  private func run() async -> Int32 {
    let events = TerminalEvents(screen: screen) { [weak self] in self?.received($0) }
    self.events = events
    defer {
      screen.close()
      events.stop()
    }
    screen.present(ReplayView.draw(state))
    return await ends.first { @Sendable _ in true } ?? Exit.failed
  }

  private func received(_ event: TerminalEvent) {
    switch event {
    case .keys(let keys):
      for key in keys {
        switch key {
        case .control("z"): events?.suspendProcess()
        case .control("l"): screen.redraw()
        default: if !state.pressed(key) { return end(0) }
        }
      }
    case .resized(let size): state.size = size
    case .suspendRequested: events?.suspendProcess()
    case .resumed: state.size = screen.size
    case .reported: return
    case .terminated(let signal): return end(128 + signal)
    case .lost: return end(128 + SIGHUP)
    }
    screen.present(ReplayView.draw(state))
  }

  private func end(_ status: Int32) { ending.yield(status) }
}
