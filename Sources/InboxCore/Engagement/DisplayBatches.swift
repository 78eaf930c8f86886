/// Batches displays while others are being written: those that wait together become one transaction (EN-7).
///
/// A part is written as soon as its turn comes, so a display that nothing is ahead of is written at once. Order is
/// kept: what is asked for after a ``close()`` lies in a later part.
struct DisplayBatches {
  /// The most events of one transaction: a long one would hold up readers and other programs.
  static let most = 4_096

  private var parts: [Int: [EngagementEvent]] = [:]
  /// The part that takes more.
  private var open: Int?
  private var number = 0

  /// Adds events in their order.
  ///
  /// - Returns: the parts that were begun for them: each must be taken and written, in this order.
  mutating func add(_ events: [EngagementEvent]) -> [Int] {
    var begun: [Int] = []
    var rest = events[...]
    while !rest.isEmpty {
      if open.flatMap({ parts[$0]?.count }) ?? Self.most >= Self.most {
        number += 1
        open = number
        parts[number] = []
        begun.append(number)
      }
      guard let open else { return begun }
      let room = Self.most - (parts[open]?.count ?? 0)
      parts[open, default: []] += rest.prefix(room)
      rest = rest.dropFirst(room)
    }
    return begun
  }

  /// What comes from now on is written behind whatever else is asked for now.
  mutating func close() { open = nil }

  /// The events of a part, whose turn has come; none are added to it any more.
  mutating func take(_ part: Int) -> [EngagementEvent] {
    if open == part { open = nil }
    return parts.removeValue(forKey: part) ?? []
  }

  /// How many wait for their turn.
  var count: Int { parts.values.reduce(0) { $0 + $1.count } }
}
