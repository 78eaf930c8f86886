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

  /// Lines for people.
  ///
  /// - Parameters:
  ///   - gesture: What it counts as, such as “an open”.
  ///   - event: What it is reported as, where the vendor has another name for that.
  func lines(_ gesture: String, as event: String? = nil) -> [String] {
    let (name, place) = (event ?? gesture, event.map { " as \($0)" } ?? "")
    let why = why ?? ""
    switch state {
    case .sent: return ["This was reported as \(name)."]
    case .waiting:
      let line = "This counts as \(gesture): it is stored and goes out\(place) when the back end takes it."
      return why.isEmpty ? [line] : [line, why]
    case .refused: return ["This was to be reported as \(name), and was refused: \(why)"]
    case .withheld: return ["Nothing was reported\(place): \(Output.sentence(why))"]
    }
  }

  /// Whether the server has it, or will get it.
  var counts: Bool { state == .sent || state == .waiting }
}
