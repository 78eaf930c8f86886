import GRDB

extension Row {
  /// The value of a column.
  ///
  /// A damaged file may hold anything in any column, where `row["name"]` would trap.
  func value<Value: DatabaseValueConvertible>(_ column: String, _ type: Value.Type = Value.self) throws
    -> Value
  {
    try decode(type, forColumn: column)
  }
}
