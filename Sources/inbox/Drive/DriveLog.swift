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
    .array(
      requests.map { request in
        let exchange = request.exchange
        var members: [String: JSONValue] = [
          "method": .string(exchange.method), "path": .string(Self.path(mask.url(exchange.url))),
          "status": exchange.status.map { .integer(Int64($0)) } ?? .null,
          "why": .string(Self.why(request.purpose, journal)),
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

  nonisolated private static func why(_ purpose: RequestPurpose?, _ journal: [JournalEntry]) -> String {
    guard let purpose else { return journal.last { $0.label == "link" }?.why ?? "" }
    return purpose.subjects.map { words(of: $0, journal) }.joined(separator: "; ")
  }

  /// What the journal says of a subject: that it was refused, else why it was queued, else what became of it.
  nonisolated private static func words(of subject: RequestPurpose.Subject, _ journal: [JournalEntry])
    -> String
  {
    let entries = journal.filter { isAbout(subject, $0) }
    let chosen =
      entries.last { $0.verdict == .refused } ?? entries.first { $0.verdict == .queued } ?? entries.last
    let what = [subject.label == "change" ? nil : subject.label, subject.message?.id.rawValue]
      .compactMap { $0 }.joined(separator: " ")
    guard let chosen else { return subject.event ?? "\(what): it waited" }
    return subject.message == nil ? chosen.why : "\(what): \(chosen.why)"
  }

  nonisolated private static func isAbout(
    _ subject: RequestPurpose.Subject, _ entry: JournalEntry
  ) -> Bool {
    guard entry.label == subject.label else { return false }
    if let message = subject.message { return entry.message == message }
    if let list = subject.list, case .fetch(let center, _, _, _) = entry.kind { return center == list }
    return subject.event.map { entry.why.hasPrefix($0) } ?? true
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
