/// The connections of a process to its PostgreSQL, each used by one transaction at a time.
actor PostgresPool {
  private var idle: [PostgresConnection]
  private let all: [PostgresConnection]
  private var waiting: [CheckedContinuation<PostgresConnection, Never>] = []

  init(url: String, connections: Int) {
    all = (0..<connections).map { _ in PostgresConnection(url: url) }
    idle = all
  }

  /// Runs a body with a connection that it does not share.
  ///
  /// - Throws: ``StoreError/unavailable(_:)`` at once where very many callers wait already.
  func with<Value: Sendable>(
    _ body: @Sendable (PostgresConnection) async throws -> Value
  ) async throws -> Value {
    let connection = try await take()
    defer { give(connection) }
    return try await body(connection)
  }

  func close() async { for connection in all { await connection.close() } }

  /// Beyond this many, a caller would wait for more than a second or two.
  private static let mostWaiting = 4_096

  private func take() async throws -> PostgresConnection {
    if let connection = idle.popLast() { return connection }
    guard waiting.count < Self.mostWaiting else {
      throw StoreError.unavailable("too many requests wait for it")
    }
    return await withCheckedContinuation { waiting.append($0) }
  }

  private func give(_ connection: PostgresConnection) {
    if waiting.isEmpty {
      idle.append(connection)
    } else {
      waiting.removeFirst().resume(returning: connection)
    }
  }
}
