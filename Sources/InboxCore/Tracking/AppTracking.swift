public import struct Foundation.Date
public import struct Foundation.UUID
public import InboxModel

/// What a vendor's SDK tracks by itself: universal links that were followed and the app's sessions (UL-11, UL-12).
///
/// A value that decides. ``MessageCenter`` stores the events in the outbox, in order, and sends them through
/// ``EventTracker/send``. Everything it returns is durable before it is sent.
public protocol AppTracking: Sendable {
  /// The app's session, if one is going on; read from the archive at the start and stored with each event.
  var session: AppSession? { get set }
  /// When a session in the background is over; nil in the foreground and without a session.
  var sessionEnd: Date? { get }
  /// The event that may still change until a moment, and must not be sent before it; nil for none.
  var held: (event: UUID, during: Range<Date>)? { get }

  /// Takes what an earlier run stored when the session began and never sent: it may still change.
  mutating func resume(_ unsent: [VendorEvent])
  /// The app came to the foreground; returns the events of sessions that end and begin, nil where none are tracked and
  /// where it was there already.
  mutating func enterForeground(_ context: TrackingContext) -> [VendorEvent]?
  /// The app went to the background, or ends; returns whether that is news.
  mutating func enterBackground(at now: Date) -> Bool
  /// The session in the background is over; returns its end.
  mutating func timedOut(_ context: TrackingContext) -> [VendorEvent]
  /// A link was followed, at the context's time or earlier; returns what to store.
  mutating func followed(_ link: String, at moment: Date, _ context: TrackingContext) -> TrackedLink
  /// A click could not be stored, so that no session is attributed to it; returns the start of one that named it, as it
  /// is without it.
  mutating func lost(_ click: VendorEvent) -> VendorEvent?
  /// Whether following a link is an event of its own, and not only a part of a session.
  func isEvent(_ link: String) -> Bool
  /// An event is about to be sent: it can no longer change.
  mutating func sends(_ event: VendorEvent)
  /// The link that was followed, of an event that is a click; nil for any other.
  func clickedLink(of event: VendorEvent) -> String?
  /// What an event is about, for a why line: “ · https://…”; may be empty.
  func subject(of event: VendorEvent) -> String
}

/// What happens to the stored session of the app.
public enum AppSessionChange: Hashable, Sendable {
  /// It stays as it is: it belongs to another run.
  case none
  /// The new session; nil for none.
  case save(AppSession?)
}

/// What an event of a vendor is made from.
public struct TrackingContext: Sendable {
  /// Who reads.
  public var identity: Identity
  /// Now.
  public var time: Date
  /// Makes the ids of events.
  public var id: @Sendable () -> UUID
  /// Whether the app's session is this run's to begin and end (``MessageCenterSettings/ownsAppSession``).
  public var ownsSession: Bool
}

/// What a vendor makes of a link that was followed.
public struct TrackedLink: Sendable {
  /// Events that are new, in order.
  public var events: [VendorEvent] = []
  /// An event that was stored before and reads otherwise now; it replaces the stored one if that still waits.
  public var amended: VendorEvent?
  /// Why the link counts for no session, as a why line; nil where it does.
  public var suppressed: String?
  /// Whether its clicks are kept until they can be stored: they came before the start (UL-13).
  var isKept = false

  /// Nothing to store.
  public init() {}
}

/// A vendor's tracking, and the server that takes its events.
public struct EventTracker: Sendable {
  /// The vendor's name, for why lines.
  public var name: String
  /// What decides; nil where the vendor tracks neither links nor the app's sessions by itself.
  public var tracking: (any AppTracking)?
  /// Which application of which account takes the events, as ``BackEnd/application`` says it.
  public var application = ""
  /// Whether requests carry a token of the person who reads (``BackEnd/isSigned``).
  public var isSigned = false
  /// Why nothing may be sent to its server (VE-8), as the end of a sentence; nil where it may.
  public var withholding: String?
  /// Uploads one event; returns when the server has taken it, and throws the ``InboxError`` that says what to do.
  ///
  /// Nil while the profile names no server: events are stored until it does (UL-13).
  public var send: (@Sendable (VendorEvent) async throws(InboxError) -> Void)?

  /// Takes its parts as they are; nothing is checked.
  public init(
    name: String, tracking: (any AppTracking)?, application: String = "",
    send: (@Sendable (VendorEvent) async throws(InboxError) -> Void)? = nil
  ) {
    self.name = name
    self.tracking = tracking
    self.application = application
    self.send = send
  }
}
