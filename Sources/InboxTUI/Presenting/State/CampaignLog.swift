import struct Foundation.Date
package import InboxCore
package import InboxModel

/// What this run has seen of each message: the banner that announced it, and what was reported of it.
package struct CampaignLog: Equatable, Sendable {
  /// A push banner.
  package struct Banner: Equatable, Sendable {
    var alert: String
    /// The address of its picture.
    var attachment: String?
    var time: Date
  }

  /// How often something was done, and how far the server knows.
  package struct Tally: Equatable, Sendable {
    package var known = 0
    package var waiting = 0
    package var unclear = 0
    /// Done, and not reported: refused, dropped, or nothing that the vendor takes.
    package var unreported = 0

    /// Whether it was done, whatever the server knows of it.
    var isDone: Bool { known + waiting + unclear + unreported > 0 }

    /// - Parameter countsSuppressed: Whether it was done all the same where its report was suppressed.
    mutating func take(_ verdict: JournalEntry.Verdict, countsSuppressed: Bool = false) {
      switch verdict {
      case .queued: waiting += 1
      case .sent:
        known += 1
        waiting = max(0, waiting - 1)
      case .refused, .dropped:
        waiting = max(0, waiting - 1)
        unreported += 1
      case .suppressed: unreported += countsSuppressed ? 1 : 0
      }
    }
  }

  /// What was done with a message.
  package struct Deeds: Equatable, Sendable {
    package var displays = Tally()
    package var opens = Tally()
    package var clicks = Tally()
  }

  private struct QueuedClick: Equatable, Sendable {
    var link: String
    /// Nil where the app reports the clicks of messages itself.
    var message: MessageKey?
    /// What became of it; nil while it waits.
    var verdict: JournalEntry.Verdict?
  }

  /// It is retained for this many messages; the oldest are forgotten.
  package static let capacity = 2_000
  private var banners: [MessageKey: Banner] = [:]
  /// The messages of both, in the order in which they were heard of.
  private var order: [MessageKey] = []
  private var deeds: [MessageKey: Deeds] = [:]
  package private(set) var lastTrail: LinkTrail?
  /// The newest clicks that go out as events of the vendor's, which name no message, the oldest first.
  private var queuedClicks: [QueuedClick] = []

  /// The banner that announced a message in this run.
  package func banner(of key: MessageKey) -> Banner? { banners[key] }

  /// What was done with a message in this run.
  package func deeds(of key: MessageKey) -> Deeds { deeds[key] ?? Deeds() }

  /// The messages of which something is known.
  var messages: [MessageKey] { Array(deeds.keys) }

  /// For how many messages something is retained.
  var count: Int { order.count }

  private mutating func track(of key: MessageKey) {
    guard banners[key] == nil, deeds[key] == nil else { return }
    order.append(key)
    guard order.count > Self.capacity else { return }
    let oldest = order.removeFirst()
    banners[oldest] = nil
    deeds[oldest] = nil
  }

  mutating func announced(_ key: MessageKey, _ alert: String, _ attachment: String? = nil, at time: Date) {
    track(of: key)
    banners[key] = Banner(alert: alert, attachment: attachment, time: time)
  }

  mutating func take(_ entry: JournalEntry) {
    if case .tracking(let verdict) = entry.kind { return settleClick(entry.why, verdict) }
    guard let key = entry.message else { return }
    switch entry.kind {
    case .display(let verdict): change(key) { $0.displays.take(verdict) }
    case .open(let verdict): change(key) { $0.opens.take(verdict, countsSuppressed: true) }
    case .engagement(.click, let verdict): change(key) { $0.clicks.take(verdict, countsSuppressed: true) }
    default: break
    }
  }

  private mutating func change(_ key: MessageKey, _ body: (inout Deeds) -> Void) {
    track(of: key)
    body(&deeds[key, default: Deeds()])
  }

  /// - Parameter isReported: Whether the app reports the click, which then stands in the journal.
  mutating func take(_ trail: LinkTrail, isReported: Bool) {
    lastTrail = trail
    if trail.click == .queued {
      let message: MessageKey? = if case .message(let key) = trail.request.origin { key } else { nil }
      queuedClicks.append(QueuedClick(link: trail.link, message: isReported ? nil : message))
      queuedClicks = queuedClicks.suffix(100)
    }
    guard !isReported, case .message(let key) = trail.request.origin else { return }
    change(key) { deeds in
      switch trail.click {
      case .yes: deeds.clicks.known += 1
      case .queued: deeds.clicks.waiting += 1
      case .unknown: deeds.clicks.unclear += 1
      case .no: deeds.clicks.unreported += 1
      }
    }
  }

  /// The line of a vendor's own event ends in its link; one that was suppressed says nothing of a click.
  private mutating func settleClick(_ why: String, _ verdict: JournalEntry.Verdict) {
    guard [.sent, .refused, .dropped].contains(verdict) else { return }
    let place = queuedClicks.firstIndex { $0.verdict == nil && why.hasSuffix(" · \($0.link)") }
    guard let place else { return }
    queuedClicks[place].verdict = verdict
    if let key = queuedClicks[place].message { deeds[key]?.clicks.take(verdict) }
  }

  /// What became of a click that goes out as an event of the vendor's; nil while it waits, and for any other.
  func verdict(of trail: LinkTrail) -> JournalEntry.Verdict? {
    guard trail.click == .queued else { return nil }
    return queuedClicks.last { $0.link == trail.link }?.verdict
  }

  /// Whether following a link was a click, as far as it is known by now.
  func click(of trail: LinkTrail) -> LinkTrail.Click {
    guard trail.click == .queued else { return trail.click }
    return switch verdict(of: trail) {
    case .sent: .yes
    case .refused, .dropped: .no
    case .queued, .suppressed, nil: .queued
    }
  }
}
