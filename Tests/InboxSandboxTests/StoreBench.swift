import Foundation
import InboxCore
import InboxModel
import InboxTestSupport

@testable import InboxSandbox

/// The stores that pass one suite.
enum StoreKind: String, CaseIterable, Sendable {
  case sqlite, postgres
}

/// A store of a kind, empty, and what belongs to it.
struct StoreBench: Sendable {
  let store: any SandboxStore
  let clock = VirtualClock.standing(at: Date(timeIntervalSince1970: 1_795_262_400))

  static func with(_ kind: StoreKind, _ body: (StoreBench) async throws -> Void) async throws {
    switch kind {
    case .sqlite: try await with(try SQLiteStore.open(path: nil), body)
    case .postgres:
      try await withPostgres { _, url in try await with(try await PostgresStore.open(url: url), body) }
    }
  }

  /// An empty database of PostgreSQL, gone when the test is over.
  ///
  /// - Parameter isOwn: Whether the test has the server for itself, to end it.
  static func withPostgres(
    isOwn: Bool = false, _ body: (PostgresServer, String) async throws -> Void
  ) async throws {
    let server = isOwn ? try await PostgresServer() : try await PostgresServer.shared.value
    let url = try await server.database()
    let end = { if isOwn { await server.stop() } else { try await server.remove(url) } }
    do { try await body(server, url) } catch {
      // The first error says more than one of the end.
      try? await end()
      throw error
    }
    try await end()
  }

  private static func with(_ store: any SandboxStore, _ body: (StoreBench) async throws -> Void) async throws
  {
    do { try await body(StoreBench(store: store)) } catch {
      await store.close()
      throw error
    }
    await store.close()
  }

  /// What a process has of a space.
  ///
  /// - Parameter token: The hash of the space's token.
  func account(_ space: SpaceName = .main, token: String? = nil) -> Account {
    Account(store: store, space: space, token: token, centers: [], maximumBadge: 99, clock: clock)
  }

  /// An event about no message.
  func tracked(_ number: Int, at time: Date?) -> TrackedEvent {
    TrackedEvent(
      vendor: .bloomreach, customerIDs: ["cookie": "c"], time: time, type: "t",
      url: "https://x.example/\(number)", properties: [:])
  }

  func event(
    _ number: Int, _ kind: EngagementEvent.Kind = .display, by identity: Identity = .user("maria"),
    at time: Date? = nil
  ) -> EngagementEvent {
    var bytes = [UInt8](repeating: 0, count: 12)
    bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    let id = bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }
    return EngagementEvent(
      id: UUID(uuid: id), kind: kind, identity: identity, session: nil,
      message: MessageKey(center: .primary, id: MessageID("spring")), time: time ?? clock.date)
  }
}
