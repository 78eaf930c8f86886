import CPostgres

/// One connection to a PostgreSQL and the statements prepared on it.
///
/// Every call blocks. One thread at a time may use it.
final class PostgresLink {
  private let connection: OpaquePointer
  private var prepared: [String: String] = [:]

  /// - Throws: ``StoreError/unavailable(_:)``.
  init(_ url: String) throws {
    guard let connection = cpostgres_connect(url) else { throw StoreError.unavailable("no memory") }
    self.connection = connection
    guard cpostgres_is_connected(connection) != 0 else { throw StoreError.unavailable(message) }
    // Longer than any request of ours holds a lock: a foreign transaction makes one request fail, and does not hold up
    // all.
    do { try run("SET lock_timeout = '10s'") } catch let failure as PostgresFailure { throw failure.error }
  }

  deinit { cpostgres_finish(connection) }

  /// Runs statements without bound values.
  func run(_ sql: String) throws { cpostgres_clear(try checked(cpostgres_run(connection, sql))) }

  /// Runs one statement, prepared once on this connection, with bound values.
  func run(_ sql: String, _ values: [SQLValue]) throws -> [SQLRow] {
    let name = try prepare(sql)
    let texts = values.map(Self.text)
    let result = try Self.withCStrings(texts) { pointers in
      try checked(cpostgres_run_prepared(connection, name, Int32(values.count), pointers))
    }
    defer { cpostgres_clear(result) }
    return Self.rows(result)
  }

  /// Forgets the prepared statements, as tables have changed since.
  func forgetStatements() throws {
    prepared = [:]
    try run("DEALLOCATE ALL")
  }

  var isConnected: Bool { cpostgres_is_connected(connection) != 0 }

  /// The version as a number: 150018 is 15.18.
  var version: Int { Int(cpostgres_version(connection)) }

  /// A setting that the server reports.
  func setting(_ name: String) -> String? { cpostgres_setting(connection, name).map { String(cString: $0) } }

  /// The descriptor to wait on for signals; nil where the connection is gone.
  var descriptor: Int32? {
    let descriptor = cpostgres_descriptor(connection)
    return descriptor < 0 ? nil : descriptor
  }

  /// The payloads of the signals that have come; nil where the connection is gone.
  func signals() -> [String]? {
    guard cpostgres_read(connection) != 0 else { return nil }
    var texts: [String] = []
    while let signal = cpostgres_next_signal(connection) {
      texts.append(String(cString: signal.pointee.payload))
      cpostgres_free_signal(signal)
    }
    return texts
  }

  private func prepare(_ sql: String) throws -> String {
    if let name = prepared[sql] { return name }
    let name = "s\(prepared.count)"
    cpostgres_clear(try checked(cpostgres_prepare(connection, name, sql)))
    prepared[sql] = name
    return name
  }

  private func checked(_ result: OpaquePointer?) throws -> OpaquePointer {
    // No result: the connection is gone, or memory is short.
    guard let result else { throw PostgresFailure(state: nil, message: message) }
    guard cpostgres_is_done(result) == 0 else { return result }
    let state = cpostgres_state(result).map { String(cString: $0) }
    cpostgres_clear(result)
    throw PostgresFailure(state: isConnected ? state : nil, message: message)
  }

  /// Why the last call failed, on one line.
  private var message: String {
    String(cString: cpostgres_message(connection)).split(whereSeparator: \.isNewline)
      .map { $0.trimmingPrefix { $0 == " " || $0 == "\t" } }.joined(separator: "; ")
  }

  private static func text(_ value: SQLValue) -> String? {
    switch value {
    case .null: nil
    case .integer(let number): String(number)
    case .text(let text): SQLValue.stored(text)
    }
  }

  private static func withCStrings<Value>(
    _ texts: [String?], _ body: ([UnsafePointer<CChar>?]) throws -> Value
  ) rethrows -> Value {
    var bytes: [CChar] = []
    let starts = texts.map { text -> Int? in
      guard let text else { return nil }
      defer { bytes.append(contentsOf: text.utf8.map { CChar(bitPattern: $0) } + [0]) }
      return bytes.count
    }
    return try bytes.withUnsafeBufferPointer { buffer in
      try body(starts.map { start in start.flatMap { buffer.baseAddress?.advanced(by: $0) } })
    }
  }

  private static func rows(_ result: OpaquePointer) -> [SQLRow] {
    let columns = 0..<cpostgres_column_count(result)
    let names = columns.map { String(cString: cpostgres_column_name(result, $0)) }
    let integers = columns.map { cpostgres_is_integer(result, $0) != 0 }
    return (0..<cpostgres_row_count(result)).map { row in
      SQLRow(
        columns: names,
        values: columns.map { column in
          guard let bytes = cpostgres_value(result, row, column) else { return .null }
          let text = String(cString: bytes)
          return integers[Int(column)] ? Int64(text).map(SQLValue.integer) ?? .text(text) : .text(text)
        })
    }
  }
}

/// The error of a PostgreSQL statement.
struct PostgresFailure: Error {
  /// SQLSTATE; nil where the connection is gone.
  var state: String?
  var message: String

  /// Whether the same transaction may succeed at the next try: another one was in its way, or tables have changed.
  var isPassing: Bool { ["40001", "40P01", "0A000", "26000"].contains(state) }

  /// Whether it and another transaction waited for each other.
  var isDeadlock: Bool { state == "40P01" }

  var error: StoreError {
    switch state {
    case nil: .unavailable(message)
    // The server is starting, stopping, full or read-only for now, or another client holds a lock, has cancelled a
    // statement or was in the way again and again.
    case let state?
    where ["57", "53", "08"].contains(state.prefix(2))
      || ["25006", "55P03", "40001", "40P01"].contains(state):
      .unavailable(message)
    case "54000": .tooLong
    default: .refused(message)
    }
  }
}
