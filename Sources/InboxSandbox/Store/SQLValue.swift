/// A bound value of a statement, or a value in a column of a row.
enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)
}

extension SQLValue {
  /// A text as every store keeps it: without NUL, which PostgreSQL refuses, and at which SQLite's text ends when it is read.
  static func stored(_ text: String) -> String {
    text.utf8.contains(0) ? text.replacing("\0", with: "\u{2400}") : text
  }
}

/// A type that can be bound and read.
protocol SQLBindable: Sendable {
  var sqlValue: SQLValue { get }
  /// Nil for a value of another type.
  init?(_ value: SQLValue)
}

extension Int64: SQLBindable {
  var sqlValue: SQLValue { .integer(self) }
  init?(_ value: SQLValue) {
    guard case .integer(let number) = value else { return nil }
    self = number
  }
}

extension Int: SQLBindable {
  var sqlValue: SQLValue { .integer(Int64(self)) }
  init?(_ value: SQLValue) {
    guard case .integer(let number) = value else { return nil }
    self.init(exactly: number)
  }
}

/// Stored as 1 and 0, in every store.
extension Bool: SQLBindable {
  var sqlValue: SQLValue { .integer(self ? 1 : 0) }
  init?(_ value: SQLValue) {
    guard case .integer(let number) = value else { return nil }
    self = number != 0
  }
}

extension String: SQLBindable {
  var sqlValue: SQLValue { .text(self) }
  init?(_ value: SQLValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }
}

extension Optional: SQLBindable where Wrapped: SQLBindable {
  var sqlValue: SQLValue { self?.sqlValue ?? .null }
  init?(_ value: SQLValue) {
    guard value != .null else {
      self = .none
      return
    }
    guard let wrapped = Wrapped(value) else { return nil }
    self = wrapped
  }
}
