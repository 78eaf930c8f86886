/// Breaks the glyphs of one paragraph into lines.
struct LineWrapper {
  private let width: Int
  private var lines: [String] = []
  private var line = ""
  private var lineWidth = 0
  private var gap = 0
  private var word = ""
  private var wordWidth = 0

  init(width: Int) {
    self.width = width
  }

  mutating func add(_ glyphs: [Glyph]) {
    for glyph in glyphs {
      if glyph == .blank {
        endWord()
        gap += 1
      } else if glyph.width == 2 {
        endWord()
        append(glyph)
        endWord()
      } else {
        append(glyph)
      }
    }
  }

  mutating func finish() -> [String] {
    endWord()
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    return lines
  }

  private mutating func append(_ glyph: Glyph) {
    // A wide character does not fit into one column.
    let fits = glyph.width <= width
    if wordWidth + glyph.width > width { endWord() }
    word += fits ? glyph.cluster : "?"
    wordWidth += fits ? glyph.width : 1
  }

  private mutating func endWord() {
    guard !word.isEmpty else { return }
    if lineWidth + gap + wordWidth > width, lineWidth > 0 || gap > 0 {
      if lineWidth > 0 { lines.append(line) }
      line = ""
      lineWidth = 0
      gap = min(gap, lines.isEmpty ? max(0, width - wordWidth) : 0)
    }
    line += String(repeating: " ", count: gap) + word
    lineWidth += gap + wordWidth
    gap = 0
    word = ""
    wordWidth = 0
  }
}
