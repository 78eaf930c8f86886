import CursesTerminal
import Foundation
import InboxCore

/// Hands a web address to the person's browser (UL-14): `$BROWSER`, else `xdg-open`; never through a shell, and
/// only http and https.
nonisolated enum Browser {
  /// How long a browser that cannot open anything has to report it; one that shows a page may run for hours.
  static let patience = Duration.seconds(1)

  /// Tries one program after another, until one opens the address.
  ///
  /// - Parameter isClick: Whether a request of the address is a click: one that was started may have made it, and no
  ///   other one is tried then (UL-5).
  /// - Returns: nil when a browser was started and is running, or has ended well by then; else a sentence that says
  ///   why not.
  @concurrent
  static func open(
    _ url: String, isClick: Bool, with programs: [ChosenProgram] = Browser.choices(),
    within limit: Duration = patience
  ) async -> String? {
    guard LinkOutcome.isForBrowsers(url) else {
      return "Only web addresses are opened in a browser; this is “\(url)”."
    }
    guard !programs.isEmpty else {
      return "There is no browser: set BROWSER to the name of one, or install xdg-open."
    }
    var failures: [String] = []
    for program in programs {
      // The screen belongs to this program: a browser does not get the terminal.
      guard let browser = ChildProgram(program.path, program.arguments(for: url), isFree: true) else {
        failures.append("\(program.path) could not be started")
        continue
      }
      guard let failure = await failure(of: browser, within: limit) else { return nil }
      failures.append("\(program.path) \(failure)")
      if isClick { break }
    }
    let isLeft = failures.count < programs.count
    let advice =
      "nothing may be open"
      + (isLeft ? ", and no other browser was tried, as that may be another click" : "")
      + ". Set BROWSER to a browser that works here."
    return [missing(), "\(failures.joined(separator: ", ")): \(advice)"].compactMap(\.self)
      .joined(separator: " ")
  }

  /// What became of a browser that has opened nothing; nil of one that has.
  private static func failure(of browser: ChildProgram, within limit: Duration) async -> String? {
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
    return switch await ends.first(where: { @Sendable _ in true }) {
    case .exited(status: 0), nil: nil
    case .exited(let status): "ended with status \(status)"
    case .killed(let signal): "was ended by signal \(signal)"
    }
  }

  /// Reports as a sentence that no browser in `$BROWSER` exists; nil where one does, or none is named.
  static func missing(_ browser: String? = Environment["BROWSER"]) -> String? {
    guard let browser, !requested(browser).isEmpty, ChosenProgram.first(of: requested(browser)) == nil
    else { return nil }
    return "BROWSER names “\(browser)”, which is not there."
  }

  /// The browsers that would be tried, in their order: those of `$BROWSER` that exist, else `xdg-open`.
  static func choices(
    _ browser: String? = Environment["BROWSER"], folders: String = ChosenProgram.folders
  ) -> [ChosenProgram] {
    let own = ChosenProgram.existing(of: requested(browser ?? ""), folders: folders)
    return own.isEmpty ? ChosenProgram.existing(of: ["xdg-open"], folders: folders) : own
  }

  /// `$BROWSER` may list several, separated by colons.
  private static func requested(_ browser: String) -> [String] {
    browser.split(separator: ":").map(String.init)
  }
}

nonisolated extension ChosenProgram {
  /// What stands behind its name to open an address: in the place of `%s`, else at the end.
  fileprivate func arguments(for url: String) -> [String] {
    let isPlaced = arguments.contains { $0.contains("%s") }
    return arguments.map { $0.replacing("%s", with: url) } + (isPlaced ? [] : [url])
  }
}
