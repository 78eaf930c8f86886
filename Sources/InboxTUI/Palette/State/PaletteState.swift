/// The command palette: the typed text, the selected match, and the outcome of the last command.
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
  /// What is typed, without the blanks before it.
  var text: String { String(input.text.drop(while: \.isWhitespace)) }
  /// The index of the selected match.
  package var selected = 0
  /// Whether an arrow or a click selected it; otherwise it is selected only where its words begin with the typed text.
  var isChosen = false
  /// The outcome of the last command, or that it is under way.
  package var feedback: Notice?
  /// Which line of the history is shown.
  var recalled = HistoryPosition()
  /// The command whose response is on its way; typing goes on meanwhile.
  var asked: String?
  /// Whether the themes were requested, to complete their names.
  var hasAskedForThemes = false
  /// Whether the line will run as soon as the themes are there.
  var isWaiting = false
}

package enum CommandEvent: FeatureEvent {
  /// The sandbox's response to a command; nil `to` in earlier recordings, which do not name it.
  case sandboxResponded(String, failed: Bool, to: String? = nil)
  /// What the person typed in earlier runs.
  case historyLoaded(HistoryLines)

  // A recording has a case by its key.
  private enum CodingKeys: String, CodingKey {
    case sandboxResponded = "sandboxAnswered"
    case historyLoaded
  }
}
