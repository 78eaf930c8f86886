/// Breaks runs of styled text into lines of a width: at blanks, and inside words that are too long or have wide
/// characters.
struct RunWrapper {
  private let width: Int
  private let indent: String
  private let indentWidth: Int
  private var lines: [DetailLine] = []
  private var line: [DetailLine.Run] = []
  private var column: Int
  private var word: [DetailLine.Run] = []
  private var wordWidth = 0
  /// Whether no blank stands before the word.
  private var isInWord = false

  /// - Parameters:
  ///   - first: What stands before the first line, such as a list marker.
  ///   - rest: What stands before every further line.
  init(width: Int, first: String = "", rest: String = "") {
    self.width = max(4, width)
    indent = rest
    indentWidth = DisplayText.width(of: rest)
    column = DisplayText.width(of: first)
    if !first.isEmpty { line = [.init(first, .detailLabel)] }
  }

  mutating func append(_ run: DetailLine.Run) {
    for (index, part) in run.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if index > 0 {
        endWord()
        isInWord = false
        breakLine()
      }
      append(part, run)
    }
  }

  private mutating func append(_ part: Substring, _ run: DetailLine.Run) {
    guard DisplayText.plainASCIICount(part) == nil else { return appendASCII(part, run) }
    for glyph in DisplayText.cells(part) {
      if glyph == .blank {
        appendBlank(run)
      } else if glyph.width == 2 {
        endWord()
        extendWord(glyph.cluster, glyph.width, run)
        endWord()
      } else {
        extendWord(glyph.cluster, glyph.width, run)
      }
    }
  }

  /// The same word by word, for text in which each character takes one column.
  private mutating func appendASCII(_ part: Substring, _ run: DetailLine.Run) {
    for (index, letters) in part.utf8.split(separator: 0x20, omittingEmptySubsequences: false).enumerated() {
      if index > 0 { appendBlank(run) }
      var letters = letters
      while !letters.isEmpty {
        let room = longestWord - wordWidth
        let piece = letters.prefix(room > 0 ? room : longestWord)
        extendWord(String(Substring(piece)), piece.count, run)
        letters = letters[piece.endIndex...]
      }
    }
  }

  private mutating func appendBlank(_ run: DetailLine.Run) {
    endWord()
    isInWord = false
    if column < width { Self.add(" ", run, to: &line) }
    column += 1
  }

  mutating func finish() -> [DetailLine] {
    endWord()
    if !line.isEmpty || lines.isEmpty { lines.append(DetailLine(line)) }
    return lines
  }

  /// The columns of a line that one word can fill.
  private var longestWord: Int { max(1, width - indentWidth) }

  private mutating func extendWord(_ text: String, _ columns: Int, _ run: DetailLine.Run) {
    if wordWidth + columns > longestWord { endWord() }
    Self.add(text, run, to: &word)
    wordWidth += columns
  }

  private mutating func endWord() {
    guard wordWidth > 0 else { return }
    if column + wordWidth > width { breakLine() }
    for run in word { Self.add(run.text, run, to: &line) }
    column += wordWidth
    word.removeAll(keepingCapacity: true)
    wordWidth = 0
    isInWord = true
  }

  private mutating func breakLine() {
    lines.append(DetailLine(line))
    lines[lines.count - 1].isBrokenInWord = isInWord
    line = indent.isEmpty ? [] : [.init(indent)]
    column = indentWidth
  }

  private static func add(_ text: String, _ like: DetailLine.Run, to runs: inout [DetailLine.Run]) {
    if let last = runs.indices.last, runs[last].looks(like: like) {
      runs[last].text += text
    } else {
      var run = like
      run.text = text
      runs.append(run)
    }
  }
}
