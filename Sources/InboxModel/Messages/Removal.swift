public import struct Foundation.Date

/// Why and when a message has left its center (MC-11): what the archive stores of it, read in one place.
public struct Removal: Hashable, Sendable, Codable {
  /// The ways to leave.
  public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
    /// The person deleted it.
    case deleted
    /// The server removed it.
    case removed
    /// The server sends it as a kind that is in no list now.
    case setAside = "set-aside"
    /// Message centers were disabled.
    case disabled
    /// Its expiry has come.
    case expired
    /// The cache keeps nothing longer.
    case retention
    /// Newer ones pushed it out of the response, which lists only so many.
    case cap
    /// It is missing although the response had room for it.
    case withdrawn
    /// The server deleted it before the person took that back here.
    case restored
  }

  /// The reason that decides whether it is still in its list; where several hold, the first in the order above.
  public var reason: Reason
  /// Since when it is gone.
  public var time: Date

  /// Takes the reason and the time as they are.
  public init(_ reason: Reason, _ time: Date) {
    self.reason = reason
    self.time = time
  }

  /// Both, as the end of a sentence about the message.
  public var words: String { "is gone since \(WireDate.format(time)): \(reason.words)" }

  /// Whether the archive's list still shows the message: only the vendor's cache has lost it (MC-7).
  public var staysInList: Bool {
    switch reason {
    case .retention, .cap, .withdrawn, .restored: true
    case .deleted, .removed, .setAside, .disabled, .expired: false
    }
  }
}

extension Removal.Reason {
  /// The reason as a person reads it.
  public var words: String {
    switch self {
    case .deleted: "deleted by the person"
    case .removed: "removed on the server: deleted elsewhere, or withdrawn"
    case .setAside: "the server sends it as a kind that is in no list now"
    case .disabled: "removed: message centers were disabled"
    case .expired: "expired"
    case .retention: "dropped from the cache: retention is over"
    case .cap: "pushed out by newer messages"
    case .withdrawn: "withdrawn by the sender? The response had room for it"
    case .restored: "restored on this device only: the server has deleted it"
    }
  }
}

extension CacheState {
  /// Whether it has left its list without the person; listed again, it comes back.
  public var isTakenAway: Bool { self == .removed || self == .setAside }

  /// The reason of removal that it stands for; nil while the message is listed.
  public var reason: Removal.Reason? {
    switch self {
    case .listed: nil
    case .pushedOut: .cap
    case .withdrawn: .withdrawn
    case .removed: .removed
    case .restored: .restored
    case .retention: .retention
    case .disabled: .disabled
    case .setAside: .setAside
    }
  }
}
