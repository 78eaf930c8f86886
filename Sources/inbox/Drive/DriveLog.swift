import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import Synchronization

/// The requests that were made, each with what it was for.
nonisolated final class DriveLog: Sendable {
  private let made = Mutex<[Requests.Request]>([])

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

      /// Whether the server took it, by its status and by what its vendor's client made of the response.
      var isSuccess: Bool {
        purpose?.isFailure != true && exchange.error == nil
          && exchange.status.map { (200..<300).contains($0) } ?? false
      }
    }

    let requests: [Request]
  }
}

extension DriveLog.Requests {
  /// Whether one of them carried what an entry of the journal is about.
  nonisolated func carried(_ entry: JournalEntry) -> Bool {
    requests.contains { request in
      request.purpose?.subjects.contains { $0.isNamed(by: entry) } ?? false
    }
  }

  /// What a program reads of them, each with the journal's words.
  nonisolated func json(_ journal: [JournalEntry], _ mask: SecretMask) -> JSONValue {
    var reasons = DriveReasons(journal)
    return .array(
      requests.indices.map { index in
        let exchange = requests[index].exchange
        let why = reasons.next(for: requests[index], before: requests[(index + 1)...])
        return Output.masked(
          .members([
            "method": exchange.method, "path": EvidencePage.path(of: mask.url(exchange.url)),
            "status": JSONValue.orNull(exchange.status), "why": why, "error": exchange.error,
          ]))
      })
  }
}
