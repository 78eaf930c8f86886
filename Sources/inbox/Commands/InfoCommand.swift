import ArgumentParser
import CursesTerminal
import Foundation
import InboxHTML
import InboxPictures
import InboxStore

/// Where everything is.
struct InfoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Print version, paths and what the terminal can do.")

  func run() async throws {
    let config = StateFolder.configFile
    let exists = FileManager.default.fileExists(atPath: config)
    Output.line("inbox \(Version.text)")
    Output.line(
      "libraries      \(TerminalCapabilities.libraryVersion), SQLite \(InboxDatabase.libraryVersion)")
    Output.line("configuration  \(config)\(exists ? "" : " (not there; ‘inbox init’ writes one)")")
    Output.line("state          \(StateFolder.root)")
    Output.line("demo           \(StateFolder.demo)")
    Output.line("sandbox        \(StateFolder.sandbox)")
    let theme = ThemeSetting.find(option: nil)
    Output.line("themes         \(StateFolder.themes)")
    Output.line("theme          \(Output.oneLine(Self.text(of: theme.request)))")
    Output.line("HTML           " + Self.availability(HTMLReader.isReady, package: HTMLReader.package))
    for kind in PictureKind.allCases {
      let name = "\(kind.rawValue) pictures".padding(toLength: 15, withPad: " ", startingAt: 0)
      Output.line(name + Self.availability(kind.isReadable, package: kind.package))
    }
    Output.line("sixel          " + Self.availability(SixelEncoder.isReady, package: SixelEncoder.package))
    Output.line("log            inbox.log in the folder of each profile, crash.log beside it")
    let settings = FrontSettings.find(FrontOptions())
    for (name, text) in TerminalFacts(settings).lines() {
      let blanks = String(repeating: " ", count: max(1, 15 - name.count))
      Output.line(name + blanks + Output.oneLine(text))
    }
    for notice in [theme.flaw, settings.notice].compactMap({ $0 }) { Output.complain(notice) }
  }

  private static func availability(_ isThere: Bool, package: String) -> String {
    isThere ? "yes" : "no: the Debian package \(package) is not installed"
  }

  /// What is chosen, and what is in force where that cannot be had.
  private static func text(of request: ThemeRequest?) -> String {
    guard let request else { return "\(ThemeLibrary.standard) (default)" }
    let library = ThemeLibrary()
    var missing: [String] = []
    for name in request.names {
      do { _ = try library.read(name) } catch { missing.append("\(error)") }
    }
    guard !missing.isEmpty else { return request.text }
    if case .pair = request {
      return "\(request.text); \(missing.joined(separator: " ")) It is \(ThemeLibrary.standard) there."
    }
    return "\(ThemeLibrary.standard) in place of \(request.text): \(missing.joined(separator: " "))"
  }
}
