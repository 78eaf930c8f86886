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
    } catch {
      if error == .cancelled { throw error }
      let fault = "if a fault of it is on, ‘inbox fault clear’ ends it"
      // A start without --keep would begin new receipts, also of one whose fault closes connections.
      let remedy =
        switch error {
        case .noNetwork: ": if it has ended, start it with ‘inbox sandbox --keep’; \(fault). "
        case .timedOut, .responseLost, .emptyResponse, .invalidPayload: ": \(fault). "
        default: ". "
        }
      throw .configuration(
        "The sandbox at \(sandbox.requests.base) does not say what it received\(remedy)\(error.description)")
    }
  }
}
