package import struct Foundation.Data
import InboxModel

/// Responds to lines of the protocol of the public conformance vectors (UL-7, `--jsonl`).
///
/// In: `{"id":0,"aasa":{…},"domain":"example.com","appId":"TEAM.app","url":"https://example.com/x"}`; `aasa` may also
/// be a text that holds the JSON. Out: `{"decision":"match","id":0}` with `match`, `exclude` or `no_match`, or
/// `{"error":"…","id":0}` for a line that cannot be decided. A line's response depends on nothing but the line.
package enum AssociationLine {
  private struct Bad: Error {
    let reason: String
  }

  /// The most bytes of a line: a file of the largest size that iOS takes fits, with every character escaped.
  package static let longest = 1 << 20

  /// The response to one line of bytes, with or without its end; the caller leaves out blank lines.
  package static func respond(_ line: Data) -> String {
    guard line.count <= longest else {
      return respond(id: .null, "error", "the line is longer than \(longest) bytes")
    }
    guard let text = String(validating: line, as: UTF8.self) else {
      return respond(id: .null, "error", "the line is not UTF-8")
    }
    return respond(text)
  }

  /// The response to one line; the caller leaves out blank lines.
  package static func respond(_ line: String) -> String {
    let value: JSONValue
    do {
      value = try JSONValue.parse(Data(line.utf8))
    } catch {
      return respond(id: .null, "error", "the line is not JSON")
    }
    guard case .object = value else {
      return respond(id: .null, "error", "the line is \(value.kindName), not an object")
    }
    let id = value["id"].flatMap(Self.plain) ?? .null
    do {
      return respond(id: id, "decision", try decide(value).rawValue)
    } catch {
      return respond(id: id, "error", error.reason)
    }
  }

  private static func decide(_ line: JSONValue) throws(Bad) -> AssociationDecision.Verdict {
    guard let id = line["id"] else { throw Bad(reason: "id is missing") }
    guard plain(id) != nil else { throw Bad(reason: "id is \(id.kindName), not a text or a number") }
    let association = try association(line["aasa"])
    let domain = try text("domain", of: line)
    let appID = try text("appId", of: line)
    let url = try text("url", of: line)
    guard AssociationLocation(url) != nil else { throw Bad(reason: "url is not a URL with a host") }
    return association.decide(url, domain: domain, appID: appID).verdict
  }

  private static func association(_ value: JSONValue?) throws(Bad) -> SiteAssociation {
    do {
      switch value {
      case .object(let members): return try SiteAssociation(.object(members))
      case .string(let text): return try SiteAssociation(body: Data(text.utf8))
      case nil: throw Bad(reason: "aasa is missing")
      case let other?: throw Bad(reason: "aasa is \(other.kindName), not an object or a text")
      }
    } catch let bad as Bad {
      throw bad
    } catch InboxError.invalidPayload(let reason) {
      throw Bad(reason: "aasa: \(reason)")
    } catch {
      throw Bad(reason: "aasa: \(error)")
    }
  }

  private static func text(_ name: String, of line: JSONValue) throws(Bad) -> String {
    guard let value = line[name] else { throw Bad(reason: "\(name) is missing") }
    guard let text = value.text else { throw Bad(reason: "\(name) is \(value.kindName), not a text") }
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
