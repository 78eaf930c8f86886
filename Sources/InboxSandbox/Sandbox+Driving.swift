package import InboxModel

/// What the sandbox's own paths do for people, for tests and measurements in the same process.
extension Sandbox {
  /// Launches a campaign now; clients with a line open get their push before this returns.
  package func launch(_ campaign: Campaign) async throws -> MessageKey {
    try await account.launch(campaign)
  }

  /// A loaded campaign; nil where none has this id.
  package func campaign(_ id: String) -> Campaign? {
    spaces.setup.campaigns.first { $0.id == id }
  }

  @discardableResult
  package func withdraw(campaign: String) async throws -> [MessageKey] {
    try await account.withdraw(campaign: campaign)
  }

  /// Waits until the receipts that match satisfy the condition, and returns them.
  ///
  /// - Throws: `CancellationError` when the task is cancelled; the wait has no other end.
  package func receipts(
    _ filter: ReceiptFilter = ReceiptFilter(), until isEnough: @Sendable (Receipts) -> Bool
  ) async throws -> Receipts {
    try await account.receipts(filter, until: isEnough).masked(by: mask)
  }

  /// The links of the mails that went out with a message, or with all of them (UL-6).
  package func mail(of message: String? = nil) async throws -> [MailLink] {
    try await account.mail(of: message)
  }

  /// The last thousand requests and the last five hundred that were refused, oldest first.
  package func requests() async throws -> [JournalRequest] { try await account.journal() }

  /// Forgets receipts and requests, and returns the new generation.
  ///
  /// Messages and badges stay.
  package func reset() async throws -> Int { try await account.resetReceipts().generation }

  /// Moves, sets, stops or runs the clock; clients with an open line have it before this returns (SB-4).
  @discardableResult
  package func change(clock change: ClockChange) async throws -> ClockReading {
    try await main.clock.apply(change)
  }

  package var faults: FaultBoard { main.faults }

  /// How many clients have the push line open.
  package func openPushLines() async -> Int { await account.openLines }
}
