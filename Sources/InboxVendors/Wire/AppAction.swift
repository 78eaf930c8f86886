public import struct Foundation.Date
public import struct Foundation.DateInterval
public import struct Foundation.UUID
public import InboxCore
public import InboxModel

/// What an app did with one request, as its vendor's reader has it (QA-4).
public struct AppAction: Hashable, Sendable {
  /// What was done, in the words that all vendors share (VE-13).
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A list was fetched.
    case fetch
    case display, open, click, close, delivery
    /// A message was marked read, or deleted.
    case read, delete
    /// A visit of the inbox, or an app's session.
    case session
    /// The badge was set, or asked for.
    case badge
    /// Rich content was fetched.
    case rich
    /// The line of pushes was open.
    case pushes
    /// An event that is about no message, or a profile.
    case tracking
    /// What the reader does not know; it is named with its path.
    case other
  }

  /// What was done.
  public var kind: Kind
  /// The vendor's own word: `campaign/opened`, `trackInAppOpen`.
  public var name: String
  /// Who did it, as far as the request says so.
  public var identity: Identity?
  /// Which message, where the request names it.
  public var message: MessageKey?
  /// When it happened, as the app says.
  public var time: Date?
  /// The event's own id, where the wire has one.
  public var id: UUID?
  /// The visit or session in which it happened, as the wire names it.
  public var session: String?
  /// The number that it has on its device, where the wire says one: two devices may count to the same.
  public var sessionNumber: Int?
  /// The device on which it happened, as the request names it; nil where it names none.
  public var device: String?
  /// From when to when it went on, where the wire says so of a visit.
  public var visit: DateInterval?
  /// How often and for how many seconds it was in view, where the wire sums that up.
  public var view: View?
  /// What else there is to say, as the end of a sentence: a link, seconds, a count; of a fetch, the list.
  public var detail: String?
  /// What was fetched.
  public var page: FetchedPage?
  /// The messages of the page that the app said it has, and that the vendor names without their content therefore.
  public var onlyNamed: Set<MessageID> = []
  /// The badge, as far as the exchange says it.
  public var badge: Int?
  /// What the event holds beside, where that is how its message is found.
  public var properties: [String: JSONValue] = [:]
  /// What of it cannot be read, as a clause.
  public var problem: String?
  /// Whether the request is one of events and cannot be read: which ones it reported is not known.
  public var hidesEvents = false
  /// What the vendor calls the event in what it returns, where the reader knows; nil for ``name``.
  public var recordedName: String?
  /// Whether the vendor makes an event of it, where it makes events of its kind.
  public var isEvent = true
  /// Why the response does not say that the vendor took it; nil where it does, and where there is none.
  public var failure: InboxError?

  /// How a row was seen in a visit.
  public struct View: Hashable, Sendable {
    /// How often it came into view.
    public var count: Int
    /// For how long, in all.
    public var seconds: Double
  }

  /// An action of which nothing else is known.
  public init(
    _ kind: Kind, _ name: String, by identity: Identity? = nil, message: MessageKey? = nil,
    at time: Date? = nil,
    id: UUID? = nil, detail: String? = nil
  ) {
    self.kind = kind
    self.name = name
    self.identity = identity
    self.message = message
    self.time = time
    self.id = id
    self.detail = detail
  }

  /// Of which list it is, as far as the message, the response or the request says so.
  public var list: CenterName? {
    message?.center ?? page?.messages.first?.center ?? (kind == .fetch ? detail.map { CenterName($0) } : nil)
  }

  /// Whether it reports something other than an engagement: a mark, a deletion, a visit, or an event of no message.
  public var isOtherEvent: Bool {
    [.read, .delete, .session].contains(kind) || kind == .tracking && isEvent
  }

  /// What it is called among what a vendor records; nil for what is not an event.
  public var recorded: RecordedEvent.Kind? { isEvent ? RecordedEvent.Kind(rawValue: kind.rawValue) : nil }

  /// The kind of engagement that it is; nil for anything else.
  public var engagement: EngagementEvent.Kind? { EngagementEvent.Kind(rawValue: kind.rawValue) }
}

extension RecordedEvent {
  /// What a vendor makes of an action whose message needs no search; nil for what is not an event, and where no person
  /// is known.
  package init?(_ action: AppAction) {
    guard let kind = action.recorded, let identity = action.identity else { return nil }
    self.init(
      kind, name: action.recordedName ?? action.name, identity: identity,
      id: action.engagement == nil ? nil : action.id,
      message: action.message?.id, time: action.time, session: action.session, views: action.view?.count)
  }
}
