public import struct Foundation.Data

/// The records of answers that were captured from an app (MC-14), in any form in which people have them.
public enum CapturedRecords {
  /// Reads `{"messages":[…]}`, a bare list of records, one record, or the lines that ‘inbox list --raw’ prints.
  ///
  /// - Throws: ``InboxError/emptyResponse`` or ``InboxError/invalidPayload(_:)``, with line and column where it is no
  ///   JSON, when there is no record at all that could be good or bad.
  public static func read(_ body: Data) throws(InboxError) -> [JSONValue] {
    if let lines = try rawLines(body) { return lines }
    do { return try records(of: JSONValue.parse(body)) } catch {
      guard case .invalidPayload = error, let flaw = JSONFlaw(in: body) else { throw error }
      throw .invalidPayload("it is no JSON at \(flaw)")
    }
  }

  /// What ‘inbox list --raw’ prints, an answer a line; nil for anything else.
  private static func rawLines(_ body: Data) throws(InboxError) -> [JSONValue]? {
    let lines = body.split(separator: UInt8(ascii: "\n")).filter { line in line.contains { $0 > 0x20 } }
    guard let first = lines.first, answer(in: first) != nil else { return nil }
    var records: [JSONValue] = []
    for (number, line) in lines.enumerated() {
      guard let answer = answer(in: line) else {
        throw .invalidPayload("answer \(number + 1) is no line of ‘inbox list --raw’")
      }
      do { records += try read(Data(answer.utf8)) } catch {
        guard case .invalidPayload(let reason) = error else { throw error }
        throw .invalidPayload("answer \(number + 1): \(reason)")
      }
    }
    return records
  }

  private static func answer(in line: Data) -> String? {
    do { return try JSONValue.parse(Data(line))["answer"]?.text } catch { return nil }
  }

  private static func records(of value: JSONValue) throws(InboxError) -> [JSONValue] {
    if let records = value.elements { return records }
    guard case .object = value else {
      throw .invalidPayload("it is \(value.kindName), not a list of messages")
    }
    if let list = value["messages"] {
      guard let records = list.elements else {
        throw .invalidPayload("messages is \(list.kindName), not a list")
      }
      return records
    }
    guard value["id"] != nil || value["sent_ts"] != nil else {
      throw .invalidPayload("it has no list named messages and is no message either")
    }
    return [value]
  }
}
