import ArgumentParser
import CursesTerminal
import Foundation
import InboxTUI

/// Prints a theme without an inbox.
struct ThemePrintCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "print",
    abstract: "Print a sample of every role: in its colours on a terminal, and in words.")

  @Argument(
    help: ArgumentHelp("A theme, or a theme file.", valueName: "name|file"), completion: Completions.themes)
  var theme: String

  @Option(
    help: "As on a terminal of this colour depth: truecolor, 256, 16 or mono.",
    transform: { text in
      guard let depth = ColorDepth(rawValue: text) else {
        throw ValidationError("It is not a depth. Write truecolor, 256, 16 or mono.")
      }
      return depth
    })
  var depth: ColorDepth?

  func perform() async throws {
    let library = ThemeLibrary()
    let read = try library.read(library.file(theme))
    let depth = depth ?? Self.terminalDepth
    let shown = read.definition.theme(at: depth)
    let isColoured = isatty(STDOUT_FILENO) == 1
    Output.line("\(shown.title) with \(depth.words)")
    for flaw in read.flaws { Output.complain(flaw) }
    if let brand = shown.brand {
      for line in [brand.line] + brand.logo { printSample(line, shown(.brand), shown, isColoured, "") }
    }
    let width = ThemeRole.allCases.map(\.rawValue.count).max() ?? 0
    printSample(
      "page".padding(toLength: width, withPad: " ", startingAt: 0), .plain, shown, isColoured,
      shown.page.description)
    for role in ThemeRole.allCases {
      let name = role.rawValue.padding(toLength: width, withPad: " ", startingAt: 0)
      printSample(name, shown(role), shown, isColoured, shown(role).description)
    }
  }

  private func printSample(
    _ sample: String, _ style: Style, _ theme: Theme, _ isColoured: Bool, _ words: String
  ) {
    let sample = DisplayText.clip(Output.oneLine(sample), to: 80)
    guard isColoured else {
      return Output.line(words.isEmpty ? sample : "\(sample)  \(words)")
    }
    Output.raw("\(style.over(theme.page).sgr(at: .truecolor)) \(sample) \u{1B}[0m  \(words)")
  }

  /// The depth that a screen would have here.
  private static var terminalDepth: ColorDepth {
    guard isatty(STDOUT_FILENO) == 1 else { return .truecolor }
    return TerminalProbe.depth { Environment[$0] }.depth ?? .mono
  }
}
