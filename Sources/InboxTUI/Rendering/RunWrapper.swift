/// A part of a text that looks the same all through.
protocol TextRun {
  var text: String { get set }
  /// Whether two runs differ in nothing but their text.
  func looks(like other: Self) -> Bool
}

/// Breaks runs of text into lines of a width: at blanks, and inside words that are too long or have wide characters.
struct RunWrapper<Run: TextRun> {
  /// A line, and whether its last word continues in the next one.
  typealias Line = (runs: [Run], isBrokenInWord: Bool)

  private let width: Int
  private let rest: Run?
  private let indentWidth: Int
  private var lines: [Line] = []
  private var line: [Run] = []
  private var column: Int
  private var word: [Run] = []
  private var wordWidth = 0
  /// Whether no blank stands before the word.
  private var isInWord = false
  /// Whether the text has begun with blanks and nothing else.
  private var isBlank: Bool

  /// - Parameters:
  ///   - first: What stands before the first line, such as a list marker.
  ///   - rest: What stands before every further line.
  init(width: Int, first: Run? = nil, rest: Run? = nil) {
    self.width = max(1, width)
    self.rest = rest
    indentWidth = rest.map { DisplayText.width(of: $0.text) } ?? 0
    column = first.map { DisplayText.width(of: $0.text) } ?? 0
    line = [first].compactMap(\.self)
    isBlank = first == nil
  }

  mutating func append(_ run: Run) {
    for (index, part) in run.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if index > 0 {
        endWord()
        isInWord = false
        breakLine()
      }
      append(part, run)
    }
  }

  private mutating func append(_ part: Substring, _ run: Run) {
    guard DisplayText.plainASCIICount(part) == nil else { return appendASCII(part, run) }
    for glyph in DisplayText.cells(part) {
      if glyph == .blank {
        appendBlank(run)
      } else if glyph.width == 2 {
        endWord()
        // Into one column it does not fit.
        if width == 1 { extendWord("?", 1, run) } else { extendWord(glyph.cluster, 2, run) }
        endWord()
      } else {
        extendWord(glyph.cluster, glyph.width, run)
      }
    }
  }

  /// The same word by word, for text in which each character takes one column.
  private mutating func appendASCII(_ part: Substring, _ run: Run) {
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

  private mutating func appendBlank(_ run: Run) {
    endWord()
    isInWord = false
    if column < width { Self.add(" ", run, to: &line) }
    column += 1
  }

  mutating func finish() -> [Line] {
    endWord()
    if !line.isEmpty || lines.isEmpty { lines.append((line, false)) }
    return lines
  }

  /// The columns of a line that one word can fill.
  private var longestWord: Int { max(1, width - indentWidth) }

  private mutating func extendWord(_ text: String, _ columns: Int, _ run: Run) {
    if wordWidth + columns > longestWord { endWord() }
    Self.add(text, run, to: &word)
    wordWidth += columns
  }

  private mutating func endWord() {
    guard wordWidth > 0 else { return }
    if column + wordWidth > width { if isBlank { trimBlanks() } else { breakLine() } }
    isBlank = false
    for run in word { Self.add(run.text, run, to: &line) }
    column += wordWidth
    word.removeAll(keepingCapacity: true)
    wordWidth = 0
    isInWord = true
  }

  private mutating func breakLine() {
    lines.append((line, isInWord))
    line = [rest].compactMap(\.self)
    column = indentWidth
    isBlank = false
  }

  /// Leaves as many of the blanks with which the text begins as its first word leaves room for.
  private mutating func trimBlanks() {
    column = max(0, width - wordWidth)
    guard var blanks = line.first else { return }
    blanks.text = String(repeating: " ", count: column)
    line = column == 0 ? [] : [blanks]
  }

  private static func add(_ text: String, _ like: Run, to runs: inout [Run]) {
    if let last = runs.indices.last, runs[last].looks(like: like) {
      runs[last].text += text
    } else {
      var run = like
      run.text = text
      runs.append(run)
    }
  }
}
