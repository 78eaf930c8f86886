package import InboxModel

/// A comparison for people and for programs.
extension PersonComparison {
  /// A row for people, without what it comes to: its title, and then each reason.
  package func lines(_ row: Row) -> (title: String, facts: [String]) {
    let ids = [row.first, row.second].compactMap { $0?.rawValue }
    let id = Set(ids).count == 1 ? ids[0] : ids.joined(separator: " and ")
    let facts =
      row.reason.map { [$0] }
      ?? row.differences.map { "\($0.what): \($0.first) · \($0.second) (\($0.reason))" }
    return (id.isEmpty ? row.title : "\(row.title) (\(id))", facts)
  }

  /// What a verdict is called for people.
  package func words(_ verdict: Verdict) -> String {
    switch verdict {
    case .onlyFirst: "only for \(first.label)"
    case .onlySecond: "only for \(second.label)"
    case .different: "different"
    case .same: "the same"
    }
  }

  /// A JSON object with the members `same`, `first`, `second`, `summary` and `rows`.
  package var json: JSONValue {
    .members([
      "same": isSame, "first": first.json, "second": second.json, "summary": summary,
      "rows": rows.map(\.json),
    ])
  }
}

extension PersonComparison.Side {
  var json: JSONValue {
    .members(["label": label, "identity": identity.storageKey, "vendor": vendor, "count": count])
  }
}

extension PersonComparison.Row {
  var json: JSONValue {
    let orNull = JSONValue.orNull
    let differences = differences.map {
      JSONValue.members(["what": $0.what, "first": $0.first, "second": $0.second, "reason": $0.reason])
    }
    return .members([
      "verdict": verdict.rawValue, "center": center.rawValue, "title": title,
      "first": orNull(first?.rawValue), "second": orNull(second?.rawValue), "reason": orNull(reason),
      "differences": differences,
    ])
  }
}
