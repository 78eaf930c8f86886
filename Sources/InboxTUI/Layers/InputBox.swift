/// A dialog with facts, one line of input and the answer to it.
struct InputBox {
  var title: String
  var facts: [(String, ThemeRole)]
  var label: String
  var input: LineEditor
  var answer: Notice?

  func draw(_ theme: Theme, into frame: inout Frame) {
    let width = max(8, min(60, frame.size.columns - 4))
    let lines = facts.flatMap { fact in DisplayText.wrap(fact.0, to: width).map { ($0, fact.1) } }
    let answerLines = answer.map { DisplayText.wrap($0.text, to: width) } ?? []
    let inside = LayerBox.draw(
      title, columns: 60,
      rows: min(lines.count + 3 + max(1, answerLines.count), LayerBox.height(on: frame.size)), theme,
      into: &frame)
    var y = inside.y
    func line(_ text: String, _ role: ThemeRole) {
      frame.write(text, x: inside.x, y: y, width: inside.width, style: theme(role))
      y += 1
    }
    for fact in lines.prefix(max(0, inside.height - 3)) { line(fact.0, fact.1) }
    y += 1
    let used = frame.write(label, x: inside.x, y: y, width: inside.width, style: theme(.text))
    LineField.draw(
      input, Rect(x: inside.x + used, y: y, width: inside.width - used, height: 1), theme, into: &frame)
    y += 2
    for text in answerLines where y < inside.maxY {
      line(
        text,
        answer?.level == .error ? .noticeError : answer?.level == .warning ? .noticeWarning : .noticeInfo)
    }
  }
}
