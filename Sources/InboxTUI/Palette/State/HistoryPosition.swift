/// Which line of a history stands in an input line, and what was typed before it did.
package struct HistoryPosition: Equatable, Sendable {
  /// Counted from the newest; nil for the typed text.
  private var place: Int?
  private var draft = ""

  /// Goes to another line of the history, the newest of which is last; positive steps go back in time.
  ///
  /// - Returns: what stands in the line then: behind the newest the text that was typed; nil where there is no other.
  mutating func move(_ step: Int, in history: [String], from typed: String) -> String? {
    let next = (place ?? -1) + step
    guard next < history.count, next >= -1 else { return nil }
    if place == nil { draft = typed }
    place = next < 0 ? nil : next
    return next < 0 ? draft : history[history.count - 1 - next]
  }
}
