import Foundation
import Glibc

/// A real PostgreSQL (Debian package `postgresql`) in a folder of its own, reached through a socket of its own; it syncs, as
/// a team's does.
///
/// It refuses to run as root: then it runs as nobody.
package actor PostgresServer {
  private let folder: TemporaryFolder
  private let programs: String
  private let isShared: Bool
  private var process: ServerProcess?
  private var databases = 0

  /// The one for all tests that need no more than a database; it goes with the test process.
  ///
  /// To make a cluster costs more than most of these tests.
  package static let shared = Task { try await PostgresServer(isShared: true) }

  /// Makes a cluster and starts it.
  ///
  /// - Throws: ``ServerTrouble`` where the package is missing.
  package init(isShared: Bool = false) async throws {
    self.isShared = isShared
    programs = try Self.findPrograms()
    folder = try TemporaryFolder()
    if getuid() == 0, let nobody = getpwnam("nobody") {
      chown(folder.path, nobody.pointee.pw_uid, nobody.pointee.pw_gid)
    }
    try await ServerProcess.run(
      Self.asOrdinaryUser([
        "\(programs)/initdb", "-D", "\(folder.path)/data", "-U", "inbox", "-A", "trust", "-E", "UTF8",
        "--locale=C",
        "--no-sync",
      ]), in: folder.path)
    try await start()
  }

  /// The URL of a new database.
  package func database() async throws -> String {
    databases += 1
    let name = "inbox\(databases)"
    try await run("CREATE DATABASE \(name)", in: url("postgres"))
    return url(name)
  }

  /// Removes a database, also while somebody is connected.
  package func remove(_ url: String) async throws {
    let name = url.split(separator: "/").last ?? ""
    // PostgreSQL 12 has no DROP … WITH (FORCE).
    for sql in [
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'",
      "DROP DATABASE \(name)",
    ] {
      try await run(sql, in: self.url("postgres"))
    }
  }

  /// Runs statements as someone else would.
  ///
  /// - Parameter url: Of the database.
  package func run(_ sql: String, in url: String) async throws {
    try await ServerProcess.run(
      ["\(programs)/psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", sql], in: folder.path)
  }

  /// Ends it as a power cut would, and starts it again.
  package func crash() async throws {
    try signal(SIGKILL)
    await process?.stop()
    process = nil
    try await start()
  }

  /// Ends it without waiting for its connections.
  package func stop() async {
    do { try signal(SIGINT) } catch {
      // It has ended already.
    }
    await process?.stop()
    process = nil
  }

  private func signal(_ number: Int32) throws {
    guard let text = FileManager.default.contents(atPath: "\(folder.path)/data/postmaster.pid"),
      let first = String(decoding: text, as: UTF8.self).split(separator: "\n").first, let main = pid_t(first)
    else { throw ServerTrouble("PostgreSQL does not say its number") }
    kill(main, number)
  }

  private func url(_ database: String) -> String {
    let place = folder.path.replacingOccurrences(of: "/", with: "%2F")
    return "postgresql://inbox@\(place)/\(database)"
  }

  /// Starts it again after ``stop()``.
  package func start() async throws {
    var trouble = ""
    // The processes of one that was killed let go of its memory a moment later.
    for _ in 0..<100 {
      let process = try ServerProcess(
        Self.asOrdinaryUser([
          "\(programs)/postgres", "-D", "\(folder.path)/data", "-k", folder.path, "-c", "listen_addresses=",
          "-c", "max_connections=400",
        ]), in: folder.path, isLasting: isShared)
      do {
        _ = try await process.line(containing: "ready to accept connections")
        self.process = process
        return
      } catch let error as ServerTrouble {
        trouble = error.description
        await process.stop()
        // There is none before it, and its folder is gone.
        if isShared { break }
      }
    }
    throw ServerTrouble("PostgreSQL does not start: \(trouble)")
  }

  private static func asOrdinaryUser(_ arguments: [String]) -> [String] {
    getuid() == 0
      ? ["/usr/bin/setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--"] + arguments
      : arguments
  }

  private static func findPrograms() throws -> String {
    let root = "/usr/lib/postgresql"
    guard FileManager.default.fileExists(atPath: root),
      let version = try FileManager.default.contentsOfDirectory(atPath: root).compactMap({ Int($0) }).max(),
      version >= 12
    else { throw ServerTrouble("PostgreSQL is missing; install the Debian package postgresql") }
    return "\(root)/\(version)/bin"
  }
}
