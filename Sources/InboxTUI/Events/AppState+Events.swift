import Foundation
import InboxCore
import InboxEvidence
import InboxModel

extension AppState {
  /// Takes a request that got its response, or failed.
  mutating func take(_ exchange: HTTPExchange) -> [AppEffect] {
    var exchange = exchange
    if profile.isTapped == true { exchange.about = [] }
    events.append(exchange, at: now, reader: snapshot?.identity)
    return []
  }

  /// Returns to the former pane: a message that was open stays open.
  mutating func closeEvents() {
    events.mode = .hidden
    events.back = 0
    guard focus == .events else { return }
    focus = events.previousFocus == .detail && detail?.isOpen == true ? .detail : .list
    events.previousFocus = .list
  }

  /// Moves the keys to the events, from where closing them brings them back.
  mutating func focusEvents() {
    if focus != .events { events.previousFocus = focus }
    focus = .events
  }

  mutating func toggleEvents() -> [AppEffect] {
    switch events.mode {
    case .hidden where !hasOnePane: events.mode = .strip
    // A pane that has the whole screen has no strip.
    case .hidden, .strip:
      events.mode = .full
      focusEvents()
    case .full: closeEvents()
    }
    return []
  }

  /// Selects the message of the event, as far as it is still in its list.
  mutating func showEventMessage() -> [AppEffect] {
    guard let key = events.selected?.entry.message else { return [] }
    guard lists[key.center] != nil else {
      return notify("There is no \(profile.capabilities.list) \(name(of: key.center)).", .warning)
    }
    closeRange()
    events.sought = .init(message: key, mode: events.mode)
    _ = showAll()
    _ = show(key.center)
    uncoverList()
    focus = .list
    detail = nil
    return seek(key)
  }

  /// The event that keys about an event apply to.
  var eventAtHand: EventLine? {
    if case .event(let line, _)? = layer { return line }
    return events.selectedWhole
  }

  /// Why the pane shows no event, and the key that changes that.
  var whyNoEvents: String {
    events.whyEmpty(next: keys.name(of: .filterEvents), clear: keys.name(of: .back))
  }

  func copyEvent() -> [AppEffect] {
    guard let line = eventAtHand else { return [] }
    let entries = [line.entry] + line.more
    let json = entries.map(\.json).joined(separator: "\n")
    let what = entries.count == 1 ? "the event as JSON" : "\(entries.count.counted("event")) as JSON"
    return [.copy(json + "\n", what: what)]
  }

  mutating func showEvent() -> [AppEffect] {
    guard let line = events.selectedWhole else { return [] }
    return showLayer(.event(line, scroll: 0))
  }
}
