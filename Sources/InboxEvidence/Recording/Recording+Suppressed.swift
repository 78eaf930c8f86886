package import InboxCore
import InboxModel

extension Recording {
  /// The attempts that the run did not report, by its why lines; nil where it has none, and of a tap, whose lines are
  /// of what passed.
  package var suppressed: [SuppressedAttempts]? {
    guard start?.isOfTap != true else { return nil }
    var (hasJournal, attempts) = (false, [SuppressedAttempts]())
    // A why line names no person, and the gestures beside it do.
    var (person, session) = (Identity.unnamed, Int?.none)
    var former: (person: Identity, session: Int?)?
    for line in lines {
      switch line.content {
      case .gesture(let gesture):
        if gesture.person != person { former = (person, session) }
        (person, session) = (gesture.person, gesture.session)
      case .journal(let entry):
        hasJournal = true
        // It was the former one who saw it.
        let owner = (entry.suppressedCause == .identityChanged ? former : nil) ?? (person, session)
        attempts += [entry.suppressed(of: owner.person, session: owner.session)].compactMap { $0 }
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

  /// Why an attempt was not reported; nil for any other line.
  fileprivate var suppressedCause: Suppression? {
    guard verdict == .suppressed else { return nil }
    return Suppression.allCases.first { why.hasPrefix("suppressed: \($0.words)") }
  }
}
