import struct Foundation.UUID
import InboxCore
package import InboxModel

/// The report for programs and build servers.
extension ServerReport {
  /// A JSON object with the members `proven`, `settle_s`, `unjudged`, `other_kinds`, `unreadable`, `refused`, `summary`
  /// and `rows`; `damage` where there is some.
  ///
  /// - Parameter problemsOnly: Without the rows that matched; the rest is of all of them.
  package func json(problemsOnly: Bool = false) -> JSONValue {
    let damage = damage ?? loss
    let rows = rows.filter { !problemsOnly || $0.verdict != .matched }
    return .members([
      "proven": isProven, "settle_s": settling, "unjudged": unjudged, "other_kinds": otherCount,
      "unreadable": unreadable.count, "refused": refused.count, "summary": summary, "rows": rows.map(\.json),
      "damage": damage,
    ])
  }

  /// Each row as a test: what stands against it has failed, what is not known yet was skipped.
  package var testCases: [JUnitReport.Case] {
    let flaws = (flaws + [damage].compactMap(\.self)).enumerated().map { number, flaw in
      JUnitReport.Case(
        className: "requests", name: "what has no rows \(number + 1)", remarks: [.init(.failure, flaw)])
    }
    return flaws
      + rows.map { row in
        let remarks: [JUnitReport.Remark] =
          switch row.verdict {
          case .matched, .foreign: []
          case .tooEarly: [.init(.skipped, row.serverWords)]
          case .missing, .twice, .notTaken:
            [.init(.failure, "\(row.verdict.rawValue): \(row.sentWords), \(row.serverWords)")]
          }
        return JUnitReport.Case(
          className: row.identity.storageKey,
          name: "\(row.title) \(row.timeText)", remarks: remarks)
      }
  }
}

extension ServerReport.Row {
  package var json: JSONValue {
    let orNull = JSONValue.orNull
    let sentMembers = sent.map { sent in
      JSONValue.members([
        "source": sent.source.rawValue, "id": orNull(sent.id?.uuidString),
        "message_id": orNull(sent.message?.rawValue), "ts": WireDate.format(sent.time),
        "session": orNull(sent.session), "views": orNull(sent.views), "device": orNull(sent.device),
        "taken_ts": orNull(sent.taken.map(WireDate.format)), "fate": orNull(sent.fate),
      ])
    }
    let server = recorded.map { event in
      JSONValue.members([
        "name": event.name, "id": orNull(event.id?.uuidString),
        "message_id": orNull(event.message?.rawValue), "ts": orNull(event.time.map(WireDate.format)),
        "session": orNull(event.session), "views": orNull(event.views), "device": orNull(event.device),
        "about": orNull(event.about),
      ])
    }
    return .members([
      "verdict": verdict.rawValue, "identity": identity.storageKey, "type": kind.rawValue,
      "sent": orNull(sentMembers), "server": server,
    ])
  }
}
