import InboxCore
import InboxModel

/// What became of a gesture after the attempt to report it.
nonisolated struct GestureOutcome {
  /// The state, for programs.
  enum State: String {
    case sent
    /// It is stored.
    case waiting
    /// The server will never take it.
    case refused
    /// It was not to be reported, or cannot be.
    case withheld
  }

  let state: State
  /// Why it is not at the server: the error of the last delivery, or the server's own words; nil where it is there, and
  /// where nothing is known.
  let why: String?

  /// Asks the outbox.
  ///
  /// - Parameter withheld: The core's reason when the gesture was made.
  init(
    of kind: EngagementEvent.Kind, _ key: MessageKey, _ core: MessageCenter, withheld: String?
  ) async throws(InboxError) {
    if let withheld {
      (state, why) = (.withheld, withheld)
      return
    }
    let delivery = try await core.lastDelivery(of: kind, key)
    switch delivery?.state {
    case .sent: (state, why) = (.sent, nil)
    case .refused: (state, why) = (.refused, delivery?.reason ?? "The server gives no reason.")
    case .dropped, .held: (state, why) = (.withheld, delivery?.reason ?? "it was dropped")
    case .waiting, .unstored, nil: (state, why) = (.waiting, await core.deliveryTrouble?.description)
    }
  }

  /// Whether the server has it, or will get it.
  var counts: Bool { state == .sent || state == .waiting }
}
