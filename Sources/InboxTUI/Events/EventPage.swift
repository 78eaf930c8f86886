import Foundation
import InboxCore
import InboxEvidence

/// One line of the event pane, whole: nothing cut, every message that shares it.
struct EventPage: TextLayer {
  var line: EventLine
  var scroll: Int

  var layer: Layer { .event(line, scroll: scroll) }
  var context: ActionContext { .event }
  func title(_ state: AppState) -> String { "Event: \(line.entry.label)" }

  func lines(_ state: AppState, width: Int) -> [DetailLine] {
    let zone = state.zone
    var texts = [line.entry.why, ""]
    for entry in [line.entry] + line.more {
      let message = entry.message.map { "  \($0.id) in \(state.name(of: $0.center))" } ?? ""
      texts.append("\(TimeLabel.clock(entry.time, in: zone)) \(zone.name(at: entry.time))\(message)")
    }
    switch line.entry {
    case .journal(let entry): texts += lines(entry)
    case .request(let exchange, _): texts += lines(exchange)
    }
    return texts.flatMap { DisplayText.wrap($0, to: width) }.map { DetailLine($0) }
  }

  private func lines(_ entry: JournalEntry) -> [String] {
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

  private func lines(_ exchange: HTTPExchange) -> [String] {
    ["\(exchange.method) \(exchange.url)"] + exchange.requestHeaders.map { "\($0.name): \($0.value)" }
      + body(exchange.requestBody, of: "request")
      + ["", "Answer \(EventEntry.result(of: exchange)) after \(exchange.milliseconds) ms"]
      + exchange.responseHeaders.map { "\($0.name): \($0.value)" }
      + body(exchange.responseBody, of: "answer", size: exchange.responseSize)
  }

  private func body(_ body: Data?, of name: String, size: Int? = nil) -> [String] {
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
