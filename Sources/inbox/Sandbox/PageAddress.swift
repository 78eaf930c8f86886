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
    guard text.hasPrefix("http://") || text.hasPrefix("https://") else {
      // An id may have slashes of its own.
      let parts = text.drop { $0 == "/" }.split(
        separator: "/", maxSplits: 1, omittingEmptySubsequences: false
      ).map(String.init)
      guard parts.count == 2, Self.places.contains(parts[0]), !parts[1].isEmpty else { return nil }
      (sandbox, path) = (nil, "/\(parts[0])/\(URLText.encode(parts[1]))")
      return
    }
    var parts = text.prefix { $0 != "?" && $0 != "#" }.split(
      separator: "/", omittingEmptySubsequences: false
    ).map(String.init)
    guard let id = parts.popLast(), !id.isEmpty, let place = parts.popLast(), Self.places.contains(place)
    else { return nil }
    (sandbox, path) = (parts.joined(separator: "/"), "/\(place)/\(id)")
  }
}
