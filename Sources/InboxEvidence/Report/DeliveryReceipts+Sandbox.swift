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
      let base = sandbox.requests.base
      let link = WebLink(valid: base)
      let isHere = link.map { LoopbackHost.contains($0.host) } == true
      // A start without --keep would begin new receipts, also of one whose fault closes connections.
      let start =
        isHere
        ? "start it with ‘inbox sandbox --keep’"
        : "have it started again where it runs, with --keep or its --store"
      // A space has faults of its own.
      let place = isHere && link?.path == "" ? "" : " --to \(base)"
      let fault = "If a fault of it is on, ‘inbox fault clear\(place)’ ends it. "
      let remedy =
        switch error {
        case .noNetwork: "If it has ended, \(start). \(fault)"
        case .timedOut, .responseLost, .emptyResponse, .invalidPayload: fault
        default: ""
        }
      throw .configuration(
        "The sandbox at \(base) does not say what it received. \(remedy)\(error.description)")
    }
  }
}
