import struct Foundation.Data
import InboxModel
import InboxVendors

extension EvidencePage {
  /// The bodies, each folded away.
  var bodies: [String] {
    let blocks = recording.exchanges.flatMap { exchange -> [[String]] in
      let name = "\(exchange.number) · \(exchange.method) \(exchange.url)"
      let response = exchange.status.map { "response \($0)" } ?? "response"
      return [
        block(
          name + " · request", exchange.requestBody, exchange.requestHeaders,
          isWhole: !exchange.truncated.contains(.request)),
        block(
          "\(name) · \(response)", exchange.responseBody, exchange.responseHeaders,
          isWhole: !exchange.truncated.contains(.response)),
      ].filter { !$0.isEmpty }
    }
    return blocks.isEmpty ? [] : ["## Bodies"] + blocks.flatMap { [""] + $0 }
  }

  private func block(
    _ name: String, _ body: Data?, _ headers: [HTTPExchange.Header], isWhole: Bool
  ) -> [String] {
    guard let body, !body.isEmpty else { return [] }
    let whole = String(validating: body, as: UTF8.self)
    let shown = whole ?? body.base64EncodedString()
    let remark = (whole == nil ? ", not text: in Base64" : "") + (isWhole ? "" : ", not all of it")
    let isCut = shown.unicodeScalars.count > Self.bodyLimit
    let text = isCut ? String(shown.unicodeScalars.prefix(Self.bodyLimit)) : shown
    let summary = MarkdownText.element("\(name), \(body.count.counted("byte"))\(remark)")
    let language = whole == nil ? "text" : Self.language(headers)
    return ["<details>", "<summary>\(summary)</summary>", ""] + MarkdownText.block(text, language: language)
      + (isCut ? ["", "Only the first \(Self.bodyLimit) characters are shown."] : []) + ["", "</details>"]
  }

  private static func language(_ headers: [HTTPExchange.Header]) -> String {
    let type = headers.first("content-type")?.lowercased() ?? ""
    return type.contains("json") ? "json" : type.contains("html") ? "html" : "text"
  }
}
