/// A vendor whose message center the sandbox plays, as campaign files and receipts call it.
package enum VendorName: String, Hashable, Sendable, Codable, CaseIterable {
  case responsys, bloomreach, iterable
}
