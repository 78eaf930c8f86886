/// Texts that a sender could try on a person who reads them at a terminal.
package enum Attack {
  /// One of each kind, with a plain word that shows that it was drawn.
  package static let all: [String] = [
    "\u{1B}[2J\u{1B}[31mclear", "\u{1B}]0;owned\u{7}title", "\u{1B}]52;c;ZXZpbA==\u{7}clipboard",
    "\u{1B}]8;;http://evil.example\u{1B}\\link\u{1B}]8;;\u{1B}\\", "\u{1B}Pq#0;2;0;0;0\u{1B}\\sixel",
    "\u{1B}_Gf=100;AAAA\u{1B}\\picture", "\u{1B}^private\u{1B}\\", "\u{1B}Xstring\u{1B}\\", "\u{1B}creset",
    "\u{1B}[?1049l\u{1B}[?25lmodes", "\u{9B}31mred\u{9B}2J", "\u{9D}0;owned\u{9C}", "\u{90}q\u{9C}device",
    "\u{9E}p\u{9C}\u{9F}a\u{9C}\u{98}s\u{9C}", "\u{202E}gpj.\u{202D}exe\u{202C}",
    "\u{2066}i\u{2067}s\u{2068}o\u{2069}",
    "\u{200E}\u{200F}\u{61C}direction", "z\u{200B}e\u{200C}r\u{200D}o\u{2060}\u{FEFF}",
    "soft\u{AD}hyphen\u{34F}",
    "marks" + String(repeating: "\u{301}", count: 200), "\u{301}\u{20DD}lone",
    "nul\u{0}l\u{7F}\u{7}\u{8}\u{E}\u{F}",
    "two\r\nlines\tand\u{B}more\u{C}", "next\u{85}line\u{2028}para\u{2029}",
    "tags\u{E0001}\u{E0041}\u{E007F}",
    "heart\u{2764}\u{FE0F}\u{FE0E}\u{E0100}\u{180E}", "filler\u{115F}\u{3164}\u{FFA0}\u{17B4}",
    "private\u{E000}\u{F0000}\u{10FFFD}", "none\u{FFFE}\u{1FFFF}\u{378}",
    "family" + String(repeating: "\u{1F469}\u{1F3FD}\u{200D}", count: 60) + "\u{1F469}",
  ]

  /// All in one.
  package static let whole = all.joined(separator: " ")

  /// A text as JSON writes it, with what may stand as it is left as it is.
  package static func json(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
