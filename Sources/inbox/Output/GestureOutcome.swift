import InboxCore
import InboxModel

/// What became of a gesture once it was tried to report it.
nonisolated enum GestureOutcome {
  case sent
  /// It is stored and waits, with what the last delivery met.
  case waiting(InboxError?)
  /// The server will never take it, in its own words.
  case refused(String)
  /// It was not to be reported, or cannot be.
  case withheld(String)

  /// Asks the outbox.
  ///
  /// - Parameter withheld: What the core said when the gesture was made.
  init(
    of kind: EngagementEvent.Kind, _ key: MessageKey, _ core: MessageCenter, withheld: String?
  ) async throws(InboxError) {
    if let withheld {
      self = .withheld(withheld)
      return
    }
    let delivery = try await core.lastDelivery(of: kind, key)
    switch delivery?.state {
    case .sent: self = .sent
    case .refused: self = .refused(delivery?.reason ?? "The server gives no reason.")
    case .dropped, .held: self = .withheld(delivery?.reason ?? "it was dropped")
    case .waiting, .unstored, nil: self = .waiting(await core.deliveryTrouble)
    }
  }

  /// Whether the server has it, or is to get it.
  var counts: Bool {
    switch self {
    case .sent, .waiting: true
    case .refused, .withheld: false
    }
  }

  /// As programs read it.
  var state: String {
    switch self {
    case .sent: "sent"
    case .waiting: "waiting"
    case .refused: "refused"
    case .withheld: "withheld"
    }
  }

  /// Why it is not at the server; nil where it is, and where nothing is known.
  var why: String? {
    switch self {
    case .sent: nil
    case .waiting(let error): error?.description
    case .refused(let reason), .withheld(let reason): reason
    }
  }
}
