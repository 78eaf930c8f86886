package import InboxCore

/// What the lists are narrowed to, and the line in which that is typed.
///
/// It belongs to the screen, not to a center: another tab shows what of its messages matches.
package struct FindState: Equatable, Sendable {
  package internal(set) var input = LineEditor()
  /// Whether the keys go into the line.
  package internal(set) var isTyping = false
  /// What is wrong with it; then the filter before stays in force.
  package internal(set) var problem: FilterProblem?
  package internal(set) var filter = MessageFilter.everything
  package internal(set) var text = ""
  /// Whether every center was requested.
  package internal(set) var isEverywhere = false
  /// The list of all centers together.
  package var everywhere = ListState()
  /// Filters that were typed, also in earlier runs, the newest last.
  package internal(set) var history: [String] = []
  /// Those of them that the next start does not know yet.
  var unsaved: [String] = []
  /// Which one stands in the line, counted from the newest; nil for what is typed.
  var recalled: Int?
  /// What was typed before one was recalled.
  var draft = ""

  /// How many characters fit into the line.
  static let longest = 256

  mutating func remember() {
    guard !text.isEmpty else { return }
    history = HistoryLines.joined(history, [text])
    unsaved.append(text)
  }

  /// Another person reads, or no one: nothing is left of what was searched for (MC-12).
  mutating func forget() {
    var list = everywhere
    list.forget()
    self = FindState()
    everywhere = list
  }
}
