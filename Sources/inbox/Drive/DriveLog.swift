import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import Synchronization

/// The requests that were made, each with what it was for.
nonisolated final class DriveLog: Sendable {
  private let made = Mutex<[Requests.Request]>([])

  /// Takes a request with its response, where it was made.
  func record(_ exchange: HTTPExchange) {
    var exchange = exchange
    // Bodies that are never read do not pile up while line after line fails.
    (exchange.requestHeaders, exchange.requestBody) = ([], nil)
    (exchange.responseHeaders, exchange.responseBody) = ([], nil)
    let request = Requests.Request(exchange: exchange, purpose: RequestPurpose.current)
    made.withLock { $0.append(request) }
  }

  /// Hands out what was made since.
  func take() -> Requests {
    let made = made.withLock { made in
      defer { made = [] }
      return made
    }
    return Requests(requests: made.sorted { $0.exchange.number < $1.exchange.number })
  }
}

extension DriveLog {
  /// Requests in the order in which they were begun.
  nonisolated struct Requests: Sendable {
    struct Request: Sendable {
      var exchange: HTTPExchange
      var purpose: RequestPurpose?
    }

    let requests: [Request]
  }
}

extension DriveLog.Requests {
  /// Whether one of them carried what an entry of the journal is about.
  nonisolated func carried(_ entry: JournalEntry) -> Bool {
    requests.contains { request in
      request.purpose?.subjects.contains { Self.isAbout($0, entry) } ?? false
    }
  }

  /// What a program reads of them, each with the journal's words.
  nonisolated func json(_ journal: [JournalEntry], _ mask: SecretMask) -> JSONValue {
    var troubles = Troubles(journal)
    return .array(
      requests.map { request in
        let exchange = request.exchange
        let why = [Self.why(request, journal), troubles.next(for: request, journal)].compactMap { $0 }
        var members: [String: JSONValue] = [
          "method": .string(exchange.method), "path": .string(Self.path(mask.url(exchange.url))),
          "status": exchange.status.map { .integer(Int64($0)) } ?? .null,
          "why": .string(why.joined(separator: "; ")),
        ]
        members["error"] = exchange.error.map { .string($0) }
        return Output.masked(.object(members))
      })
  }

  /// Path and query of an address.
  nonisolated private static func path(_ url: String) -> String {
    guard let scheme = url.range(of: "://") else { return url }
    let rest = url[scheme.upperBound...]
    return rest.firstIndex { $0 == "/" || $0 == "?" }.map { String(rest[$0...]) } ?? "/"
  }

  nonisolated private static func why(_ request: Request, _ journal: [JournalEntry]) -> String {
    guard let purpose = request.purpose else { return journal.last { $0.label == "link" }?.why ?? "" }
    return purpose.subjects.map { words(of: $0, journal) }.joined(separator: "; ")
  }

  /// What the journal says of a subject: that it was refused, else why it was queued and why it still waits, else what
  /// became of it.
  nonisolated private static func words(of subject: RequestPurpose.Subject, _ journal: [JournalEntry])
    -> String
  {
    let entries = journal.filter { isAbout(subject, $0) }
    let queued = entries.filter { $0.verdict == .queued }
    let chosen = entries.last { $0.verdict == .refused } ?? queued.first ?? entries.last
    let what = [subject.label == "change" ? nil : subject.label, subject.message?.id.rawValue]
      .compactMap { $0 }.joined(separator: " ")
    guard let chosen else { return subject.event ?? "\(what): it waited" }
    var why = chosen.why
    if chosen.verdict == .queued, let last = queued.last, last.number != chosen.number {
      why += "; \(last.why)"
    }
    return subject.message == nil ? why : "\(what): \(why)"
  }

  nonisolated fileprivate static func isAbout(
    _ subject: RequestPurpose.Subject, _ entry: JournalEntry
  ) -> Bool {
    guard entry.label == subject.label else { return false }
    if let message = subject.message { return entry.message == message }
    if let list = subject.list, case .fetch(let center, _, _, _) = entry.kind { return center == list }
    return subject.event.map { entry.why.hasPrefix($0) } ?? true
  }

  /// The journal's notes of deliveries that failed: what they carried waits, and no entry of its own says why.
  private nonisolated struct Troubles {
    /// The notes that were not said of a request yet, by what was delivered.
    private var notes: [Cargo: [String]] = [:]
    private var last: [Cargo: String] = [:]

    /// What a request delivers.
    private nonisolated enum Cargo {
      case events, changes, tracking

      init?(_ purpose: RequestPurpose?) {
        guard let label = purpose?.subjects.first?.label else { return nil }
        switch label {
        case "change": self = .changes
        case "track": self = .tracking
        default:
          guard EngagementEvent.Kind(rawValue: label) != nil else { return nil }
          self = .events
        }
      }

      init?(_ entry: JournalEntry) {
        guard case .note(failed: true) = entry.kind else { return nil }
        if entry.why.hasPrefix("Changes for the server are paused: ") {
          self = .changes
        } else if entry.why.hasPrefix("Campaign events wait: ") {
          self = .tracking
        } else if entry.why.hasPrefix("The outbox is paused: ") || entry.why.contains(" waiting: ") {
          self = .events
        } else {
          return nil
        }
      }
    }

    init(_ journal: [JournalEntry]) {
      for entry in journal { if let cargo = Cargo(entry) { notes[cargo, default: []].append(entry.why) } }
    }

    /// Why what a request carried waits after it; nil where it was taken, or the entries of its subjects say enough.
    mutating func next(for request: Request, _ journal: [JournalEntry]) -> String? {
      guard let cargo = Cargo(request.purpose), let subjects = request.purpose?.subjects else { return nil }
      let verdicts = subjects.map { subject in
        journal.last { $0.verdict != nil && DriveLog.Requests.isAbout(subject, $0) }?.verdict
      }
      let isSuccess = request.exchange.status.map { (200..<300).contains($0) } ?? false
      guard !verdicts.contains(.refused), !isSuccess || verdicts.contains(where: { $0 != .sent }) else {
        return nil
      }
      // Tried again in one line, each try has its own note.
      if let new = notes[cargo]?.first {
        notes[cargo]?.removeFirst()
        last[cargo] = new
      }
      return last[cargo]
    }
  }
}

extension JournalEntry {
  /// What became of what was to be sent; nil for an entry about something else.
  nonisolated var verdict: Verdict? {
    switch kind {
    case .display(let verdict), .open(let verdict), .engagement(_, let verdict), .tracking(let verdict),
      .change(let verdict):
      verdict
    default: nil
    }
  }
}
