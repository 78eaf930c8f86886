import Foundation
import InboxCore
import InboxModel

/// What became of the events and changes that a person sent to the account that the profile names now.
nonisolated struct HeldOutcome {
  private(set) var sent = 0
  private(set) var waiting = 0
  /// Why each refused one was refused.
  private(set) var refused: [String] = []
  /// Why each dropped one was dropped, as by a newer mark or a full outbox.
  private(set) var dropped: [String] = []

  /// - Throws: the archive's errors.
  init(of ids: Set<UUID>, _ core: MessageCenter) async throws(InboxError) {
    let (visits, changes) = try await core.queued()
    let events = try await core.engagements().deliveries
    let records: [(id: UUID, state: Delivery.State, reason: String?)] =
      events.map { ($0.id, $0.state, $0.reason) } + visits.map { ($0.item.id, $0.state, $0.reason) }
      + changes.map { ($0.item.id, $0.state, $0.reason) }
    for (id, state, reason) in records where ids.contains(id) {
      switch state {
      case .sent: sent += 1
      case .refused: refused.append(reason ?? "the server gives no reason")
      case .dropped: dropped.append(reason ?? "a newer one takes its place")
      case .waiting, .held, .unstored: waiting += 1
      }
    }
  }

  static func words(_ count: Int) -> String { count.counted("event or change", "events and changes") }

  func print() {
    let account = "the account that the profile names now"
    let rest = waiting == 0 ? "nothing waits any more" : "\(waiting) still \(waiting == 1 ? "waits" : "wait")"
    if sent > 0 {
      Output.line("\(Self.words(sent)) sent to \(account); \(rest).")
    } else if waiting > 0 {
      Output.line("\(Self.words(waiting)) now \(waiting == 1 ? "belongs" : "belong") to \(account); \(rest).")
    }
    for (fate, reasons) in [("refused", refused), ("dropped", dropped)] {
      for (reason, same) in reasons.grouped(by: \.self) {
        let verb = same.count == 1 ? "was" : "were"
        Output.line("\(Self.words(same.count)) \(verb) \(fate): \(reason)")
      }
    }
  }
}
