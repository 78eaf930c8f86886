public import struct Foundation.Date
public import struct Foundation.UUID
public import InboxModel

/// A gesture on a tracked link, as the device remembers it (UL-5, UL-16).
///
/// The request is the click, and no id goes with it: what the server counted is known from its response alone.
public struct LinkClick: Hashable, Sendable {
  /// What became of it.
  public enum State: String, Hashable, Sendable, Codable, CaseIterable {
    /// There was a response: counted.
    case counted
    /// It was sent, and it is not known whether it was counted. So it is written before the request leaves.
    case unknown
    /// It never reached the server.
    case uncounted
    /// It was the same gesture as one that was still in flight: nothing was asked.
    case suppressed
  }

  /// The gesture's own id.
  public var id: UUID
  /// Who followed it.
  public var identity: Identity
  /// The number of the session; nil outside any.
  public var session: Int?
  /// The id of the session, as two programs at once may count theirs to one number; nil outside any, and where an
  /// earlier version or a why line names the number alone.
  public var sessionID: UUID?
  /// The message that the link was in; nil for one of a mail or a command line.
  public var message: MessageKey?
  /// The link that was followed.
  public var link: String
  /// When it was followed.
  public var time: Date
  /// What became of it.
  public var state: State

  /// Takes its parts as they are; nothing is checked.
  public init(
    id: UUID, identity: Identity, session: Int?, sessionID: UUID? = nil, message: MessageKey?, link: String,
    time: Date, state: State
  ) {
    self.id = id
    self.identity = identity
    self.session = session
    self.sessionID = sessionID
    self.message = message
    self.link = link
    self.time = time
    self.state = state
  }
}

extension LinkTrail.Click {
  /// What the trail of a click that was asked for says of it.
  package var state: LinkClick.State {
    switch self {
    case .yes: .counted
    case .no: .uncounted
    case .queued, .unknown: .unknown
    }
  }
}
