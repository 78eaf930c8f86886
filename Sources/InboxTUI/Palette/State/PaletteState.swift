/// The command palette: what is typed, what is selected of that which matches, and the outcome of the last command.
package struct PaletteState: Equatable, Sendable {
  package var input = LineEditor() {
    didSet {
      guard input.text != oldValue.text else { return }
      selected = 0
      isChosen = false
      feedback = nil
      asked = nil
      isWaiting = false
    }
  }
  /// Which of the entries that match is selected.
  package var selected = 0
  /// Whether an arrow or a click selected it; else it is selected only where what is typed begins its words.
  var isChosen = false
  /// The outcome of the last command, or that it is under way.
  package var feedback: Notice?
  /// Which line of the history is shown, counted from the newest; nil for what is typed.
  package var recalled: Int?
  /// The command whose response is on its way; typing on does not wait for it.
  var asked: String?
  /// Whether the themes were requested, to complete their names.
  var hasAskedForThemes = false
  /// Whether the line is to be run as soon as the themes are there.
  var isWaiting = false
}

package enum CommandEvent: FeatureEvent {
  /// What the sandbox said to a command; earlier recordings do not say to which.
  case sandboxResponded(String, failed: Bool, to: String? = nil)
  /// What the person typed in earlier runs.
  case historyLoaded(HistoryLines)

  // A recording names a case by its key.
  private enum CodingKeys: String, CodingKey {
    case sandboxResponded = "sandboxAnswered"
    case historyLoaded
  }
}
