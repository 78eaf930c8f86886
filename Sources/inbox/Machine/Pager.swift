import CursesTerminal
import Foundation
import InboxTUI

/// Shows a text in the person's pager: `$PAGER`, else `less`, else `more`; never through a shell.
enum Pager {
  /// The pager that would be used.
  ///
  /// - Throws: why there is none.
  nonisolated static func choice() throws(Exit) -> ChosenProgram {
    let requested = Environment["PAGER"] ?? ""
    guard requested.contains(where: { !$0.isWhitespace }) else {
      if let program = ChosenProgram.first(of: ["less", "more"]) { return program }
      throw .notReady("There is no pager: install less, or set PAGER to a program that shows a file.")
    }
    do throws(ChosenProgram.Flaw) { return try ChosenProgram(requested) } catch {
      switch error {
      case .openQuote: throw .notReady("PAGER has a quote that does not end: \(requested)")
      case .missing(let name):
        throw .notReady(
          "PAGER names “\(name)”, which is not there. Set it to a program that shows a file, or unset it for less."
        )
      }
    }
  }

  /// - Parameters:
  ///   - whenStopped: As ``TerminalEvents/lend(to:_:whenStopped:)`` wants it.
  ///   - ended: Called before any key that was typed behind the pager: nil when the text was shown, else a sentence that
  ///     says why not.
  static func show(
    _ page: Page, _ events: TerminalEvents, whenStopped: (_ stop: () -> Void) async -> Void,
    ended: (_ problem: String?) -> Void
  ) async {
    let program: ChosenProgram
    do throws(Exit) { program = try choice() } catch { return ended(error.sentence) }
    let folder: ScratchFolder
    do { folder = try await write(page) } catch {
      return ended("The text for the pager cannot be written into \(NSTemporaryDirectory()).")
    }
    let end = await events.lend(
      to: program.path, [program.path] + program.arguments + [folder.path + "/" + page.name],
      whenStopped: whenStopped)
    ended(sentence(end, program))
    await remove(folder)
  }

  private static func sentence(_ end: TerminalEvents.ChildEnd, _ program: ChosenProgram) -> String? {
    switch end {
    // Ctrl-C in a pager is meant for the pager.
    case .ended(.exited(status: 0)), .ended(.killed(signal: SIGINT)): return nil
    case .ended(.exited(let status)): return "The pager \(program.path) ended with status \(status)."
    case .ended(.killed(let signal)): return "The pager \(program.path) was ended by signal \(signal)."
    case .notStarted(let code):
      return "The pager \(program.path) could not be started: \(String(cString: strerror(code)))."
    }
  }

  /// Writes the text where no other user can read it.
  @concurrent
  private nonisolated static func write(_ page: Page) async throws -> ScratchFolder {
    let folder = try ScratchFolder("page")
    do {
      try Data(page.text.utf8).write(to: URL(fileURLWithPath: folder.path + "/" + page.name))
    } catch {
      folder.remove()
      throw error
    }
    return folder
  }

  @concurrent
  private nonisolated static func remove(_ folder: ScratchFolder) async { folder.remove() }
}
