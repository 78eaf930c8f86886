import struct Foundation.UUID
import InboxCore
package import InboxModel

/// The report for programs and build servers.
extension ServerReport {
  /// A JSON object with the members `proven`, `settle_s`, `unjudged`, `other_kinds`, `summary` and `rows`.
  package var json: JSONValue {
    .object([
      "proven": .bool(isProven), "settle_s": .number(settling), "unjudged": .integer(Int64(unjudged)),
      "other_kinds": .integer(Int64(otherCount)), "summary": .string(summary),
      "rows": .array(rows.map(\.json)),
    ])
  }

  /// Each row as a test: what stands against it has failed, what is not known yet was skipped.
  package var testCases: [JUnitReport.Case] {
    rows.map { row in
      let remarks: [JUnitReport.Remark] =
        switch row.verdict {
        case .matched, .foreign: []
        case .tooEarly: [.init(.skipped, row.serverWords)]
        case .missing, .twice, .notTaken:
          [.init(.failure, "\(row.verdict.rawValue): \(row.sentWords), \(row.serverWords)")]
        }
      return JUnitReport.Case(
        className: row.identity.storageKey,
        name: "\(row.title) \(WireDate.format(row.time))", remarks: remarks)
    }
  }
}

extension ServerReport.Row {
  package var json: JSONValue {
    func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
    func number(_ value: Int?) -> JSONValue { value.map { .integer(Int64($0)) } ?? .null }
    let sentMembers: JSONValue =
      sent.map { sent in
        .object([
          "source": .string(sent.source.rawValue), "id": text(sent.id?.uuidString.lowercased()),
          "message_id": text(sent.message?.rawValue), "ts": .string(WireDate.format(sent.time)),
          "session": text(sent.session), "views": number(sent.views),
          "device": text(sent.device), "taken_ts": text(sent.taken.map(WireDate.format)),
          "fate": text(sent.fate),
        ])
      } ?? .null
    let server = recorded.map { event in
      JSONValue.object([
        "name": .string(event.name), "id": text(event.id?.uuidString.lowercased()),
        "message_id": text(event.message?.rawValue), "ts": text(event.time.map(WireDate.format)),
        "session": text(event.session), "views": number(event.views),
        "device": text(event.device), "about": text(event.about),
      ])
    }
    return .object([
      "verdict": .string(verdict.rawValue), "identity": .string(identity.storageKey),
      "type": .string(kind.rawValue), "sent": sentMembers,
      "server": .array(server),
    ])
  }
}
