import struct Foundation.UUID
import InboxCore
import InboxModel

extension Recording {
  /// What became of the run's engagements before a request was made, by its why lines; nil where it has none, and of a
  /// tap, whose lines are of what passed.
  package var attempts: RecordedAttempts? {
    guard start?.isOfTap != true else { return nil }
    var (hasJournal, attempts) = (false, RecordedAttempts())
    // A why line names no person: the gestures beside it do, or the first request.
    var (person, session) = (Identity.unnamed, Int?.none)
    var former: (person: Identity, session: Int?)?
    for line in lines {
      switch line.content {
      case .gesture(let gesture):
        if gesture.person != person { former = (person, session) }
        (person, session) = (gesture.person, gesture.session)
        attempts.begin = min(attempts.begin, gesture.time)
      case .exchange(let exchange) where person == .unnamed && exchange.about?.count == 1:
        person = exchange.about?.first ?? person
      case .journal(let entry):
        hasJournal = true
        attempts.begin = min(attempts.begin, entry.time)
        // It was the former one who saw it.
        let owner = (entry.suppressedCause == .identityChanged ? former : nil) ?? (person, session)
        if let one = entry.suppressed(of: owner.person, session: owner.session) {
          attempts.suppressed.append(one)
        } else if let event = entry.event(of: person) {
          attempts.add(event)
        } else if let click = entry.click(of: person, session: session) {
          attempts.clicks.append(click)
        }
      default: break
      }
    }
    return hasJournal ? attempts : nil
  }
}

extension RecordingStart {
  /// Whether what an app did was recorded, and not this program.
  fileprivate var isOfTap: Bool {
    profile == "tap" && arguments.contains { $0 == "--to" || $0.hasPrefix("--to=") }
  }
}

extension RecordedEntry {
  /// The attempt that was not reported, with its cause in the words that name it; nil for any other line.
  ///
  /// - Parameter session: The one that was under way.
  fileprivate func suppressed(of person: Identity, session: Int?) -> SuppressedAttempts? {
    guard let cause = suppressedCause, let message, let kind = EngagementEvent.Kind(rawValue: label) else {
      return nil
    }
    let named = cause == .alreadyDisplayed ? why.split(separator: " ").last.flatMap { Int($0) } : nil
    let place = EngagementPlace(
      identity: person, session: cause == .noSession ? nil : named ?? session,
      message: MessageKey(center: center ?? .primary, id: message), kind: kind)
    return SuppressedAttempts(place, cause, first: time, last: time)
  }

  /// The event that was stored or dropped; nil for any other line, and for one about an event that was sent already.
  fileprivate func event(of person: Identity) -> Delivery? {
    // Earlier versions said it in other words.
    let isStored = verdict == .queued && !why.contains("the server's receipt")
    guard isStored || verdict == .dropped, let message, let kind = EngagementEvent.Kind(rawValue: label)
    else { return nil }
    let state: Delivery.State =
      isStored ? why.contains(", held for the account") ? .held : .waiting : .dropped
    let session = why.firstRange(of: " in session ").flatMap {
      Int(why[$0.upperBound...].prefix { $0.isNumber })
    }
    return Delivery(
      id: UUID(), kind: kind, identity: person, session: session,
      message: MessageKey(center: center ?? .primary, id: message), time: time, state: state,
      reason: isStored ? nil : why)
  }

  /// The click of a tracked link that was requested; nil for any other line, and for one that hides the link of another
  /// person.
  fileprivate func click(of person: Identity, session: Int?) -> LinkClick? {
    // Recordings of earlier versions have the link only where its reason ends.
    guard label == "link", let link = url ?? why.split(separator: " · ").last.map(String.init),
      link.contains("://")
    else { return nil }
    let click = LinkTrail.Click.allCases.first { why.hasPrefix("\($0.words) · ") }
    guard let click, click == .yes || click == .unknown else { return nil }
    return LinkClick(
      id: UUID(), identity: person, session: session,
      message: message.map { MessageKey(center: center ?? .primary, id: $0) }, link: link, time: time,
      state: click.state)
  }

  /// Why an attempt was not reported; nil for any other line.
  fileprivate var suppressedCause: Suppression? {
    guard verdict == .suppressed else { return nil }
    return Suppression.allCases.first { why.hasPrefix("suppressed: \($0.words)") }
  }
}
