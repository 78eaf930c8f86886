/// The help: every action, of which one is selected and can be run.
package struct HelpState: Equatable, Sendable {
  /// Which of the actions that are shown is selected.
  package var selected = 0
}
