import InboxCore
import InboxEvidence
import InboxModel

/// Says of each request why it was made and what came of it, in the journal's words (EN-9).
///
/// A request has no number in the journal: what the entries say of a person's message, a list or the badge is handed out
/// in the order of the requests, a failure to those that failed.
nonisolated struct DriveReasons {
  typealias Request = DriveLog.Request

  private let journal: [JournalEntry]
  /// Entries about the end of a request that has them.
  private var used: Set<Int> = []
  /// The journal's notes of deliveries that failed, by their queue, which were not said of a request yet: what
  /// they carried waits, and no entry of its own says why.
  private var troubles: [OutboxQueue: [String]] = [:]
  /// The last note that was said.
  private var lastTrouble: [OutboxQueue: String] = [:]

  init(_ journal: [JournalEntry]) {
    self.journal = journal
    for entry in journal { if let queue = entry.queue { troubles[queue, default: []].append(entry.why) } }
  }

  /// The words for a request.
  ///
  /// - Parameter later: those that were begun after it.
  mutating func next(for request: Request, before later: ArraySlice<Request>) -> String {
    guard let purpose = request.purpose else { return journal.last { $0.label == "link" }?.why ?? "" }
    // The core asked once, for instance with a token that was refused: the last request has the outcome.
    if later.contains(where: { $0.purpose === purpose }) {
      return "\(purpose.subjects.map(\.words).joined(separator: "; ")): "
        + "\(Self.status(of: request)), so it is requested again"
    }
    let words = purpose.subjects.map { subject in
      let repeats = later.count { $0.purpose?.subjects.contains(subject) ?? false }
      return self.words(of: subject, request, repeats)
    }
    return (words + [trouble(after: request)].compactMap { $0 }).joined(separator: "; ")
  }

  private static func status(of request: Request) -> String {
    request.exchange.status.map { "status \($0)" } ?? "no response"
  }

  /// Why a subject was queued, and what came of it; what was refused needs no reason why it was requested.
  private mutating func words(
    of subject: RequestPurpose.Subject, _ request: Request, _ repeats: Int
  ) -> String {
    let entries = journal.filter { subject.isNamed(by: $0) }
    let queued = entries.filter { $0.verdict == .queued }
    let outcome = outcome(
      entries.filter { $0.verdict != .queued && $0.verdict != .suppressed }, request, repeats)
    let why: [String] =
      if let outcome {
        [outcome.verdict == .sent ? queued.first?.why : nil, outcome.why].compactMap { $0 }
      } else {
        [queued.first, queued.count > 1 ? queued.last : nil].compactMap { $0?.why }
      }
    guard !why.isEmpty else {
      return "\(subject.words): " + (subject.queue != nil ? "it waited" : Self.status(of: request))
    }
    let words = why.joined(separator: "; ")
    return subject.message == nil ? words : "\(subject.words): \(words)"
  }

  /// The next of the entries that say how a request ended.
  private mutating func outcome(
    _ entries: [JournalEntry], _ request: Request, _ repeats: Int
  ) -> JournalEntry? {
    let left = entries.filter { !used.contains($0.number) }
    // What is requested again has its outcome then, unless there is one for each request.
    if left.count <= repeats { return nil }
    // A response that is no success of the vendor's may have the status of one.
    let next =
      left.first { $0.isFailure != request.isSuccess }
      ?? (request.isSuccess ? left.first ?? entries.last { !$0.isFailure } : nil)
    if let next { used.insert(next.number) }
    return next
  }

  /// Why what a request carried waits after it; nil where it was taken, or the entries of its subjects say enough.
  private mutating func trouble(after request: Request) -> String? {
    guard let subjects = request.purpose?.subjects, let queue = subjects.first?.queue else {
      return nil
    }
    let verdicts = subjects.map { subject in
      journal.last { $0.verdict != nil && subject.isNamed(by: $0) }?.verdict
    }
    guard !verdicts.contains(.refused), !request.isSuccess || verdicts.contains(where: { $0 != .sent })
    else { return nil }
    // Tried again in one line, each try has its own note.
    if let new = troubles[queue]?.first {
      troubles[queue]?.removeFirst()
      lastTrouble[queue] = new
    }
    return lastTrouble[queue]
  }
}

extension RequestPurpose.Subject {
  /// Whether an entry of the journal is about it.
  nonisolated func isNamed(by entry: JournalEntry) -> Bool {
    guard entry.label == label, person == nil || [person, nil].contains(entry.person),
      !entry.why.hasSuffix(JournalEntry.byAnother)
    else { return false }
    if let id { return entry.message?.id == id }
    if let message { return entry.message == message }
    if let list, case .fetch(let center, _, _, _) = entry.kind { return center == list }
    return event.map { entry.why.hasPrefix($0) } ?? true
  }

  /// What it is, in the journal's words.
  nonisolated fileprivate var words: String {
    let parts = [label == "change" ? nil : event ?? label, list?.rawValue, message?.id.rawValue]
    return parts.compactMap { $0 }.joined(separator: " ")
  }

  /// Where it waits until it is taken; nil where it does not.
  nonisolated fileprivate var queue: OutboxQueue? {
    switch label {
    case "change": .changes
    case "track": .tracking
    default: EngagementEvent.Kind(rawValue: label).map { _ in .events }
    }
  }
}
