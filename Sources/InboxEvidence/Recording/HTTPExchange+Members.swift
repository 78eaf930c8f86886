import struct Foundation.Data
package import InboxModel
import InboxVendors

extension HTTPExchange {
  /// The members of an exchange's line; a body that is not UTF-8 is written as Base64.
  package var members: [String: JSONValue] {
    let parts = truncated.map(\.rawValue).sorted()
    var members = [String: JSONValue]([
      "number": number, "started": WireDate.format(started), "ms": milliseconds, "method": method, "url": url,
      "requestHeaders": Self.json(requestHeaders), "responseHeaders": Self.json(responseHeaders),
      "status": status, "size": responseSize, "contentSize": contentSize,
      "truncated": parts.isEmpty ? nil : parts, "error": error, "tap": tap?.json,
    ])
    if about != [] { members["about"] = about?.map(\.storageKey).json ?? .null }
    Self.write(requestBody, as: "request", to: &members)
    Self.write(responseBody, as: "response", to: &members)
    return members
  }

  /// Reads ``members`` back.
  init(_ fields: inout RecordingFields) throws(RecordingFlaw) {
    self.init(
      number: try fields.integer("number"), started: try fields.date("started"),
      milliseconds: try fields.integer("ms"), method: try fields.text("method"), url: try fields.text("url"))
    requestHeaders = try Self.headers("requestHeaders", &fields)
    responseHeaders = try Self.headers("responseHeaders", &fields)
    status = fields.optionalInteger("status")
    responseSize = fields.optionalInteger("size")
    contentSize = fields.optionalInteger("contentSize")
    let parts = fields.value("truncated")?.elements ?? []
    truncated = Set(parts.compactMap { $0.text.flatMap(Part.init(rawValue:)) })
    error = fields.optionalText("error")
    if let people = fields.value("about") {
      about = people.elements?.compactMap { $0.text.flatMap(Identity.init(storageKey:)) }
    }
    tap = fields.value("tap").map(TapIntervention.init)
    requestBody = try Self.body("request", &fields)
    responseBody = try Self.body("response", &fields)
  }

  private static func json(_ headers: [Header]) -> JSONValue {
    headers.map { [$0.name, $0.value] }.json
  }

  private static func headers(
    _ name: String, _ fields: inout RecordingFields
  ) throws(RecordingFlaw) -> [Header] {
    try fields.list(name).map { pair throws(RecordingFlaw) in
      guard let pair = pair.elements, pair.count == 2, let name = pair[0].text, let value = pair[1].text
      else { throw RecordingFlaw("\(name) holds something that is not a pair of texts") }
      return Header(name, value)
    }
  }

  private static func write(_ body: Data?, as name: String, to members: inout [String: JSONValue]) {
    guard let body else { return }
    if let text = String(validating: body, as: UTF8.self) {
      members[name + "Text"] = .string(text)
    } else {
      members[name + "Base64"] = .string(body.base64EncodedString())
    }
  }

  private static func body(_ name: String, _ fields: inout RecordingFields) throws(RecordingFlaw) -> Data? {
    if let text = fields.optionalText(name + "Text") { return Data(text.utf8) }
    guard let code = fields.optionalText(name + "Base64") else { return nil }
    guard let body = Data(base64Encoded: code) else { throw RecordingFlaw("\(name)Base64 is not Base64") }
    return body
  }
}

extension HTTPExchange: Codable {
  /// Reads what a recording holds of an exchange.
  package init(from decoder: any Decoder) throws {
    guard case .object(let members) = try JSONValue(from: decoder) else {
      throw RecordingFlaw("an exchange is not an object")
    }
    var fields = RecordingFields(members)
    try self.init(&fields)
  }

  /// Writes what a recording holds of an exchange.
  package func encode(to encoder: any Encoder) throws { try JSONValue.object(members).encode(to: encoder) }
}
