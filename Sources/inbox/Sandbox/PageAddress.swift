import Foundation
import InboxModel

/// The address of a sandbox's page: `http://127.0.0.1:8377/s/checkout/receipts/4711` as a browser shows it, or
/// `receipts/4711` for the sandbox that is meant anyhow (TS-5).
nonisolated struct PageAddress: Equatable {
  /// The sandbox or its space; nil where the address does not say it.
  let sandbox: String?
  /// Its path there.
  let path: String

  private static let places: Set = ["receipts", "messages", "reports"]

  /// - Returns: nil for everything else.
  init?(_ text: String) {
    let isWhole = text.hasPrefix("http://") || text.hasPrefix("https://")
    let plain = isWhole ? String(text.prefix { $0 != "?" && $0 != "#" }) : text
    var parts = plain.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 2, Self.places.contains(parts[parts.count - 2]), let id = parts.popLast(),
      !id.isEmpty,
      let place = parts.popLast()
    else { return nil }
    guard isWhole || parts.allSatisfy(\.isEmpty) else { return nil }
    sandbox = isWhole ? parts.joined(separator: "/") : nil
    path = "/\(place)/\(isWhole ? id : URLText.encode(id))"
  }
}
