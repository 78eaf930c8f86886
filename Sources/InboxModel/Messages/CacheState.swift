/// Whether the vendor's cache still holds a message, and if not, why (MC-6, MC-11).
///
/// The archive keeps a message whatever its cache state; only ``disabled`` takes it out of its list as well (MC-1).
public enum CacheState: String, Hashable, Sendable, Codable, CaseIterable {
  /// The newest response of the back end lists it.
  case listed
  /// The newest response does not, and the cap explains why: newer ones.
  case pushedOut = "pushed-out"
  /// The newest response does not, and nothing explains why: the campaign was probably withdrawn.
  case withdrawn
  /// The cache dropped it: too much time had passed since it was last fetched.
  case retention
  /// The server removed it from the inbox: it was deleted elsewhere, has expired there or was withdrawn (QA-5).
  case removed
  /// The person took back a deletion that the server had already made: the server no longer lists it (VE-4).
  case restored
  /// Message centers were disabled, which removes every fetched message.
  case disabled
  /// The server sends it as a kind that is in no list now (VE-3).
  case setAside = "set-aside"
}
