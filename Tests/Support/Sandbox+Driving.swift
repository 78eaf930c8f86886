package import InboxModel
package import InboxSandbox
import Testing

/// A sandbox as tests drive it.
extension Sandbox {
  /// Launches a loaded campaign, again if need be; the message is sent now, whatever the file says.
  package func launch(id: String) async throws -> MessageKey {
    guard let campaign = campaign(id) else { throw ServerTrouble("no campaign “\(id)” is loaded") }
    return try await launch(campaign.sentNow)
  }

  /// Sets a fault in the place of the one that its endpoint had.
  package func setFault(_ fault: Fault) async {
    do { try await faults.set(fault) } catch { Issue.record(error) }
  }

  /// Returns when the fault of an endpoint has struck since it was set.
  package func faultStruck(_ endpoint: FaultEndpoint) async throws {
    try await until { await faults.strikeCount(endpoint) > 0 }
  }

  package func clearFaults(_ endpoint: FaultEndpoint? = nil) async {
    do { try await faults.clear(endpoint) } catch { Issue.record(error) }
  }
}
