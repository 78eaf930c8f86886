public import struct Foundation.Date
public import InboxModel

/// One thing that happened and why (EN-9, BD-7, MC-13, MC-14): what the event pane shows.
public struct JournalEntry: Hashable, Sendable, Codable {
  /// What kind of thing.
  public enum Kind: Hashable, Sendable, Codable {
    /// A display attempt.
    case display(Verdict)
    /// An open attempt.
    case open(Verdict)
    /// A click, close or delivery (VE-5).
    case engagement(EngagementEvent.Kind, Verdict)
    /// The badge changed, or did not although it should have.
    case badge(BadgeState, failed: Bool)
    /// A center was fetched; ``MessageCenter/rawResponses()`` has the response itself.
    case fetch(CenterName, url: String, bytes: Int, failed: Bool)
    /// Rich content was fetched.
    case rich(failed: Bool)
    /// Something arrived from the push service.
    case push
    /// A session began or ended.
    case session
    /// A link was resolved.
    case link(failed: Bool)
    /// A campaign click, or the beginning or end of the app's session.
    case tracking(Verdict)
    /// A change of a message on its way to the server (VE-4).
    case change(Verdict)
    /// A message left the list.
    case gone
    /// The virtual clock was moved, set, stopped or let run.
    case clock
    /// Anything else that a person should know.
    case note(failed: Bool)
  }

  /// What became of an engagement attempt.
  public enum Verdict: String, Hashable, Sendable, Codable {
    /// The server has it.
    case sent
    /// It is durable and waits.
    case queued
    /// It is not reported.
    case suppressed
    /// The server will never take it.
    case refused
    /// The outbox was full.
    case dropped
  }

  /// The end of a reason that no request of this program explains.
  package static let byAnother = ", by another program on this profile"

  /// Counts up within a run.
  public var number: Int
  /// When, by the clock that the program follows.
  public var time: Date
  /// What kind of thing, with its outcome.
  public var kind: Kind
  /// The message it is about, if any.
  public var message: MessageKey?
  /// The person whose request it explains, to match it with that request; nil where it concerns no one, and always in
  /// recordings.
  public var person: Identity?
  /// The queue whose delivery failed; nil for an entry about something else, and always in recordings.
  public var queue: OutboxQueue?
  /// The link that was followed, for a line about one; the reason ends with it.
  public var link: String?
  /// Why, as a person reads it: “suppressed: already displayed in session 3”.
  public var why: String
  /// The SDK's number of the error, where it has one (MC-15).
  public var code: Int?
  /// The beginning of a response that could not be used, where there is one.
  public var body: String?

  private enum CodingKeys: String, CodingKey { case number, time, kind, message, link, why, code, body }

  /// Takes its parts as they are; nothing is checked.
  public init(
    number: Int, time: Date, kind: Kind, message: MessageKey? = nil, why: String,
    code: Int? = nil, body: String? = nil
  ) {
    self.number = number
    self.time = time
    self.kind = kind
    self.message = message
    self.why = why
    self.code = code
    self.body = body
  }

  /// The words of all kinds.
  public static let labels = [
    "display", "open", "click", "close", "delivery", "badge", "fetch", "rich", "push", "session", "link",
    "track", "change", "gone",
    "clock", "note",
  ]

  /// The kind in one word, for columns and filters.
  public var label: String {
    switch kind {
    case .display: "display"
    case .open: "open"
    case .engagement(let kind, _): kind.rawValue
    case .badge: "badge"
    case .fetch: "fetch"
    case .rich: "rich"
    case .push: "push"
    case .session: "session"
    case .link: "link"
    case .tracking: "track"
    case .change: "change"
    case .gone: "gone"
    case .clock: "clock"
    case .note: "note"
    }
  }

  /// What became of what was to be sent; nil for an entry about something else.
  public var verdict: Verdict? {
    switch kind {
    case .display(let verdict), .open(let verdict), .engagement(_, let verdict), .tracking(let verdict),
      .change(let verdict):
      verdict
    default: nil
    }
  }

  /// Whether it is a failure.
  public var isFailure: Bool {
    switch kind {
    case .badge(_, let failed), .fetch(_, _, _, let failed), .rich(let failed), .link(let failed),
      .note(let failed):
      failed
    default: verdict == .refused || verdict == .dropped
    }
  }
}
