package import Foundation
package import InboxCore
package import InboxEvidence
package import InboxModel

/// What a line of the event pane is about: something that happened and why, or a request.
package enum EventEntry: Equatable, Sendable {
  /// Something that happened, and why.
  case journal(JournalEntry)
  /// A request and its response, without secrets, and when that arrived by the clock that the program follows.
  case request(HTTPExchange, Date)

  /// When, by the clock that the program follows.
  var time: Date {
    switch self {
    case .journal(let entry): entry.time
    case .request(_, let time): time
    }
  }

  /// Its kind in one word.
  package var label: String {
    switch self {
    case .journal(let entry): entry.label
    case .request(let exchange, _): exchange.method
    }
  }

  package var message: MessageKey? {
    if case .journal(let entry) = self { entry.message } else { nil }
  }

  package var why: String {
    switch self {
    case .journal(let entry): entry.why
    case .request(let exchange, _):
      "\(EvidencePage.path(of: exchange.url)) · \(Self.result(of: exchange)) · \(exchange.milliseconds) ms"
        + (exchange.responseSize.map { " · \($0) B" } ?? "")
    }
  }

  /// Its subject, in a column of its own: a message, or the outcome of a request.
  var subject: String {
    switch self {
    case .journal(let entry): entry.message?.id.rawValue ?? ""
    case .request(let exchange, _):
      "\(exchange.status.map(String.init) ?? "failed")  \(exchange.milliseconds) ms"
        + (exchange.responseSize.map { "  \($0) B" } ?? "")
    }
  }

  /// The rest, beside that column.
  var detail: String {
    switch self {
    case .journal(let entry): entry.why
    case .request(let exchange, _):
      EvidencePage.path(of: exchange.url) + (exchange.error.map { " · \($0)" } ?? "")
    }
  }

  /// What `/` looks through.
  var text: String { [label, message?.id.rawValue ?? "", why].joined(separator: " ") }

  static func result(of exchange: HTTPExchange) -> String {
    [exchange.status.map(String.init), exchange.error].compactMap { $0 }.joined(separator: ", ")
  }

  /// Whether it is a failure.
  var isFailure: Bool {
    switch self {
    case .journal(let entry): entry.isFailure
    case .request(let exchange, _): exchange.error != nil || exchange.status.map { $0 >= 400 } ?? true
    }
  }

  /// The whole entry as JSON that people can read.
  package var json: String {
    switch self {
    case .journal(let entry): JSONValue.object(RecordedEntry(entry).members).indented
    case .request(let exchange, _): JSONValue.object(exchange.members).indented
    }
  }
}

extension HTTPExchange {
  /// How many bytes of a body the event pane keeps, or up to three fewer; a recording keeps all of it.
  package static let bodyLimit = 16 * 1_024

  /// The part that the event pane retains: bodies up to ``bodyLimit`` bytes, without secrets; no body of an exchange
  /// that may be about any person.
  package func retained(_ mask: SecretMask) -> HTTPExchange {
    // Masked before it is cut: a mask does not recognize half a secret.
    var exchange = masked(by: mask)
    // Compared with the reader, who is not masked.
    exchange.about = about
    exchange.cut(\.requestBody, .request)
    exchange.cut(\.responseBody, .response)
    return about == nil ? exchange.withoutBodies : exchange
  }

  /// Cuts between two characters: with a part of one at its end, a text would count as bytes that are none.
  private mutating func cut(_ body: WritableKeyPath<HTTPExchange, Data?>, _ part: Part) {
    let limit = Self.bodyLimit
    guard let whole = self[keyPath: body], whole.count > limit else { return }
    let end = (limit - 3...limit).last { !UTF8.isContinuation(whole[whole.startIndex + $0]) }
    self[keyPath: body] = whole.prefix(end ?? limit)
    truncated.insert(part)
  }

  /// What a line of the event pane needs.
  var withoutBodies: HTTPExchange {
    var exchange = self
    exchange.requestBody = nil
    exchange.responseBody = nil
    return exchange
  }
}
