import ArgumentParser
import InboxModel
import InboxTOML
import InboxTUI

/// Checks whether themes can be read, as files and on every screen.
struct ThemeCheckCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract:
      "Report what is wrong with themes: the file, and the contrast of all text at every colour depth.",
    discussion: """
      Without a name, every theme is checked. Text needs a contrast of 4.5 to 1 with its background (WCAG 2, \
      level AA) in 24-bit colour, 256 and 16 colours; without colours, the selection must still show. Exit \
      status 1 when something is wrong, 2 when a theme does not exist or is not TOML.
      """)

  @Argument(
    help: ArgumentHelp("Themes, or theme files.", valueName: "name|file"), completion: Completions.themes)
  var themes: [String] = []

  @Flag(help: "Print JSON.") var json = false

  func perform() async throws {
    let library = ThemeLibrary()
    var status: Int32 = 0
    var values: [JSONValue] = []
    for request in themes.isEmpty ? library.files.map(\.name) : themes {
      do {
        let theme = try library.read(library.file(request))
        let findings = ThemeCheck(theme.definition).findings
        if !theme.flaws.isEmpty || !findings.isEmpty { status = max(status, Exit.failed) }
        if json {
          values.append(value(request, theme.flaws, findings))
        } else {
          report(request, theme.flaws, findings)
        }
      } catch {
        guard error is Exit || error is TOMLFileError else { throw error }
        Output.complain("\(error)")
        let flaw = JSONValue.members(["text": "\(error)"])
        values.append(.members(["theme": request, "ok": false, "error": flaw]))
        status = Exit.usage
      }
    }
    if json { Output.json(.members(["themes": values])) }
    if status != 0 { throw ExitCode(status) }
  }

  private func report(_ request: String, _ flaws: [String], _ findings: [ThemeCheck.Finding]) {
    for flaw in flaws { Output.line(flaw) }
    for finding in findings { Output.line("\(request) \(finding)") }
    if flaws.isEmpty, findings.isEmpty {
      Output.line("\(request): every text can be read, at every depth")
    }
  }

  private func value(
    _ request: String, _ flaws: [String], _ findings: [ThemeCheck.Finding]
  ) -> JSONValue {
    let problems = findings.map {
      JSONValue.members(["depth": $0.depth.rawValue, "problem": $0.problem])
    }
    let isFine = flaws.isEmpty && findings.isEmpty
    return .members(["theme": request, "ok": isFine, "flaws": flaws, "findings": problems])
  }
}
