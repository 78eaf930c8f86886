package import InboxModel
import Testing

@testable package import InboxSandbox

/// What its own paths do for people.
extension Sandbox {
  /// Launches a campaign now; clients with a line open get their push before this returns.
  package func launch(_ campaign: Campaign) async throws -> MessageKey {
    try await account.launch(campaign)
  }

  /// Launches a loaded campaign by its id, again if need be; the message is sent now, whatever the file says.
  package func launch(id: String) async throws -> MessageKey {
    guard let campaign = await spaces.setup.campaigns.first(where: { $0.id == id }) else {
      throw ServerTrouble("no campaign “\(id)” is loaded")
    }
    return try await launch(campaign.sentNow)
  }

  /// Takes every message of a campaign back.
  @discardableResult
  package func withdraw(campaign: String) async throws -> [MessageKey] {
    try await account.withdraw(campaign: campaign)
  }

  /// Waits until the receipts that match satisfy the condition, and returns them.
  ///
  /// - Throws: `CancellationError` when the task is cancelled; there is no other end to the wait.
  package func receipts(
    _ filter: ReceiptFilter = ReceiptFilter(), until isEnough: @Sendable (Receipts) -> Bool
  ) async throws -> Receipts {
    let receipts: Receipts = try await account.wait { [account] in
      let receipts = try await account.receipts(filter)
      return isEnough(receipts) ? receipts : nil
    }
    return receipts.masked(by: mask)
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

  /// Sets a fault in the place of the one that its endpoint had.
  package func setFault(_ fault: Fault) async {
    do { try await main.faults.set(fault) } catch { Issue.record(error) }
  }

  /// Returns when the fault of an endpoint has struck since it was set.
  package func faultStruck(_ endpoint: FaultEndpoint) async throws {
    try await until { await main.faults.strikeCount(endpoint) > 0 }
  }

  package func clearFaults(_ endpoint: FaultEndpoint? = nil) async {
    do { try await main.faults.clear(endpoint) } catch { Issue.record(error) }
  }

  /// How many clients have the push line open.
  package func openPushLines() async -> Int { await account.openLines }
}
