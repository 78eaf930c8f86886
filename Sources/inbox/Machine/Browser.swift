import CursesTerminal
import Foundation
import InboxCore

/// Hands a web address to the person's browser (UL-14): `$BROWSER`, else `xdg-open`; never through a shell, and
/// only http and https.
nonisolated enum Browser {
  /// How long a browser that cannot open anything has to report it; one that shows a page may run for hours.
  static let patience = Duration.seconds(1)

  /// - Returns: nil when the browser was started and is running, or has ended well by then; else a sentence that says
  ///   why not.
  @concurrent
  static func open(
    _ url: String, with program: ChosenProgram? = Browser.choice(), within limit: Duration = patience
  ) async -> String? {
    guard LinkOutcome.isForBrowsers(url) else {
      return "Only web addresses are opened in a browser; this is “\(url)”."
    }
    guard let program else {
      return "There is no browser: set BROWSER to the name of one, or install xdg-open."
    }
    let isPlaced = program.arguments.contains { $0.contains("%s") }
    let arguments = program.arguments.map { $0.replacing("%s", with: url) } + (isPlaced ? [] : [url])
    // The screen belongs to this program: a browser does not get the terminal.
    guard let browser = ChildProgram(program.path, arguments, isFree: true) else {
      return "The browser \(program.path) could not be started."
    }
    // Whenever it ends it is reaped, also when nothing waits for that any more.
    let (ends, continuation) = AsyncStream.makeStream(of: ChildProgram.End.self)
    Thread.detachNewThread {
      continuation.yield(browser.wait())
      continuation.finish()
    }
    let limiter = Task {
      // Only time shows that it goes on.
      try await Task.sleep(for: limit)
      continuation.finish()
    }
    defer { limiter.cancel() }
    for await end in ends {
      return sentence(end, program).map { [missing(), $0].compactMap(\.self).joined(separator: " ") }
    }
    return nil
  }

  /// Reports as a sentence that no browser in `$BROWSER` exists; nil where one does, or none is named.
  static func missing(_ browser: String? = Environment["BROWSER"]) -> String? {
    guard let browser, !requested(browser).isEmpty, ChosenProgram.first(of: requested(browser)) == nil
    else { return nil }
    return "BROWSER names “\(browser)”, which is not there."
  }

  private static func sentence(_ end: ChildProgram.End, _ program: ChosenProgram) -> String? {
    let advice = "nothing may be open. Set BROWSER to a browser that works here."
    return switch end {
    case .exited(status: 0): nil
    case .exited(let status): "\(program.path) ended with status \(status): \(advice)"
    case .killed(let signal): "\(program.path) was ended by signal \(signal): \(advice)"
    }
  }

  /// The browser that would be used; nil where there is none.
  static func choice(
    _ browser: String? = Environment["BROWSER"], folders: String = ChosenProgram.folders
  ) -> ChosenProgram? {
    ChosenProgram.first(of: requested(browser ?? "") + ["xdg-open"], folders: folders)
  }

  /// `$BROWSER` may list several, separated by colons.
  private static func requested(_ browser: String) -> [String] {
    browser.split(separator: ":").map(String.init)
  }
}
