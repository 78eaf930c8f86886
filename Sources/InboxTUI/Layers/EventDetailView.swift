import Foundation
import InboxCore

/// One line of the event pane, whole: nothing cut, every message that shares it.
enum EventDetailView {
  static func draw(
    _ state: AppState, _ line: EventLine, scroll: Int, _ theme: Theme, into frame: inout Frame
  ) {
    let lines = lines(line, state.zone, width: width(frame.size))
    let inside = LayerBox.draw(
      "Event: \(line.entry.label)", columns: width(frame.size), rows: lines.count, scroll: scroll,
      moving: state.keys.moving, theme,
      into: &frame)
    for y in 0..<inside.height where scroll + y < lines.count {
      frame.write(lines[scroll + y], x: inside.x, y: inside.y + y, width: inside.width, style: theme(.text))
    }
  }

  static func lastScroll(_ line: EventLine, _ size: Size) -> Int {
    max(0, lines(line, .utc, width: width(size)).count - LayerBox.height(on: size))
  }

  private static func width(_ size: Size) -> Int { min(76, size.columns - 4) }

  private static func lines(_ line: EventLine, _ zone: DisplayZone, width: Int) -> [String] {
    var texts = [line.entry.why, ""]
    for entry in [line.entry] + line.more {
      let message = entry.message.map { "  \($0.id) in \($0.center)" } ?? ""
      texts.append("\(TimeLabel.clock(entry.time, in: zone)) \(zone.name(at: entry.time))\(message)")
    }
    switch line.entry {
    case .journal(let entry): texts += lines(entry)
    case .request(let exchange, _): texts += lines(exchange)
    }
    return texts.flatMap { DisplayText.wrap($0, to: max(8, width)) }
  }

  private static func lines(_ entry: JournalEntry) -> [String] {
    var texts: [String] = []
    if case .fetch(_, let url, _, _) = entry.kind, !url.isEmpty { texts.append("GET \(url)") }
    if case .badge(let state, _) = entry.kind {
      texts.append("here \(state.local) · server \(state.serverText)")
    }
    if let body = entry.body {
      texts += ["", "The answer was:"] + body.split(separator: "\n").map(String.init)
    }
    return texts + ["", "As JSON:"] + EventEntry.journal(entry).json.split(separator: "\n").map(String.init)
  }

  private static func lines(_ exchange: HTTPExchange) -> [String] {
    ["\(exchange.method) \(exchange.url)"] + exchange.requestHeaders.map { "\($0.name): \($0.value)" }
      + body(exchange.requestBody, of: "request")
      + ["", "Answer \(EventEntry.result(of: exchange)) after \(exchange.milliseconds) ms"]
      + exchange.responseHeaders.map { "\($0.name): \($0.value)" }
      + body(exchange.responseBody, of: "answer", size: exchange.responseSize)
  }

  private static func body(_ body: Data?, of name: String, size: Int? = nil) -> [String] {
    guard let body, !body.isEmpty else {
      return size.map { $0 > 0 ? ["", "Its \($0) bytes are not kept here; a recording keeps them."] : [] }
        ?? []
    }
    let text: String
    if let json = try? JSONValue.parse(body) {
      text = json.indented
    } else {
      text = String(validating: body, as: UTF8.self) ?? "\(body.count) bytes that are no text"
    }
    let isCut = body.count >= HTTPExchange.bodyLimit
    return [""] + text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      + (isCut ? ["… the rest of the \(name) is kept by --record only."] : [])
  }
}
