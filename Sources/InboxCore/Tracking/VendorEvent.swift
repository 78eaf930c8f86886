public import struct Foundation.Date
public import struct Foundation.UUID
public import InboxModel

/// An event that only a vendor understands, frozen when it happened (UL-11, UL-12).
public struct VendorEvent: Hashable, Sendable {
  /// Ours; stable over retries.
  public var id: UUID
  /// What happened, in the vendor's word.
  public var kind: String
  /// Who was reading.
  public var identity: Identity
  /// When it happened.
  public var time: Date
  /// Everything else, as the vendor's folder writes and reads it; an object.
  public var body: JSONValue
  /// The application that it was made for (``EventTracker/application``); nil while the profile names no server.
  public var application: String?

  /// Takes its parts as they are; nothing is checked.
  public init(id: UUID, kind: String, identity: Identity, time: Date, body: JSONValue) {
    self.id = id
    self.kind = kind
    self.identity = identity
    self.time = time
    self.body = body
  }
}

/// The time that the app is in use, as it is remembered over restarts.
public struct AppSession: Hashable, Sendable {
  /// When it began.
  public var start: Date
  /// When the app last went to the background; a resume does not clear it.
  public var left: Date?

  /// Takes its parts as they are; nothing is checked.
  public init(start: Date, left: Date? = nil) {
    self.start = start
    self.left = left
  }
}
