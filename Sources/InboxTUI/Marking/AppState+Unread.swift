import InboxCore
import InboxModel

extension AppState {
  /// Selects the next unread message of the list, or the previous one; after the last it goes on from the other end.
  mutating func goToUnread(isForward: Bool) -> [AppEffect] {
    guard let from = list.selectedRow else { return [] }
    let selection = MarkSelection.unread(from: from.key, isForward: isForward)
    guard let rows = loaded(selection) else { return [.listKeys(source, selection, then: .select)] }
    return select(unread: rows.first?.key)
  }

  /// Selects a message that was found to be unread, or says that there was none in that direction.
  mutating func select(unread key: MessageKey?) -> [AppEffect] {
    guard let key else {
      let elsewhere = snapshot?.centers.first { $0.name != center && $0.counts.unread > 0 }
      let more = elsewhere.map { "; \(name(of: $0.name)) has \($0.counts.unread)" } ?? ""
      return notify("No other message of this list is unread\(isEverywhere ? "" : more).")
    }
    if list.window?.rows.contains(where: { $0.key == key }) == true {
      list.select(key)
      return []
    }
    return seek(key)
  }
}

extension ActionID {
  package static let nextUnread = ActionID("message.next-unread")
  package static let previousUnread = ActionID("message.previous-unread")
}

extension Action {
  static let unread: [Action] = [
    Action(
      .nextUnread, "Next unread message", keys: ["n"], in: [.list], about: .row, allowed: .anywhere,
      unless: needsMessage
    ) { $0.goToUnread(isForward: true) },
    Action(
      .previousUnread, "Previous unread message", keys: ["p"], in: [.list], about: .row, allowed: .anywhere,
      unless: needsMessage
    ) { $0.goToUnread(isForward: false) },
  ]
}
