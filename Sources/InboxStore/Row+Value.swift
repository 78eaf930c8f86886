import GRDB

extension Database {
  /// Executes a statement that is compiled once for each connection, for what happens many times in a row.
  func repeated(_ sql: String, _ arguments: StatementArguments) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }
}

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
