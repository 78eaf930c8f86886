import Foundation
package import InboxCore
package import InboxVendors

/// Where a running sandbox is and what a client needs to talk to it.
package struct SandboxEndpoint: Hashable, Sendable, Codable {
  /// The back end as this machine finds it, without a slash at the end: `http://127.0.0.1:PORT`.
  package var httpURL: String
  /// The port of the HTTPS listener on ``address``, for every host in ``hosts``.
  package var tlsPort: Int
  /// The file of the CA certificate; nil when the sandbox has no folder.
  package var caCertificatePath: String?
  /// The CA certificate that the HTTPS listener's certificate comes from.
  package var caCertificatePEM: String
  package var appToken: String
  package var accountToken: String
  /// The token of Bloomreach's project.
  package var project: String
  /// Its `Authorization` header.
  package var trackingAuthorization: String
  /// The app id in every site association.
  package var appID: String
  /// Every host that the HTTPS listener plays; a client maps them to ``address``.
  package var hosts: [String]
  /// The centers, Primary first.
  package var centers: [String]
  /// The brands whose domains are branded domains (UL-1).
  package var brands: [Brand]
  /// The process that runs the sandbox.
  package var pid: Int32
  /// How its clock goes, for a client that starts now (SB-4).
  package var clock: ClockReading
  /// What its own paths ask for; nil where it listens on loopback alone.
  package var controlToken: ControlToken?
  /// The file that holds the control token; nil where none is needed, or where it was passed in.
  package var controlTokenPath: String?
  /// Nil in the file of an earlier version, as the next.
  package var bloomreach: BloomreachEndpoint?
  package var iterable: IterableEndpoint?

  /// The address of both listeners as this machine finds it, without brackets.
  package var address: String {
    URLComponents(string: httpURL)?.host.map(LoopbackHost.bare) ?? ListenAddress.loopback.host
  }

  /// Finds the sandbox that runs in a folder.
  ///
  /// - Throws: ``SandboxError/notRunning(path:)`` when none does, also after one was killed.
  package static func read(folder: String) throws(SandboxError) -> SandboxEndpoint {
    guard let data = try SandboxFolder(path: folder).read(fileName) else { throw .notRunning(path: folder) }
    let endpoint: SandboxEndpoint
    do { endpoint = try JSONDecoder().decode(SandboxEndpoint.self, from: data) } catch {
      throw .notRunning(path: folder)
    }
    guard endpoint.isAlive, endpoint.isSomewhere else { throw .notRunning(path: folder) }
    return endpoint
  }

  /// Refuses a folder in which another process runs a sandbox.
  static func refuseOther(in folder: SandboxFolder) throws(SandboxError) {
    let endpoint: SandboxEndpoint
    do { endpoint = try read(folder: folder.path) } catch {
      if case .notRunning = error { return }
      throw error
    }
    guard endpoint.pid == getpid() else { throw .alreadyRunning(path: folder.path, process: endpoint.pid) }
  }

  /// Writes the file that ``read(folder:)`` finds; only its owner can read it.
  func write(to folder: SandboxFolder) throws(SandboxError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data: Data
    do { data = try encoder.encode(self) } catch {
      throw .folderUnusable(path: folder.path, reason: "the endpoint cannot be encoded")
    }
    try folder.write(data, to: Self.fileName, permissions: 0o600)
  }

  static func remove(from folder: SandboxFolder) throws(SandboxError) { try folder.remove(fileName) }

  private static let fileName = "endpoint.json"

  /// Whether its ports are valid ones.
  private var isSomewhere: Bool {
    do { return try WebLink(httpURL).scheme == "http" && WebLink.ports.contains(tlsPort) } catch {
      return false
    }
  }

  private var isAlive: Bool { pid > 0 && (kill(pid, 0) == 0 || errno == EPERM) }
}
