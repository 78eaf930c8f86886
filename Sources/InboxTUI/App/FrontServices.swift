package import InboxCore

/// What the front needs besides the core, as functions: the composition decides what is behind them.
package struct FrontServices: Sendable {
  /// Turns HTML into text; runs outside the main actor.
  package var readHTML: @Sendable (String) async -> RichText
  /// Hands a web address to the person's browser; returns what went wrong, as a sentence.
  package var openBrowser: @Sendable (String) async -> String?
  /// What time it is and what to sleep on.
  package var time: TimeSource

  package init(
    readHTML: @escaping @Sendable (String) async -> RichText,
    openBrowser: @escaping @Sendable (String) async -> String?, time: TimeSource = .system
  ) {
    self.readHTML = readHTML
    self.openBrowser = openBrowser
    self.time = time
  }
}
