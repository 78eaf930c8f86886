/// A row that a statement returned.
struct SQLRow: Sendable {
  let columns: [String]
  let values: [SQLValue]

  /// - Throws: ``StoreError/damaged(_:)`` where the column is missing or holds another type.
  subscript<Value: SQLBindable>(_ column: String) -> Value {
    get throws {
      guard let index = columns.firstIndex(of: column), let value = Value(values[index]) else {
        throw StoreError.damaged("the column “\(column)” has no \(Value.self)")
      }
      return value
    }
  }
}
