public import struct Foundation.Date

/// The one predicate for *expired* (MC-10); the archive's SQL states the same and a test keeps them together.
public enum ExpiryPolicy {
  /// A message is expired from its expiry on: now ≥ expiry.
  ///
  /// Without an expiry it never is.
  public static func isExpired(_ expiry: Date?, at now: Date) -> Bool {
    guard let expiry else { return false }
    return now >= expiry
  }
}
