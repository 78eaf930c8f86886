import CursesTerminal
import Foundation
import InboxPictures
import InboxTUI

/// The facts of the terminal in ‘inbox info’: what was found, and why.
nonisolated struct TerminalFacts {
  private let environment = ProcessInfo.processInfo.environment
  private let settings: FrontSettings
  private let reports: [TerminalReport]
  private var support: PictureSupport

  /// Queries the terminal.
  init(_ settings: FrontSettings) {
    self.settings = settings
    let environment = environment
    let depth = TerminalProbe.depth { environment[$0] }.depth ?? .mono
    let hasUnicode = !settings.isASCII && TerminalProbe.hasUnicode()
    support = PictureSupport(
      wanted: settings.shownPictures, depth: depth, repertoire: hasUnicode ? .unicode : .ascii
    ) { environment[$0] }
    reports = TerminalProbe.ask(term: environment["TERM"], pictures: support)
    support.makesSixels = SixelEncoder.isReady
    for report in reports { _ = support.take(report) }
  }

  /// Names and values, in the order in which they are printed.
  func lines() -> [(name: String, text: String)] {
    [
      ("TERM", environment["TERM"] ?? "not set"), ("COLORTERM", environment["COLORTERM"] ?? "not set"),
      ("NO_COLOR", environment["NO_COLOR"] ?? "not set"),
      ("terminal", isatty(STDOUT_FILENO) == 1 ? "yes" : "no: standard output is not one"),
      ("colours", colors), ("pictures", pictures), ("background", background), ("characters", characters),
      ("screen reader", settings.isAccessible ? "yes: accessible = true" : "no (--accessible)"),
      ("mouse", settings.hasMouse ? "clicks here (--no-mouse)" : "the terminal's: mouse = false"),
      ("clipboard", clipboard), ("pager", pager), ("browser", browser),
    ]
  }

  private var colors: String {
    let (depth, why) = TerminalProbe.depth { environment[$0] }
    switch depth {
    case .truecolor?: return "24 bits: \(why)"
    case .palette256?: return "256: \(why)"
    case .palette16?: return "16 or fewer: \(why)"
    case .mono?: return "none: \(why)"
    case nil: return "not known: \(why)"
    }
  }

  private var pictures: String {
    let form =
      switch support.form {
      case .kitty: "kitty's graphics"
      case .sixel: "sixel"
      case .blocks: "half blocks"
      case .off: "none"
      }
    let isTerminal = isatty(STDOUT_FILENO) == 1 && isatty(STDIN_FILENO) == 1
    if settings.shownPictures == nil, !isTerminal { return "as the terminal says: there is none here to ask" }
    let isText = settings.pictures == nil && settings.shownPictures == .off
    return "\(form): \(isText ? "a screen reader reads their text" : support.why)"
  }

  private var background: String {
    for report in reports {
      if case .background(let color) = report, case .rgb = color, let found = TerminalBackground(color) {
        return "\(found.rawValue): the terminal says \(color)"
      }
      if case .colorScheme(let isDark) = report {
        return "\(isDark ? "dark" : "light"): the terminal says so"
      }
    }
    let variable = environment["COLORFGBG"]
    if let variable, let found = TerminalBackground(variable: variable) {
      return "\(found.rawValue): COLORFGBG is \(variable)"
    }
    let why = variable.map { "is “\($0)”, which names no background" } ?? "is not set"
    return "not known: the terminal does not say, and COLORFGBG \(why); it is taken for dark"
  }

  private var characters: String {
    if settings.isASCII { return "ASCII: ascii = true" }
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].first { environment[$0]?.isEmpty == false }
    let locale = name.flatMap { environment[$0] } ?? ""
    let why = name.map { "\($0) is \(locale)" } ?? "no locale is set"
    guard TerminalProbe.hasUnicode() else { return "ASCII: \(why)" }
    guard !locale.contains(".") else { return "Unicode: \(why)" }
    return "Unicode: \(why)\(name == nil ? "" : ", which names no character set"); UTF-8 is taken (--ascii)"
  }

  private var clipboard: String {
    let routes = Clipboard.routes(
      environment, understandsCommands: TerminalProbe.understandsCommands(term: environment["TERM"]))
    return routes.first.map(\.words) ?? "none: in tmux, or with wl-copy or xclip on a desktop, there is one"
  }

  private var pager: String {
    do throws(Exit) {
      let program = try Pager.choice()
      return ([program.path] + program.arguments).joined(separator: " ")
    } catch { return error.sentence }
  }

  private var browser: String {
    guard let program = Browser.choices().first else {
      return "none: set BROWSER to the name of one, or install xdg-open"
    }
    let words = ([program.path] + program.arguments).joined(separator: " ")
    return [words, Browser.missing()].compactMap(\.self).joined(separator: "; ")
  }
}
