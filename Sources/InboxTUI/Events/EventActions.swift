import InboxCore

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
    state.eventAtHand == nil ? "Nothing happened yet." : nil
  }

  static let events: [Action] = [
    Action(
      .showEvent, "Show the event whole", keys: [.enter], in: [.events], hint: "whole line",
      allowed: .withoutAudience,
      unless: { $0.events.selected == nil ? "Nothing happened yet." : nil }
    ) { state, _ in state.showEvent() },
    Action(
      .filterEvents, "Events: all, engagement, badge, links, requests, failures", keys: [.character("f")],
      in: [.events], hint: "filter",
      titleNow: {
        "Events: " + EventFilter.those(of: $0.profile.capabilities).map(\.rawValue).joined(separator: ", ")
      }, allowed: .anywhere
    ) { state, _ in
      state.events.show(only: state.events.filter.next(state.profile.capabilities))
      return []
    },
    Action(
      .eventMessage, "Go to the event's message", keys: [.character("l"), .right], in: [.events],
      hint: "message", allowed: .anywhere,
      unless: { $0.events.selected?.entry.message == nil ? "This event is about no message." : nil }
    ) { state, _ in state.showEventMessage() },
    Action(
      .copyEvent, "Copy the event as JSON", keys: [.character("y")], in: [.events, .event], hint: "copy",
      allowed: .withoutAudience, unless: needsEvent
    ) { state, _ in state.copyEvent() },
    Action(
      .pageEvent, "The event as JSON in $PAGER", keys: [.character("v")], in: [.events, .event],
      hint: "pager", allowed: .withoutAudience, unless: needsEvent
    ) { state, _ in state.pageEvent() },
    Action(
      .events, "Event pane: strip, full screen, off", keys: [.character("E")], in: .panes, hint: "events",
      allowed: .anywhere
    ) { state, _ in state.toggleEvents() },
  ]
}
