public import InboxCore

extension MessageCenter {
  /// Whether each display and open of this device reached the server exactly once, and what clicks came to.
  ///
  /// - Parameter ask: Asks the server for its receipts; nil where it has none.
  /// - Throws: the archive's errors, and what kept the receipts from coming.
  public nonisolated func deliveryReport(
    receipts ask: (@Sendable () async throws(InboxError) -> DeliveryReceipts)? = nil
  ) async throws(InboxError) -> DeliveryReport {
    let record = try await engagements()
    // The receipts last: what the server acknowledges meanwhile must not seem to be missing there.
    let receipts: DeliveryReceipts? = if let ask { try await ask() } else { nil }
    return DeliveryReport(
      record.deliveries, suppressed: record.suppressed, clicks: record.clicks, receipts: receipts,
      vendor: capabilities)
  }
}
