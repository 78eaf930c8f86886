import Foundation

/// A real authoritative name server on the loopback address: `nsd` (Debian package `nsd`), as an ordinary
/// user, with zones of the test.
package struct NameServerProcess: Sendable {
  package let port: Int
  private let process: ServerProcess
  private let folder: TemporaryFolder

  /// - Parameter zones: Records by zone, in zone file syntax with names relative to the zone; SOA and TTL
  ///   are added.
  package init(zones: [String: String]) async throws {
    let folder = try TemporaryFolder()
    for (zone, records) in zones {
      try folder.write(
        "$ORIGIN \(zone).\n$TTL 60\n@ IN SOA ns admin 1 60 60 60 60\n\(records)\n", to: "\(zone).zone")
    }
    var trouble = ""
    for _ in 0..<8 {
      // It cannot choose a port itself: take one that was free a moment ago, and another when it is no
      // longer.
      let port = try LoopbackPort(.refusingDatagrams).number
      try folder.write(Self.configuration(folder.path, port, zones.keys.sorted()), to: "nsd.conf")
      let process = try ServerProcess(["/usr/sbin/nsd", "-d", "-c", "nsd.conf"], in: folder.path)
      do {
        _ = try await process.line(containing: "nsd started")
        self.port = port
        self.process = process
        self.folder = folder
        return
      } catch let error as ServerTrouble {
        trouble = error.description
        await process.stop()
      }
    }
    throw ServerTrouble("nsd does not start; is the Debian package nsd installed? \(trouble)")
  }

  /// Ends the server.
  package func stop() async { await process.stop() }

  private static func configuration(_ path: String, _ port: Int, _ zones: [String]) -> String {
    let head = """
      server:
        ip-address: 127.0.0.1@\(port)
        username: ""
        chroot: ""
        zonesdir: "\(path)"
        database: ""
        pidfile: "\(path)/nsd.pid"
        xfrdfile: "\(path)/xfrd.state"
        xfrdir: "\(path)"
        zonelistfile: "\(path)/zone.list"
        server-count: 1
        rrl-ratelimit: 0
      remote-control:
        control-enable: no

      """
    return head + zones.map { "zone:\n  name: \($0)\n  zonefile: \($0).zone\n" }.joined()
  }
}
