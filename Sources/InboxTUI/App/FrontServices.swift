package import struct Foundation.Date
package import InboxCore
package import InboxDomains
package import InboxEvidence
package import InboxModel

/// What the front needs besides the core, as functions: the composition supplies them.
package struct FrontServices: Sendable {
  /// Turns HTML into text; runs outside the main actor.
  package var readHTML: @Sendable (String) async -> RichText
  /// Hands a web address to the person's browser; returns what went wrong, as a sentence.
  package var openBrowser: @Sendable (String) async -> String?
  /// Examines a branded domain; none of its requests is a click.
  package var checkDomain: @Sendable (String) async -> DomainCheck
  /// Has the sandbox carry out a command; the response is a sentence.
  package var askSandbox: @Sendable (String) async -> (response: String, failed: Bool)
  /// The campaigns that the sandbox can launch; nil where they are known from the start, or there is none to ask.
  package var campaigns: (@Sendable () async throws(InboxError) -> CampaignFacts)?
  /// Receives every event of the front with the time by its clock, for a recording; must not wait.
  package var record: (@Sendable (FrontStep, Date) -> Void)?
  /// Requests and responses without secrets, for the event pane; nil where none are published.
  package var exchanges: Feed<HTTPExchange>?
  /// What the sandbox reports of itself; nil where the front does not listen.
  package var sandbox: Feed<SandboxEvent>?
  /// The displays and opens that the sandbox received; nil for a back end that gives no receipts.
  package var receipts: (@Sendable () async throws(InboxError) -> DeliveryReceipts)?
  /// The report on what an app sent, where that replaces what this device sent (QA-4).
  package var report: (@Sendable () -> DeliveryReport)?
  /// What each vendor's rule would count of that app's gestures, in place of those on this screen.
  package var lens: (@Sendable () -> LensReport)?
  /// How the server is asked what it recorded; nil where it cannot be (VE-14).
  package var readBack: ReadBack?
  /// Compares what a person is served with what another one is, whom the text names; nil where the servers are not
  /// asked (QA-2).
  package var compare: (@Sendable (Identity, String) async throws(InboxError) -> PersonComparison)?
  /// Keeps the first card from being shown again; nil where none is shown.
  ///
  /// It returns what went wrong, as a sentence.
  package var rememberCard: (@Sendable () async -> String?)?
  /// Every theme that can be chosen, at the terminal's depth; the reading of theme files is not the front's.
  package var listThemes: @Sendable () async -> [ThemeChoice] = {
    [ThemeChoice(.standard), ThemeChoice(.mono)]
  }
  /// Remembers a theme for the next start; returns as a sentence what went wrong, or what takes precedence over it.
  package var saveTheme: @Sendable (String) async -> String? = { _ in nil }
  /// How long a step of a tour waits for what it announces, in seconds of the machine: the sandbox's clock may stand.
  package var tourTimeout = 20.0
  /// What a person typed in earlier runs; empty for a read-only inbox.
  package var loadHistory: @Sendable (Identity) async -> HistoryLines = { _ in HistoryLines() }
  /// Keeps lines of a person for the next start; returns what went wrong, as a sentence.
  package var remember: @Sendable (HistoryLines, Identity) async -> String? = { _, _ in nil }
  /// Loads the picture at an address and decodes it; requests it from a host, unless the address holds the picture
  /// itself.
  package var loadPicture: @Sendable (String) async -> PictureOutcome = { _ in
    .failed(PictureFailure.notLoaded("no requests are made here").description)
  }
  package var time: TimeSource

  package init(
    readHTML: @escaping @Sendable (String) async -> RichText,
    openBrowser: @escaping @Sendable (String) async -> String?,
    checkDomain: @escaping @Sendable (String) async -> DomainCheck,
    askSandbox: @escaping @Sendable (String) async -> (response: String, failed: Bool) = { _ in
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
