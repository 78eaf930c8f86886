import InboxCore

/// The badge dialog: both numbers, what to type, and the server's answer.
enum BadgeView {
  static func draw(
    _ state: AppState, input: String, answer: Notice?, _ theme: Theme, into frame: inout Frame
  ) {
    let badge = state.snapshot?.badge ?? BadgeState(local: 0, server: nil)
    let width = max(8, min(60, frame.size.columns - 4))
    let server = badge.server.map(String.init) ?? "not told yet"
    let facts: [(String, ThemeRole)] = [
      ("Here \(badge.local) · server \(server) · unread \(state.snapshot?.unread ?? 0)", .text),
      ("The badge is the server's number, not the unread count.", .muted),
      ("0 also clears the notifications (\(state.snapshot?.banners ?? 0)).", .muted),
    ]
    let lines = facts.flatMap { fact in DisplayText.wrap(fact.0, to: width).map { ($0, fact.1) } }
    let answerLines = answer.map { DisplayText.wrap($0.text, to: width) } ?? []
    let inside = LayerBox.draw(
      "Badge", columns: 60, rows: lines.count + 3 + max(1, answerLines.count), theme, into: &frame)
    var y = inside.y
    func line(_ text: String, _ role: ThemeRole) {
      frame.write(text, x: inside.x, y: y, width: inside.width, style: theme(role))
      y += 1
    }
    for fact in lines.prefix(max(0, inside.height - 3)) { line(fact.0, fact.1) }
    y += 1
    let label = "Set to: "
    let used = frame.write(label, x: inside.x, y: y, width: inside.width, style: theme(.text))
    frame.write(
      input + " ", x: inside.x + used, y: y, width: max(0, inside.width - used), style: theme(.layerInput))
    frame.cursor = Point(x: min(inside.maxX - 1, inside.x + used + input.count), y: y)
    y += 2
    for text in answerLines where y < inside.maxY {
      line(
        text,
        answer?.level == .error ? .noticeError : answer?.level == .warning ? .noticeWarning : .noticeInfo)
    }
  }
}
