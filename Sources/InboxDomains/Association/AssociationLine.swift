package import struct Foundation.Data
import InboxModel
import InboxVendors

/// Responds to lines of the protocol of the public conformance vectors (UL-7, `--jsonl`).
///
/// In: `{"id":0,"aasa":{…},"domain":"example.com","appId":"TEAM.app","url":"https://example.com/x"}`; `aasa` may also
/// be a text that holds the JSON. Out: `{"decision":"match","id":0}` with `match`, `exclude` or `no_match`, or
/// `{"error":"…","id":0}` for a line that cannot be decided. A line's response depends on nothing but the line.
package enum AssociationLine {
  /// The most bytes of a line: a file of the largest size that iOS takes fits, with every character escaped.
  package static let longest = 1 << 20

  /// The response to one line of bytes, with or without its end; the caller leaves out blank lines.
  package static func respond(_ line: Data) -> String {
    guard line.count <= longest else {
      return respond(id: .null, "error", "the line is longer than \(longest) bytes")
    }
    guard String(validating: line, as: UTF8.self) != nil else {
      return respond(id: .null, "error", "the line is not UTF-8")
    }
    let value: JSONValue
    do { value = try JSONValue.parse(line) } catch {
      return respond(id: .null, "error", "the line is not JSON")
    }
    guard case .object = value else {
      return respond(id: .null, "error", "the line is \(value.kindName), not an object")
    }
    let id = value["id"].flatMap(Self.plain) ?? .null
    do {
      return respond(id: id, "decision", try decide(value).rawValue)
    } catch {
      return respond(id: id, "error", error.clause)
    }
  }

  private static func decide(_ line: JSONValue) throws(InboxError) -> AssociationDecision.Verdict {
    guard let id = line["id"] else { throw .invalidPayload("id is missing") }
    guard plain(id) != nil else { throw .invalidPayload("id is \(id.kindName), not a text or a number") }
    let association = try association(line["aasa"])
    let domain = try text("domain", of: line)
    let appID = try text("appId", of: line)
    let url = try text("url", of: line)
    guard AssociationLocation(url) != nil else { throw .invalidPayload("url is not a URL with a host") }
    return association.decide(url, domain: domain, appID: appID).verdict
  }

  private static func association(_ value: JSONValue?) throws(InboxError) -> SiteAssociation {
    guard let value else { throw .invalidPayload("aasa is missing") }
    guard value.members != nil || value.text != nil else {
      throw .invalidPayload("aasa is \(value.kindName), not an object or a text")
    }
    do throws(InboxError) {
      guard let text = value.text else { return try SiteAssociation(value) }
      return try SiteAssociation(body: Data(text.utf8))
    } catch {
      throw .invalidPayload("aasa: \(error.clause)")
    }
  }

  private static func text(_ name: String, of line: JSONValue) throws(InboxError) -> String {
    guard let value = line[name] else { throw .invalidPayload("\(name) is missing") }
    guard let text = value.text else { throw .invalidPayload("\(name) is \(value.kindName), not a text") }
    return text
  }

  /// An id is given back as received, so it must be small: no list and no object.
  private static func plain(_ id: JSONValue) -> JSONValue? {
    switch id {
    case .string, .integer, .number, .huge: id
    case .null, .bool, .array, .object: nil
    }
  }

  private static func respond(id: JSONValue, _ name: String, _ text: String) -> String {
    JSONValue.members(["id": id, name: text]).serialized
  }
}
