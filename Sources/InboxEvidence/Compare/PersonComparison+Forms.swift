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
    return ("\(row.title) (\(id))", facts)
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
    .object([
      "same": .bool(isSame), "first": first.json, "second": second.json, "summary": .string(summary),
      "rows": .array(rows.map(\.json)),
    ])
  }
}

extension PersonComparison.Side {
  var json: JSONValue {
    .object([
      "label": .string(label), "identity": .string(identity.storageKey), "vendor": .string(vendor),
      "count": .integer(Int64(count)),
    ])
  }
}

extension PersonComparison.Row {
  var json: JSONValue {
    func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
    return .object([
      "verdict": .string(verdict.rawValue), "center": .string(center.rawValue), "title": .string(title),
      "first": text(first?.rawValue), "second": text(second?.rawValue), "reason": text(reason),
      "differences": .array(
        differences.map {
          .object([
            "what": .string($0.what), "first": .string($0.first), "second": .string($0.second),
            "reason": .string($0.reason),
          ])
        }),
    ])
  }
}
