package import InboxSandbox
import InboxVendors
import NIOConcurrencyHelpers

/// The faults that are put on what passes, in the words of the sandbox (SB-3).
package struct TapFaults: Sendable {
  package let board = FaultBoard(clock: ContinuousClock())
  private let wasSet = NIOLockedValueBox(false)

  package init() {}

  /// Sets faults, each in the place of the one for the same endpoint.
  package func set(_ faults: [Fault]) async {
    wasSet.withLockedValue { $0 = true }
    do { for fault in faults { try await board.set(fault) } } catch {
      // No other process has them.
    }
  }

  /// Removes the fault of an endpoint, or every one.
  package func clear(_ endpoint: FaultEndpoint? = nil) async {
    do { try await board.clear(endpoint) } catch {
      // As above.
    }
  }

  /// Whether the board must be asked; before the first fault it need not.
  var mayStrike: Bool { wasSet.withLockedValue { $0 } }

  /// The endpoints whose requests pass a tap: pictures come from other hosts, and nothing is read back.
  static let endpoints = FaultEndpoint.allCases.filter { VendorReader.Place(rawValue: $0.rawValue) != nil }

  /// Which endpoint a request is for; what no reader of a vendor knows counts as a link.
  func place(_ method: String, _ target: String) -> FaultEndpoint {
    VendorReader.place(method, target).flatMap { FaultEndpoint(rawValue: $0.rawValue) } ?? .links
  }
}
