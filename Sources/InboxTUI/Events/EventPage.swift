import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxVendors

/// A whole line of the event pane: nothing is cut, and all messages that share it are listed.
struct EventPage: TextLayer {
  var line: EventLine
  var scroll: Int

  var layer: Layer { .event(line, scroll: scroll) }
  var context: ActionContext { .event }
  func narrows(_ state: AppState) -> Narrowing.Kind? { .text }
  func title(_ state: AppState) -> String { "Event: \(line.entry.label)" }

  func lines(_ state: AppState, in area: TextArea) -> [DetailLine] {
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
    return texts.flatMap { DisplayText.wrap(area.reduced($0), to: area.width) }.map { DetailLine($0) }
  }

  private func lines(_ entry: JournalEntry) -> [String] {
    var texts: [String] = []
    if case .fetch(_, let url, _, _) = entry.kind, !url.isEmpty { texts.append("GET \(url)") }
    if case .badge(let state, _) = entry.kind {
      texts.append("here \(state.local) · server \(state.serverText)")
    }
    if let body = entry.body {
      texts += ["", "Response:"] + body.split(separator: "\n").map(String.init)
    }
    return texts + ["", "JSON:"] + EventEntry.journal(entry).json.split(separator: "\n").map(String.init)
  }

  private func lines(_ exchange: HTTPExchange) -> [String] {
    ["\(exchange.method) \(exchange.url)"] + exchange.requestHeaders.map { "\($0.name): \($0.value)" }
      + body(.request, exchange.requestBody, of: exchange)
      + ["", "Response \(EventEntry.result(of: exchange)) after \(exchange.milliseconds) ms"]
      + exchange.responseHeaders.map { "\($0.name): \($0.value)" }
      + body(.response, exchange.responseBody, of: exchange, size: exchange.responseSize)
  }

  private func body(
    _ part: HTTPExchange.Part, _ body: Data?, of exchange: HTTPExchange, size: Int? = nil
  ) -> [String] {
    guard let body, !body.isEmpty else {
      return size.map { $0 > 0 ? ["", "\($0.counted("byte")), not kept here; a recording keeps them."] : [] }
        ?? []
    }
    let text: String
    if let json = try? JSONValue.parse(body) {
      text = json.indented
    } else {
      text = String(validating: body, as: UTF8.self) ?? "\(body.count.counted("byte")) that are not text"
    }
    let isCut = exchange.truncated.contains(part)
    return [""] + text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      + (isCut ? ["… the rest of the \(part.rawValue) is kept by --record only."] : [])
  }
}

extension ActionID {
  package static let showEvent = ActionID("events.show")
  package static let filterEvents = ActionID("events.filter")
  package static let eventMessage = ActionID("events.message")
  package static let copyEvent = ActionID("events.copy")
  package static let pageEvent = ActionID("events.pager")
  package static let events = ActionID("events.toggle")
}

extension Action {
  private static func needsEvent(_ state: AppState) -> String? {
    state.eventAtHand == nil ? state.whyNoEvents : nil
  }

  static let events: [Action] = [
    Action(
      .showEvent, "Show the event's details", keys: [.enter], in: [.events], hint: "details",
      allowed: .withoutAudience, unless: { $0.events.selected == nil ? $0.whyNoEvents : nil }
    ) { $0.showEvent() },
    Action(
      .filterEvents, "Filter events: all, engagement, badge, links, requests, failures", keys: ["f"],
      in: [.events], hint: "kind",
      titleNow: {
        "Filter events: "
          + EventFilter.those(of: $0.profile.capabilities).map(\.rawValue).joined(separator: ", ")
      }, allowed: .anywhere
    ) { state in
      state.events.show(only: state.events.filter.next(state.profile.capabilities))
      return []
    },
    Action(
      .eventMessage, "Go to the event's message", keys: ["l", .right], in: [.events], hint: "message",
      allowed: .anywhere,
      unless: { state in
        guard let event = state.events.selected else { return state.whyNoEvents }
        return event.entry.message == nil ? "This event has no message." : nil
      }
    ) { $0.showEventMessage() },
    Action(
      .copyEvent, "Copy the event as JSON", keys: ["y"], in: [.events, .event], hint: "copy",
      allowed: .withoutAudience, unless: needsEvent
    ) { $0.copyEvent() },
    Action(
      .pageEvent, "Show the event as JSON in $PAGER", keys: ["v"], in: [.events, .event], hint: "pager",
      allowed: .withoutAudience, unless: needsEvent
    ) { $0.pageEvent() },
    Action(
      .events, "Toggle event pane: strip, full screen, off", keys: ["E"], in: .panes, hint: "events",
      allowed: .anywhere
    ) { $0.toggleEvents() },
  ]
}
