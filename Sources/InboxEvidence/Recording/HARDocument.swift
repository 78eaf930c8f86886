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

  /// - Parameters:
  ///   - exchanges: In the order in which they began.
  ///   - version: That of the program that writes the file.
  ///   - comment: A remark on the whole; nil for none.
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
    let log = JSONValue.members([
      "version": "1.2", "pages": JSONValue.array([]), "entries": exchanges.map(Self.entry),
      "creator": JSONValue.members(["name": "inbox", "version": version]), "comment": comment,
    ])
    return .members(["log": log])
  }

  private static func entry(_ exchange: HTTPExchange) -> JSONValue {
    let time = max(0, exchange.milliseconds)
    return .members([
      "startedDateTime": WireDate.format(exchange.started), "time": time, "cache": JSONValue.object([:]),
      "timings": JSONValue.members(["send": 0, "wait": time, "receive": 0]), "request": request(exchange),
      "response": response(exchange), "comment": comment(on: exchange), "_error": exchange.error,
    ])
  }

  /// Its number, why there is no response, what a tap did, and which bodies are incomplete: not every reader shows
  /// members of its own.
  private static func comment(on exchange: HTTPExchange) -> String {
    let remarks =
      [exchange.error].compactMap(\.self) + (exchange.tap?.remarks ?? []) + exchange.truncatedWords
    return "request \(exchange.number)" + (remarks.isEmpty ? "" : ": \(remarks.joined(separator: "; "))")
  }

  private static func request(_ exchange: HTTPExchange) -> JSONValue {
    let bodySize = exchange.truncated.contains(.request) ? -1 : exchange.requestBody?.count ?? 0
    var request = [String: JSONValue]([
      "method": exchange.method, "url": exchange.url, "httpVersion": "unknown",
      "cookies": JSONValue.array([]), "headers": pairs(exchange.requestHeaders.map { ($0.name, $0.value) }),
      "queryString": pairs(query(of: exchange.url)), "headersSize": -1, "bodySize": bodySize,
    ])
    if let body = exchange.requestBody {
      let (text, encoding) = text(of: body)
      request["postData"] = .members([
        "mimeType": mimeType(exchange.requestHeaders), "params": JSONValue.array([]), "text": text,
        "_encoding": encoding,
      ])
    }
    return .object(request)
  }

  private static func response(_ exchange: HTTPExchange) -> JSONValue {
    let kept = exchange.responseBody?.count
    // Of a coded body a recording of before has the size on the wire alone.
    let isCoded = exchange.responseHeaders.first("content-encoding") != nil
    let size = exchange.contentSize ?? (isCoded ? kept : nil) ?? exchange.responseSize ?? kept ?? 0
    var content: [String: JSONValue] = [
      "size": size.json, "mimeType": mimeType(exchange.responseHeaders),
    ]
    // What is not all here, and is not known to have been longer, may have been.
    let isUnknown = exchange.truncated.contains(.response) && exchange.responseSize ?? 0 <= kept ?? 0
    let bodySize = isUnknown ? -1 : exchange.responseSize ?? -1
    if let body = exchange.responseBody { (content["text"], content["encoding"]) = text(of: body) }
    let target = exchange.responseHeaders.first("location") ?? ""
    return .members([
      "status": exchange.status ?? 0, "statusText": "", "httpVersion": "unknown",
      "cookies": JSONValue.array([]), "headers": pairs(exchange.responseHeaders.map { ($0.name, $0.value) }),
      "content": content, "redirectURL": target, "headersSize": -1, "bodySize": bodySize,
    ])
  }

  private static func pairs(_ pairs: [(name: String, value: String)]) -> JSONValue {
    .array(pairs.map { .members(["name": $0.name, "value": $0.value]) })
  }

  private static func query(of url: String) -> [(String, String)] {
    QueryItems(ofURL: url).items.map { ($0.name, $0.value ?? "") }
  }

  private static func mimeType(_ headers: [HTTPExchange.Header]) -> JSONValue {
    .string(headers.first("content-type") ?? "")
  }

  private static func text(of body: Data) -> (text: JSONValue, encoding: JSONValue?) {
    if let text = String(validating: body, as: UTF8.self) { return (.string(text), nil) }
    return (.string(body.base64EncodedString()), .string("base64"))
  }
}
