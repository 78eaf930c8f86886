/// Breaks runs of styled text into lines of a width: at blanks, and inside words that are too long or whose
/// characters are wide.
struct RunWrapper {
  private let width: Int
  private let indent: String
  private var lines: [DetailLine] = []
  private var line: [DetailLine.Run] = []
  private var column: Int
  private var word: [DetailLine.Run] = []
  private var wordWidth = 0

  /// - Parameters:
  ///   - first: What stands before the first line, such as a list marker.
  ///   - rest: What stands before every further line.
  init(width: Int, first: String = "", rest: String = "") {
    self.width = max(4, width)
    indent = rest
    column = DisplayText.width(of: first)
    if !first.isEmpty { line = [.init(first, .detailLabel)] }
  }

  mutating func append(_ run: DetailLine.Run) {
    for (index, part) in run.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if index > 0 {
        endWord()
        breakLine()
      }
      append(part, run)
    }
  }

  private mutating func append(_ part: Substring, _ run: DetailLine.Run) {
    for glyph in DisplayText.cells(part) {
      if glyph == .blank {
        endWord()
        if column > 0, column < width { add(" ", 1, run, to: &line) }
        column += 1
      } else if glyph.width == 2 {
        endWord()
        extendWord(glyph, run)
        endWord()
      } else {
        extendWord(glyph, run)
      }
    }
  }

  mutating func finish() -> [DetailLine] {
    endWord()
    if !line.isEmpty || lines.isEmpty { lines.append(DetailLine(line)) }
    return lines
  }

  private mutating func extendWord(_ glyph: Glyph, _ run: DetailLine.Run) {
    if wordWidth + glyph.width > width - DisplayText.width(of: indent) { endWord() }
    add(glyph.cluster, glyph.width, run, to: &word)
    wordWidth += glyph.width
  }

  private mutating func endWord() {
    guard wordWidth > 0 else { return }
    if column + wordWidth > width { breakLine() }
    for run in word { add(run.text, 0, run, to: &line) }
    column += wordWidth
    word = []
    wordWidth = 0
  }

  private mutating func breakLine() {
    lines.append(DetailLine(line))
    line = indent.isEmpty ? [] : [.init(indent)]
    column = DisplayText.width(of: indent)
  }

  private func add(_ text: String, _ width: Int, _ like: DetailLine.Run, to runs: inout [DetailLine.Run]) {
    if var last = runs.last, last.role == like.role, last.attributes == like.attributes,
      last.link == like.link
    {
      last.text += text
      runs[runs.count - 1] = last
    } else {
      var run = like
      run.text = text
      runs.append(run)
    }
  }
}
