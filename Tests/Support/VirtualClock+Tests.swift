package import Foundation
package import InboxModel

extension VirtualClock {
  /// A clock that moves only when a test says so.
  package static func standing(at start: Date = Date(timeIntervalSince1970: 1_800_000_000)) -> VirtualClock {
    VirtualClock(.stopped(at: start))
  }

  /// Moves it forward.
  package func advance(by duration: Duration) { apply(.advance(seconds: duration / .seconds(1))) }

  /// Returns when at least this many sleep on it.
  package func sleepers(_ count: Int = 1) async throws { try await until { sleeperCount >= count } }

  /// Moves the date without moving the sleepers, as a person does who sets the machine's date.
  package func setBack(by seconds: Double) { apply(.set(date.addingTimeInterval(-seconds))) }
}
