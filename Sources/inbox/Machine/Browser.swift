import CursesTerminal
import Foundation
import InboxCore

/// Hands a web address to the person's browser (UL-14): `$BROWSER`, else `xdg-open`; never through a shell, and
/// only http and https.
nonisolated enum Browser {
  /// - Returns: nil when the browser was started, else a sentence that says why not.
  @concurrent
  static func open(_ url: String) async -> String? {
    guard LinkOutcome.isForBrowsers(url) else {
      return "Only web addresses are opened in a browser; this is “\(url)”."
    }
    guard let program = choice() else {
      return "There is no browser: set BROWSER to the name of one, or install xdg-open."
    }
    let isPlaced = program.arguments.contains { $0.contains("%s") }
    let arguments = program.arguments.map { $0.replacing("%s", with: url) } + (isPlaced ? [] : [url])
    // The screen is ours: a browser that wants the terminal gets none.
    guard let browser = ChildProgram(program.path, arguments, isFree: true) else {
      return "The browser \(program.path) could not be started."
    }
    Thread.detachNewThread { browser.wait() }
    return nil
  }

  /// The browser that would be used; nil where there is none.
  static func choice(
    _ browser: String? = Environment["BROWSER"], folders: String = ChosenProgram.folders
  ) -> ChosenProgram? {
    // $BROWSER may list several, separated by colons.
    let requested = (browser ?? "").split(separator: ":").map(String.init)
    return ChosenProgram.first(of: requested + ["xdg-open"], folders: folders)
  }
}
