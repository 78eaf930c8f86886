import struct Foundation.Data
package import InboxModel
import InboxVendors

/// Requests as HAR 1.2, which browsers' tools open (http://www.softwareishard.com/blog/har-12-spec/).
///
/// Secrets are masked on the way in. Only the whole time of a request is known: it counts as `wait`.
/// The protocol's version and the sizes of heads are not known, and said to be so.
package struct HARDocument: Hashable, Sendable {
  private let exchanges: [HTTPExchange]
  private let version: String
  private let comment: String?

  /// Creates a document.
  ///
  /// - Parameters:
  ///   - exchanges: The requests and their responses, in the order in which they began.
  ///   - version: The version of the program that writes it.
  ///   - comment: A remark on the whole, if any.
  ///   - mask: What is secret.
  package init(
    _ exchanges: [HTTPExchange], version: String, comment: String? = nil, mask: SecretMask = SecretMask()
  ) {
    self.exchanges = exchanges.map { $0.masked(by: mask) }
    self.version = version
    self.comment = comment.map(mask.text)
  }

  /// The file, one line of JSON.
  package var text: String { json.serialized }

  package var json: JSONValue {
    var log: [String: JSONValue] = [
      "version": .string("1.2"), "pages": .array([]), "entries": .array(exchanges.map(Self.entry)),
      "creator": .object(["name": .string("inbox"), "version": .string(version)]),
    ]
    log["comment"] = comment.map { .string($0) }
    return .object(["log": .object(log)])
  }

  private static func entry(_ exchange: HTTPExchange) -> JSONValue {
    let time = JSONValue.integer(Int64(max(0, exchange.milliseconds)))
    var entry: [String: JSONValue] = [
      "startedDateTime": .string(WireDate.format(exchange.started)), "time": time, "cache": .object([:]),
      "timings": .object(["send": .integer(0), "wait": time, "receive": .integer(0)]),
      "request": request(exchange), "response": response(exchange),
      "comment": .string(comment(on: exchange)),
    ]
    entry["_error"] = exchange.error.map { .string($0) }
    return .object(entry)
  }

  /// Its number, why there is no response, and which bodies are incomplete: not every reader shows members of its own.
  private static func comment(on exchange: HTTPExchange) -> String {
    let remarks = [exchange.error].compactMap(\.self) + exchange.truncatedWords
    return "request \(exchange.number)" + (remarks.isEmpty ? "" : ": \(remarks.joined(separator: "; "))")
  }

  private static func request(_ exchange: HTTPExchange) -> JSONValue {
    let bodySize = exchange.truncated.contains(.request) ? -1 : exchange.requestBody?.count ?? 0
    var request: [String: JSONValue] = [
      "method": .string(exchange.method), "url": .string(exchange.url), "httpVersion": .string("unknown"),
      "cookies": .array([]), "headers": pairs(exchange.requestHeaders.map { ($0.name, $0.value) }),
      "queryString": pairs(query(of: exchange.url)), "headersSize": .integer(-1),
      "bodySize": .integer(Int64(bodySize)),
    ]
    if let body = exchange.requestBody {
      let (text, encoding) = text(of: body)
      var members: [String: JSONValue] = [
        "mimeType": mimeType(exchange.requestHeaders), "params": .array([]), "text": text,
      ]
      members["_encoding"] = encoding
      request["postData"] = .object(members)
    }
    return .object(request)
  }

  private static func response(_ exchange: HTTPExchange) -> JSONValue {
    let kept = exchange.responseBody?.count
    // Of a coded body a recording of before has the size on the wire alone.
    let isCoded = HTTPExchange.first("content-encoding", in: exchange.responseHeaders) != nil
    let size = exchange.contentSize ?? (isCoded ? kept : nil) ?? exchange.responseSize ?? kept ?? 0
    var content: [String: JSONValue] = [
      "size": .integer(Int64(size)), "mimeType": mimeType(exchange.responseHeaders),
    ]
    // What is not all here, and is not known to have been longer, may have been.
    let isUnknown = exchange.truncated.contains(.response) && exchange.responseSize ?? 0 <= kept ?? 0
    let bodySize = isUnknown ? -1 : exchange.responseSize ?? -1
    if let body = exchange.responseBody { (content["text"], content["encoding"]) = text(of: body) }
    let target = HTTPExchange.first("location", in: exchange.responseHeaders) ?? ""
    return .object([
      "status": .integer(Int64(exchange.status ?? 0)), "statusText": .string(""),
      "httpVersion": .string("unknown"), "cookies": .array([]),
      "headers": pairs(exchange.responseHeaders.map { ($0.name, $0.value) }), "content": .object(content),
      "redirectURL": .string(target), "headersSize": .integer(-1),
      "bodySize": .integer(Int64(bodySize)),
    ])
  }

  private static func pairs(_ pairs: [(name: String, value: String)]) -> JSONValue {
    .array(pairs.map { .object(["name": .string($0.name), "value": .string($0.value)]) })
  }

  private static func query(of url: String) -> [(String, String)] {
    let address = url.prefix { $0 != "#" }
    guard let mark = address.firstIndex(of: "?") else { return [] }
    let items = QueryItems(String(address[address.index(after: mark)...])).items
    return items.map { ($0.name, $0.value ?? "") }
  }

  private static func mimeType(_ headers: [HTTPExchange.Header]) -> JSONValue {
    .string(HTTPExchange.first("content-type", in: headers) ?? "")
  }

  private static func text(of body: Data) -> (text: JSONValue, encoding: JSONValue?) {
    if let text = String(validating: body, as: UTF8.self) { return (.string(text), nil) }
    return (.string(body.base64EncodedString()), .string("base64"))
  }
}
