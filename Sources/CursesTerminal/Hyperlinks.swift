package import InboxTUI

/// Web addresses that a terminal opens by itself (OSC 8): only those whose clicks are counted nowhere, as a click that
/// goes past this program is in no report.
///
/// ncurses' cells cannot hold an address. So the words are written once more with it after each frame that wrote to their
/// row, and a row that an address has left is written whole.
struct Hyperlinks {
  private struct Word: Hashable {
    var origin: Point
    var text: String
    var style: Style
    var url: String
  }

  /// Whether an address may be opened past this program; nil until it is known.
  var isFree: ((String) -> Bool)?
  private let depth: ColorDepth
  private var words: [Word] = []
  private var judged: [String: Bool] = [:]

  /// A longer address is left to this program.
  private static let longest = 2_000

  init(depth: ColorDepth) { self.depth = depth }

  var isEmpty: Bool { words.isEmpty }

  /// Takes over the addresses of a frame.
  ///
  /// - Returns: the rows that have to be written whole, as an address has left them.
  mutating func take(_ frame: Frame) -> Set<Int> {
    let before = words
    words = frame.links.filter { mayOpen($0.url) }.flatMap { link in
      frame.runs(of: link).map { Word(origin: $0.origin, text: $0.text, style: $0.style, url: link.url) }
    }
    return Set(before.filter { !words.contains($0) }.map(\.origin.y))
  }

  /// What writes the words on some rows again, with their addresses.
  func writings(on rows: Set<Int>) -> [UInt8] {
    let shown = words.filter { rows.contains($0.origin.y) }
    guard !shown.isEmpty else { return [] }
    let text = shown.map { word in
      "\u{1B}[\(word.origin.y + 1);\(word.origin.x + 1)H\(word.style.sgr(at: depth))"
        + "\u{1B}]8;;\(word.url)\u{1B}\\\(word.text)\u{1B}]8;;\u{1B}\\\u{1B}[0m"
    }.joined()
    return Array("\u{1B}7\(text)\u{1B}8".utf8)
  }

  private mutating func mayOpen(_ url: String) -> Bool {
    if let known = judged[url] { return known }
    guard let isFree else { return false }
    // Only printable ASCII: nothing in it can end the sequence.
    let isPlain = url.utf8.count <= Self.longest && url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    let isWeb = url.lowercased().hasPrefix("https://") || url.lowercased().hasPrefix("http://")
    if judged.count > 1_000 { judged = [:] }
    let mayOpen = isPlain && isWeb && isFree(url)
    judged[url] = mayOpen
    return mayOpen
  }
}

extension Style {
  /// What selects it on a terminal (ECMA-48, “select graphic rendition”).
  package func sgr(at depth: ColorDepth) -> String {
    var numbers = ["0"]
    let names: [(Attributes, String)] = [
      (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
    ]
    numbers += names.filter { attributes.contains($0.0) }.map(\.1)
    for (color, base) in [(foreground, 30), (background, 40)] {
      switch depth.color(color) {
      case .standard: break
      case .palette(let index) where index < 8: numbers.append(String(base + Int(index)))
      case .palette(let index) where index < 16: numbers.append(String(base + 52 + Int(index)))
      case .palette(let index): numbers += [String(base + 8), "5", String(index)]
      case .rgb(let red, let green, let blue):
        numbers += [String(base + 8), "2", String(red), String(green), String(blue)]
      }
    }
    return "\u{1B}[\(numbers.joined(separator: ";"))m"
  }
}
