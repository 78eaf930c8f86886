import InboxTUI

nonisolated struct ColorSupport {
  let wanted: ColorDepth?
  let noColor: Bool
  let announcesTruecolor: Bool

  /// The option beats `NO_COLOR` (any text but an empty one, no-color.org), which beats what the terminal says.
  init(option: ColorDepth?, environment: (String) -> String?) {
    wanted = option
    noColor = option == nil && !(environment("NO_COLOR") ?? "").isEmpty
    let announced = environment("COLORTERM")?.lowercased() ?? ""
    announcesTruecolor = announced == "truecolor" || announced == "24bit"
  }

  /// Whether an entry with 24-bit colours should be tried.
  var triesTruecolor: Bool {
    if let wanted { return wanted == .truecolor }
    return !noColor && announcesTruecolor
  }

  func depth(colors: Int) -> ColorDepth {
    let found: ColorDepth =
      switch colors {
      case 257...: .truecolor
      case 256: .palette256
      case 8..<256: .palette16
      default: .mono
      }
    if noColor { return .mono }
    guard let wanted else { return found }
    let ladder = ColorDepth.allCases
    let (first, second) = (ladder.firstIndex(of: found) ?? 0, ladder.firstIndex(of: wanted) ?? 0)
    return ladder[max(first, second)]
  }
}
