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
    guard let program = find() else {
      return "There is no browser: set BROWSER to the name of one, or install xdg-open."
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [url]
    // The screen is ours: a browser that wants the terminal gets none.
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
      return nil
    } catch {
      return "The browser \(program) could not be started."
    }
  }

  private static func find() -> String? {
    let environment = ProcessInfo.processInfo.environment
    // $BROWSER may list several, separated by colons.
    let wanted = (environment["BROWSER"] ?? "").split(separator: ":").map(String.init) + ["xdg-open"]
    for name in wanted {
      if name.contains("/") {
        if access(name, X_OK) == 0 { return name }
        continue
      }
      for folder in (environment["PATH"] ?? "").split(separator: ":") {
        let path = folder + "/" + name
        if access(String(path), X_OK) == 0 { return String(path) }
      }
    }
    return nil
  }
}
