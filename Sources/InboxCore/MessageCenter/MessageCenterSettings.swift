public import InboxModel

/// What a profile decides about the core.
public struct MessageCenterSettings: Hashable, Sendable {
  /// The centers, `Primary` first (MC-2).
  public var centers: CenterList
  /// Whether the feature may be on at all (MC-1).
  public var isEnabled = true
  /// Seconds between two successful fetches of a center (MC-3).
  public var refreshInterval: Double = 300
  /// How long the cache keeps a message after it was last fetched (MC-6); nil for as long as the vendor's own does.
  public var retention: RetentionPolicy?
  /// How many events the outbox holds.
  public var outboxLimit = OutboxLimit()
  /// When displays are sent.
  public var displayDelivery = DisplayDelivery.asShown
  /// Whether opening a message ends the session, as a phone's detail screen does (EN-3, decision of ours).
  public var sessionEndsOnOpen = false
  /// Whether to fetch what becomes due; a command that does one thing does not.
  public var refreshesBySchedule = true
  /// Whether to keep a line to the push service.
  public var receivesPushes = true
  /// Whether to send what earlier runs left behind; only a front that holds the profile alone may (EN-7).
  public var adoptsOutbox = true
  /// Whether the app's session is this run's to begin and end (UL-12): only that of who holds the profile alone is; the
  /// clicks of others join whatever session there is.
  public var ownsAppSession = true

  /// Whether the messages are read-only, as responses that were captured elsewhere are: nothing is reported, followed
  /// or changed, and expired ones stay in the list.
  public var isReadOnly = false

  /// Why nothing that changes a server is sent, as the end of a sentence; nil where everything may be (VE-8).
  public var withholding: String?

  /// Secrets, such as tokens that a server repeats: no log line has them.
  public var secrets = SecretBook()

  /// The defaults of the vendor's documents for some centers.
  public init(centers: CenterList) { self.centers = centers }
}
