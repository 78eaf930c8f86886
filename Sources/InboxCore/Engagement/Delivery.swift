public import struct Foundation.Date
public import struct Foundation.UUID
public import InboxModel

/// An event about a message as the device remembers it, with what became of it (EN-7, EN-8).
public struct Delivery: Hashable, Sendable {
  /// What became of it.
  public enum State: String, Hashable, Sendable, Codable, CaseIterable {
    /// It waits to be sent.
    case waiting
    /// The server has acknowledged it.
    case sent
    /// The server will never take it.
    case refused
    /// The outbox was full.
    case dropped
    /// It waits for another account than the profile's.
    case held
    /// The archive could not store it: it is in the spill file, or only in the memory of the current run.
    case unstored = "not-stored"

    /// Whether something in this state that was handed to the network so often got no response that says what became of
    /// it.
    public func isUnknown(tries: Int) -> Bool { tries > 0 && [.waiting, .held, .dropped].contains(self) }
  }

  /// The event's id, by which the server knows it.
  public var id: UUID
  /// What happened.
  public var kind: EngagementEvent.Kind
  /// The person or device that saw it.
  public var identity: Identity
  /// The number of the session; nil for an open outside any.
  public var session: Int?
  /// The session itself, as two programs on one profile may count to the same number; nil where it is not known.
  public var sessionID: UUID?
  /// The message.
  public var message: MessageKey
  /// When it happened.
  public var time: Date
  /// What became of it.
  public var state: State
  /// Why, where it was refused or dropped.
  public var reason: String?
  /// How often it was handed to the network.
  public var tries: Int
  /// The generation of the server's receipts that holds it; nil while it is not known, or where a server names none.
  public var generation: Int?
  /// The application that it was made for (``BackEnd/application``); nil where that is not known.
  public var application: String?
  /// What was frozen of a click for its request (``EngagementEvent/payload``); nil of anything else.
  public var payload: JSONValue?
  /// When the server acknowledged or refused it; nil while it did neither.
  public var settled: Date?

  /// Whether it was sent and no response says what became of it.
  public var isUnknown: Bool { state.isUnknown(tries: tries) }

  /// The record of an event that the archive could not take.
  public init(unstored event: EngagementEvent) {
    self.init(
      id: event.id, kind: event.kind, identity: event.identity, session: event.session?.number,
      message: event.message, time: event.time, state: .unstored, reason: "the archive could not store it")
    sessionID = event.session?.id
    (application, payload) = (event.application, event.kind == .click ? event.payload : nil)
  }

  /// Takes its parts as they are; nothing is checked.
  public init(
    id: UUID, kind: EngagementEvent.Kind, identity: Identity, session: Int?, message: MessageKey, time: Date,
    state: State, reason: String? = nil, tries: Int = 0, generation: Int? = nil, settled: Date? = nil
  ) {
    self.id = id
    self.kind = kind
    self.identity = identity
    self.session = session
    self.message = message
    self.time = time
    self.state = state
    self.reason = reason
    self.tries = tries
    self.generation = generation
    self.settled = settled
  }
}
