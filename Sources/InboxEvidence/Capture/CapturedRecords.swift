package import struct Foundation.Data
package import InboxModel

/// The records of responses that were captured from an app (MC-14), in any form in which people have them.
package enum CapturedRecords {
  /// Reads `{"messages":[…]}`, a bare list of records, one record, or the lines that ‘inbox list --raw’ prints.
  ///
  /// - Throws: ``InboxError/emptyResponse`` or ``InboxError/invalidPayload(_:)``, with line and column where it is no
  ///   JSON, when there is no record at all that could be good or bad.
  package static func read(_ body: Data) throws(InboxError) -> [JSONPiece] {
    guard let responses = try rawLines(body) else { return try Self.records(of: JSONPiece(body)) }
    var records: [JSONPiece] = []
    for (number, response) in responses.enumerated() {
      do { records += try read(response.body) } catch {
        guard case .invalidPayload(let reason) = error else { throw error }
        throw .invalidPayload("response \(number + 1): \(reason)")
      }
    }
    return records
  }

  /// What ‘inbox list --raw’ prints, a response a line; nil for anything else.
  static func rawLines(_ body: Data) throws(InboxError) -> [RawResponse]? {
    let lines = body.split(separator: UInt8(ascii: "\n")).filter { line in line.contains { $0 > 0x20 } }
    guard let first = lines.first, response(in: first) != nil else { return nil }
    return try lines.enumerated().map { number, line throws(InboxError) in
      guard let response = response(in: line) else {
        throw .invalidPayload("response \(number + 1) is not a line of ‘inbox list --raw’")
      }
      return response
    }
  }

  /// The response in a line; nil where it holds none.
  private static func response(in line: Data) -> RawResponse? {
    let value: JSONValue
    do { value = try JSONValue.parse(Data(line)) } catch { return nil }
    let body =
      value["base64"]?.text.flatMap { Data(base64Encoded: $0) } ?? value["answer"]?.text.map { Data($0.utf8) }
    return body.map { RawResponse(body: $0, requestURL: value["url"]?.text ?? "") }
  }

  /// A line of ‘inbox list --raw’: what is not text is in Base64 as well, as received.
  package static func rawLine(_ response: RawResponse) -> JSONValue {
    let isText = String(validating: response.body, as: UTF8.self) != nil
    return .members([
      "url": response.requestURL, "answer": String(decoding: response.body, as: UTF8.self),
      "base64": isText ? nil : response.body.base64EncodedString(),
    ])
  }

  private static func records(of piece: JSONPiece) throws(InboxError) -> [JSONPiece] {
    if let records = try piece.elements() { return records }
    if let records = try piece.list("messages") { return records }
    guard try piece.member("id") == nil, try piece.member("sent_ts") == nil else { return [piece] }
    let value = try piece.value()
    guard case .object = value else {
      throw .invalidPayload("it is \(value.kindName), not a list of messages")
    }
    throw .invalidPayload("it has no list named messages and is not a message either")
  }
}
