package import InboxCore

/// What the front needs besides the core, as functions: the composition decides what is behind them.
package struct FrontServices: Sendable {
  /// Turns HTML into text; runs outside the main actor.
  package var readHTML: @Sendable (String) async -> RichText
  /// Hands a web address to the person's browser; returns what went wrong, as a sentence.
  package var openBrowser: @Sendable (String) async -> String?
  /// Looks at a branded domain; nothing that it asks is a click.
  package var checkDomain: @Sendable (String) async -> DomainCheck
  /// Has the sandbox do what a command says; the answer is a sentence.
  package var askSandbox: @Sendable (String) async -> (answer: String, failed: Bool)
  /// What the sandbox got of displays and opens; nil for a back end that gives no receipts.
  package var receipts: (@Sendable () async throws(InboxError) -> DeliveryReceipts)?
  /// Is told of each key, for a recording.
  package var recordKey: (@Sendable (String) -> Void)?
  /// What time it is and what to sleep on.
  package var time: TimeSource

  package init(
    readHTML: @escaping @Sendable (String) async -> RichText,
    openBrowser: @escaping @Sendable (String) async -> String?,
    checkDomain: @escaping @Sendable (String) async -> DomainCheck,
    askSandbox: @escaping @Sendable (String) async -> (answer: String, failed: Bool) = { _ in
      (SandboxCommand.noSandbox, true)
    }, time: TimeSource = .system
  ) {
    self.readHTML = readHTML
    self.openBrowser = openBrowser
    self.checkDomain = checkDomain
    self.askSandbox = askSandbox
    self.time = time
  }
}
