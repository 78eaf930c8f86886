package import InboxModel
package import InboxVendors

extension DeliveryReceipts {
  /// Asks a sandbox what it got of displays and opens, for the report on deliveries (SB-5).
  ///
  /// - Parameter device: The one whose events they are compared with; nil for any.
  /// - Throws: ``InboxError/configuration(_:)`` when it does not say.
  package init(from sandbox: SandboxCommander, of device: String? = nil) async throws(InboxError) {
    do throws(InboxError) {
      try self.init(try await sandbox.receipts(), of: device)
    } catch { throw sandbox.unread(error) }
  }
}
