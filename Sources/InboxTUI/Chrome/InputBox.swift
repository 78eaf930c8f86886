/// Draws a line that is typed into, with the terminal's own cursor where typing goes.
enum LineField {
  static func draw(_ line: LineEditor, _ area: Rect, _ theme: Theme, into frame: inout Frame) {
    guard area.width > 0 else { return }
    let (text, column) = visible(line, width: area.width)
    frame.write(
      text + " ", x: area.x, y: area.y, width: area.width, style: theme(.layerInput), ellipsis: false)
    frame.cursor = Point(x: area.x + column, y: area.y)
  }

  /// The part of a line that fits a width, and the column of the cursor in it.
  ///
  /// As much as possible stands before the cursor, as a person looks at what was typed last; the cursor has its own
  /// column.
  static func visible(_ line: LineEditor, width: Int) -> (text: String, column: Int) {
    guard width > 1 else { return ("", 0) }
    let next = line.after.first.map { DisplayText.width(of: String($0)) } ?? 1
    let before = DisplayText.tail(of: line.before, width: max(1, width - max(1, next)))
    return (before + line.after, DisplayText.width(of: before))
  }

  /// The same, with `…` in front where the beginning is cut off: for a line without an edge of its own.
  static func marked(
    _ line: LineEditor, width: Int, in repertoire: Repertoire
  ) -> (text: String, column: Int) {
    let whole = visible(line, width: width)
    let mark = repertoire.dots
    let columns = DisplayText.width(of: mark)
    guard whole.column < DisplayText.width(of: line.before), width - columns > 1 else { return whole }
    let end = visible(line, width: width - columns)
    return (mark + end.text, columns + end.column)
  }
}

extension LineEditor.Outcome {
  /// What a dialog says of its line after a key: what was said before stays until the line is changed.
  func feedback(after last: Notice?, whenFull words: String) -> Notice? {
    switch self {
    case .edited: nil
    case .moved: last
    case .full: Notice(text: words, level: .warning)
    }
  }
}

/// A dialog with facts, one line of input and the feedback on it.
struct InputBox {
  var title: String
  var facts: [(String, ThemeRole)]
  var label: String
  var input: LineEditor
  var feedback: Notice?

  func draw(_ theme: Theme, into frame: inout Frame) {
    let width = max(8, min(60, frame.size.columns - 4))
    let repertoire = frame.repertoire
    func wrap(_ text: String) -> [String] {
      DisplayText.wrap(DisplayText.reduced(text, to: repertoire), to: width)
    }
    let paragraphs = facts.map { fact in wrap(fact.0).map { ($0, fact.1) } }
    let count = paragraphs.reduce(0) { $0 + $1.count }
    let feedbackLines = feedback.map { wrap($0.text) } ?? []
    let inside = LayerBox.draw(
      title, columns: 60,
      rows: min(count + 3 + max(1, feedbackLines.count), LayerBox.height(on: frame.size)), theme,
      into: &frame)
    var y = inside.y
    func line(_ text: String, _ role: ThemeRole) {
      frame.write(text, x: inside.x, y: y, width: inside.width, style: theme(role))
      y += 1
    }
    // The line and the response have precedence, then whole sentences, then the space between them.
    var room = inside.height - 1 - feedbackLines.count
    for paragraph in paragraphs.prefix(while: { take($0.count, of: &room) }) {
      for text in paragraph { line(text.0, text.1) }
    }
    if take(1, of: &room) { y += 1 }
    let used = frame.write(label, x: inside.x, y: y, width: inside.width, style: theme(.text))
    LineField.draw(
      input, Rect(x: inside.x + used, y: y, width: inside.width - used, height: 1), theme, into: &frame)
    y += take(1, of: &room) ? 2 : 1
    for text in feedbackLines where y < inside.maxY {
      line(text, feedback?.level.role ?? .noticeInfo)
    }
  }

  /// Takes this many rows if there are as many.
  private func take(_ rows: Int, of room: inout Int) -> Bool {
    guard rows <= room else { return false }
    room -= rows
    return true
  }
}
