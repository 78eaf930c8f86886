package import struct Foundation.Date
package import struct Foundation.UUID

/// What a generation of a sandbox's receipts holds, by the time when it happened (SB-5).
///
/// Times are milliseconds since 1970 by the sandbox's clock, which a tester moves, except for ``reset``.
package struct ReceiptSpan: Hashable, Sendable {
  /// What happened before belongs to the generation before; nil for the first, which holds whatever comes.
  ///
  /// It is earlier than ``began`` where the clock was set back so far.
  package var since: Int64?
  /// When the reset was.
  package var began: Int64?
  /// How far the clock had got when it was set back once more; nil where it was not.
  package var reached: Int64?
  /// When the reset was by real time, or for the first generation when its space was made; nil where that is not known.
  package var reset: Int64?

  /// By how much the clock of a client on another machine may be ahead.
  package static let leeway: Int64 = 30_000

  package init(since: Int64?, began: Int64? = nil, reached: Int64? = nil, reset: Int64? = nil) {
    self.since = since
    self.began = began
    self.reached = reached
    self.reset = reset
  }

  /// Whether what happened at a time happened after the reset.
  ///
  /// Of the times that the clock has still to come to again, only what happened before the reset can be.
  ///
  /// - Parameter now: What the clock says.
  package func contains(_ time: Int64, now: Int64) -> Bool {
    guard let since else { return true }
    if time >= max(since, began ?? since) { return true }
    return time >= since && time <= max(now, reached ?? now) + Self.leeway
  }
}

/// What a sandbox's response says of the generation that it lists.
package struct ReceiptGeneration: Hashable, Sendable {
  /// Counts up with every reset.
  package var number: Int
  /// What it holds.
  package var span: ReceiptSpan
  /// What the sandbox's clock said.
  package var now: Int64
  /// By how many milliseconds the clock of this machine may be ahead of the sandbox's.
  package var leeway: Int64 = 0

  package init(number: Int, span: ReceiptSpan = ReceiptSpan(since: nil), now: Int64 = .min) {
    self.number = number
    self.span = span
    self.now = now
  }

  /// Reads the response to `GET /sandbox/receipts`, also of a version that says less; nil where it is not one.
  package init?(_ receipts: JSONValue) {
    guard let number = receipts["generation"]?.integer else { return nil }
    func time(_ name: String) -> Int64? {
      receipts[name]?.text.flatMap(WireDate.parse).map { Int64(milliseconds: $0) }
    }
    let began = number > 1 ? time("began") : nil
    let span = ReceiptSpan(
      since: number > 1 ? time("since") ?? began : nil, began: began, reached: time("reached"),
      reset: time("reset"))
    self.init(number: number, span: span, now: time("now") ?? .min)
  }

  /// Whether what happened here belongs to it, as far as times say.
  ///
  /// The clock that a tester moves may have said the same before the reset and after it: an id that holds the machine's
  /// time says which. The first one holds whatever comes, how old it may be.
  package func contains(_ time: Date, id: UUID? = nil) -> Bool {
    if span.since != nil, let id, beganAfter(id) { return false }
    return span.contains(Int64(milliseconds: time), now: now)
  }

  /// Whether a reset began it after the machine's time that an id holds.
  package func beganAfter(_ id: UUID) -> Bool { beganAfter(id, by: 0) }

  /// Whether it may have, as far as the clocks of two machines agree.
  package func mayHaveBegunAfter(_ id: UUID) -> Bool { beganAfter(id, by: leeway) }

  /// Whether two clocks cannot tell which came first, the reset or what an id is of.
  package func isDoubtful(_ id: UUID) -> Bool { mayHaveBegunAfter(id) && !beganAfter(id) }

  private func beganAfter(_ id: UUID, by leeway: Int64) -> Bool {
    guard let made = id.made, let reset = span.reset else { return false }
    return Int64(milliseconds: made) < reset + leeway
  }

  /// Whether a reset began it after a time of the machine's clock.
  package func began(after time: Date) -> Bool {
    guard span.since != nil, let reset = span.reset else { return false }
    return Int64(milliseconds: time) < reset
  }

  /// Whether a click belongs to it, which belongs to the generation in which it arrives, whatever the clock says.
  package func contains(clickAt time: Date, id: UUID) -> Bool {
    guard id.made != nil, span.reset != nil else { return contains(time) }
    return !beganAfter(id)
  }
}
