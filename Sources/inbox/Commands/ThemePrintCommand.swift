import ArgumentParser
import Foundation
import InboxTUI

/// A theme looked at without an inbox.
struct ThemePrintCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "print",
    abstract: "Print a sample of every role: in its colours on a terminal, and in words.")

  @Argument(
    help: ArgumentHelp("A theme, or a theme file.", valueName: "name|file"), completion: Completions.themes)
  var theme: String

  @Option(help: "As on a terminal of this colour depth: truecolor, 256, 16 or mono.")
  var depth: String?

  func validate() throws {
    guard let depth, ColorDepth(rawValue: depth) == nil else { return }
    throw ValidationError("“\(depth)” is not a depth. Write truecolor, 256, 16 or mono.")
  }

  func perform() async throws {
    let library = ThemeLibrary()
    let read = try library.read(library.file(theme), shown: theme)
    let depth = depth.flatMap(ColorDepth.init(rawValue:)) ?? Self.terminalDepth
    let shown = read.definition.theme(at: depth)
    let isColoured = isatty(STDOUT_FILENO) == 1
    Output.line("\(Output.oneLine(shown.title)) with \(depth.words)")
    for flaw in read.flaws { Output.complain(Output.oneLine(flaw)) }
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
    Output.raw("\(SGR.text(for: style.over(theme.page))) \(sample) \(SGR.reset)  \(words)")
  }

  /// What the terminal says of itself; NO_COLOR is taken at its word.
  private static var terminalDepth: ColorDepth {
    let environment = ProcessInfo.processInfo.environment
    guard isatty(STDOUT_FILENO) == 1 else { return .truecolor }
    if !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb" { return .mono }
    if ["truecolor", "24bit"].contains(environment["COLORTERM"]?.lowercased()) { return .truecolor }
    return environment["TERM"]?.contains("256color") == true ? .palette256 : .palette16
  }
}

/// What terminals call a style (ECMA-48, “select graphic rendition”).
nonisolated private enum SGR {
  static let reset = "\u{1B}[0m"

  static func text(for style: Style) -> String {
    let codes: [(Attributes, Int)] = [(.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7)]
    let parts =
      codes.filter { style.attributes.contains($0.0) }.map { String($0.1) }
      + [color(style.foreground, 38), color(style.background, 48)].compactMap { $0 }
    return "\u{1B}[0" + parts.map { ";" + $0 }.joined() + "m"
  }

  private static func color(_ color: Color, _ base: Int) -> String? {
    switch color {
    case .standard: nil
    case .palette(let index) where index < 16:
      // The ground's codes are ten above the text's.
      String((index < 8 ? 30 : 82) + Int(index) + (base - 38))
    case .palette(let index): "\(base);5;\(index)"
    case .rgb(let red, let green, let blue): "\(base);2;\(red);\(green);\(blue)"
    }
  }
}
