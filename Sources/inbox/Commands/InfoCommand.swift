import ArgumentParser
import CursesTerminal
import Foundation
import InboxHTML
import InboxPictures
import InboxStore

struct InfoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Print version, paths and what the terminal can do.")

  func run() async throws {
    let config = StateFolder.configFile
    let exists = FileManager.default.fileExists(atPath: config)
    let theme = ThemeSetting.find(option: nil)
    let settings = FrontSettings.find(FrontOptions())
    var rows: [[String]] = [
      ["libraries", "\(TerminalProbe.libraryVersion), SQLite \(InboxDatabase.libraryVersion)"],
      ["configuration", "\(config)\(exists ? "" : " (not there; ‘inbox init’ writes one)")"],
      ["state", StateFolder.root],
      ["demo", StateFolder.demo],
      ["sandbox", StateFolder.sandbox],
      ["themes", StateFolder.themes],
      ["theme", Self.text(of: theme.request)],
      ["HTML", Self.availability(HTMLReader.isReady, package: HTMLReader.package)],
    ]
    rows += PictureKind.allCases.map { kind in
      ["\(kind.rawValue) pictures", Self.availability(kind.isReadable, package: kind.package)]
    }
    rows += [
      ["sixel", Self.availability(SixelEncoder.isReady, package: SixelEncoder.package)],
      ["log", "inbox.log in the folder of each profile, crash.log beside it"],
    ]
    rows += TerminalFacts(settings).lines().map { [$0.name, $0.text] }
    Output.lines(["inbox \(Version.text)"] + TextTable(rows: rows).lines)
    for notice in [theme.flaw, settings.notice].compactMap({ $0 }) { Output.complain(notice) }
  }

  private static func availability(_ isThere: Bool, package: String) -> String {
    isThere ? "yes" : "no: the Debian package \(package) is not installed"
  }

  /// The chosen theme, and the one in force where that cannot be read.
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
