import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import Synchronization

/// The requests that were made, each with what it was for.
nonisolated final class DriveLog: Sendable {
  struct Request: Sendable {
    var exchange: HTTPExchange
    var purpose: RequestPurpose?

    /// Whether the server took it, by its status and by what its vendor's client made of the response.
    var isSuccess: Bool {
      purpose?.isFailure != true && exchange.error == nil
        && exchange.status.map { (200..<300).contains($0) } ?? false
    }
  }

  private let made = Mutex<[Request]>([])

  /// `/sandbox/…`, also of a space.
  private static func isControl(_ url: String) -> Bool {
    let path = (URLComponents(string: url)?.path ?? "").split(separator: "/")
    return path.first == "sandbox" || path.count > 2 && path[0] == "s" && path[2] == "sandbox"
  }

  /// Takes a request with its response, where it was made; those to a sandbox's own paths are no app's.
  func record(_ exchange: HTTPExchange) {
    guard RequestPurpose.current != nil || !Self.isControl(exchange.url) else { return }
    var exchange = exchange
    // Bodies that are never read do not pile up while line after line fails.
    (exchange.requestHeaders, exchange.requestBody) = ([], nil)
    (exchange.responseHeaders, exchange.responseBody) = ([], nil)
    let request = Request(exchange: exchange, purpose: RequestPurpose.current)
    made.withLock { $0.append(request) }
  }

  /// Hands out what was made since, in the order in which it was begun.
  func take() -> [Request] {
    let made = made.withLock { made in
      defer { made = [] }
      return made
    }
    return made.sorted { $0.exchange.number < $1.exchange.number }
  }
}

nonisolated extension [DriveLog.Request] {
  /// Whether one of them carried what an entry of the journal is about.
  func carried(_ entry: JournalEntry) -> Bool {
    contains { request in request.purpose?.subjects.contains { $0.isNamed(by: entry) } ?? false }
  }

  /// What a program reads of them, each with the journal's words.
  func json(_ journal: [JournalEntry], _ mask: SecretMask) -> JSONValue {
    var reasons = DriveReasons(journal)
    return .array(
      enumerated().map { index, request in
        let exchange = request.exchange
        let why = reasons.next(for: request, before: self[(index + 1)...])
        return Output.masked(
          .members([
            "method": exchange.method, "path": EvidencePage.path(of: mask.url(exchange.url)),
            "status": JSONValue.orNull(exchange.status), "why": why, "error": exchange.error,
          ]))
      })
  }
}
