package import InboxCore

/// The filter of the lists, and the line in which it is typed.
///
/// It belongs to the screen, not to a center: another tab shows which of its own messages match.
package struct FindState: Equatable, Sendable {
  package internal(set) var input = LineEditor()
  /// Whether the keys go into the line.
  package internal(set) var isTyping = false
  /// What is wrong with the line; the former filter stays in force then.
  package internal(set) var problem: FilterProblem?
  package internal(set) var filter = MessageFilter.everything
  package internal(set) var text = ""
  /// Whether every center was requested.
  package internal(set) var isEverywhere = false
  /// The list of all centers together.
  package var everywhere = ListState()
  /// Filters that were typed, also in earlier runs, the newest last.
  package internal(set) var history: [String] = []
  /// Filters that are not stored for the next start yet.
  var unsaved: [String] = []
  /// Which filter of the history stands in the line.
  var recalled = HistoryPosition()

  /// The most characters in the line.
  static let longest = 256

  mutating func remember() {
    guard !text.isEmpty else { return }
    history = HistoryLines.joined(history, [text])
    unsaved.append(text)
  }

  /// Forgets all that was searched for, as another person reads, or none (MC-12).
  mutating func forget() {
    var list = everywhere
    list.forget()
    self = FindState()
    everywhere = list
  }
}
