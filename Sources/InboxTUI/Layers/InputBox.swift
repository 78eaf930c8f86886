/// A dialog with facts, one line of input and the answer to it.
struct InputBox {
  var title: String
  var facts: [(String, ThemeRole)]
  var label: String
  var input: String
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
    let room = max(0, inside.width - used)
    // The end of what is typed stays in sight.
    let shown = DisplayText.tail(of: input, width: max(0, room - 1))
    frame.write(shown + " ", x: inside.x + used, y: y, width: room, style: theme(.layerInput))
    frame.cursor = Point(x: min(inside.maxX - 1, inside.x + used + DisplayText.width(of: shown)), y: y)
    y += 2
    for text in answerLines where y < inside.maxY {
      line(
        text,
        answer?.level == .error ? .noticeError : answer?.level == .warning ? .noticeWarning : .noticeInfo)
    }
  }
}
