import struct Foundation.Data
import class Foundation.JSONDecoder

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

  /// The value that a column holds as JSON; nil where it holds none.
  ///
  /// - Throws: ``StoreError/damaged(_:)`` where this version cannot read it.
  func decoded<Value: Decodable>(_ column: String) throws -> Value? {
    guard let text = try self[column] as String? else { return nil }
    do { return try JSONDecoder().decode(Value.self, from: Data(text.utf8)) } catch {
      throw StoreError.damaged("the column “\(column)” has no \(Value.self) that this version can read")
    }
  }
}
