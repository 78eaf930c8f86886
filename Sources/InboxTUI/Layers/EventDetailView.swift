import InboxCore

/// One line of the event pane, whole: nothing cut, every message that shares it.
enum EventDetailView {
  static func draw(_ line: EventLine, scroll: Int, _ theme: Theme, into frame: inout Frame) {
    let lines = lines(line, width: width(frame.size))
    let inside = LayerBox.draw(
      "Event: \(line.entry.label)", columns: width(frame.size), rows: lines.count, scroll: scroll, theme,
      into: &frame)
    for y in 0..<inside.height where scroll + y < lines.count {
      frame.write(lines[scroll + y], x: inside.x, y: inside.y + y, width: inside.width, style: theme(.text))
    }
  }

  static func lastScroll(_ line: EventLine, _ size: Size) -> Int {
    max(0, lines(line, width: width(size)).count - LayerBox.height(on: size))
  }

  private static func width(_ size: Size) -> Int { min(76, size.columns - 4) }

  private static func lines(_ line: EventLine, width: Int) -> [String] {
    var texts = [line.entry.why, ""]
    for entry in [line.entry] + line.more {
      let message = entry.message.map { "  \($0.id) in \($0.center)" } ?? ""
      texts.append("\(TimeLabel.clock(entry.time)) UTC\(message)")
    }
    if case .fetch(_, let url, _, _) = line.entry.kind, !url.isEmpty { texts.append("GET \(url)") }
    if case .badge(let state, _) = line.entry.kind {
      texts.append("here \(state.local) · server \(state.server.map(String.init) ?? "not told yet")")
    }
    if let body = line.entry.body {
      texts += ["", "The answer was:"] + body.split(separator: "\n").map(String.init)
    }
    return texts.flatMap { DisplayText.wrap($0, to: max(8, width)) }
  }
}
