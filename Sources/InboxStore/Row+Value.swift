import Foundation
import GRDB
import InboxModel

extension Database {
  /// Executes a statement that is compiled once for each connection; its text must not depend on values.
  func run(_ sql: String, _ arguments: StatementArguments = []) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }

  /// All rows of a query, in the same way.
  func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
    try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
  }

  /// What a query of one column finds first, in the same way.
  func first<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ sql: String, _ arguments: StatementArguments = [], as type: Value.Type = Value.self
  ) throws -> Value? {
    try Value.fetchOne(cachedStatement(sql: sql), arguments: arguments)
  }

  /// Columns of one message; nil where the archive does not have it.
  func message(_ columns: String, _ key: MessageKey, of identity: Identity) throws -> Row? {
    try rows(
      "SELECT \(columns) FROM message WHERE identity = ? AND center = ? AND id = ?",
      [identity.storageKey, key.center.rawValue, key.id.rawValue]
    ).first
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

  /// The time of a column, as ``MessageRecord/date(_:)`` reads it.
  func date(_ column: String) throws -> Date { MessageRecord.date(try value(column)) }

  /// The same, and nil for NULL.
  func optionalDate(_ column: String) throws -> Date? { MessageRecord.optionalDate(try value(column)) }
}
