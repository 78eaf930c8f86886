package import Foundation
package import InboxModel
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
  package var pid: Int32
  /// How its clock goes, for a client that starts now (SB-4).
  package var clock: ClockReading
  /// What its own paths ask for; nil where it listens on loopback alone.
  package var controlToken: ControlToken?
  /// The file that holds the control token; nil where none is needed, or where it was passed in.
  package var controlTokenPath: String?
  /// The authorities that ``httpURL`` may have its certificate from besides those of the machine, as PEM; nil for none.
  package var authorities: [String]?
  /// What the clients of each vendor need, but for Responsys; the file has each beside the rest, by its name.
  package var vendors: [VendorName: VendorEndpoint] = [:]

  /// The address of both listeners as this machine finds it, without brackets.
  package var address: String {
    URLComponents(string: httpURL)?.host.map(LoopbackHost.bare) ?? ListenAddress.loopback.host
  }

  /// - Throws: ``InboxError/unsupported(_:)`` where a sandbox of an earlier version does not play it.
  package func vendor(_ name: VendorName) throws(InboxError) -> VendorEndpoint {
    guard let endpoint = vendors[name] else {
      throw .unsupported(
        "The sandbox that runs does not play \(name.rawValue). Start it again with this version.")
    }
    return endpoint
  }

  private enum CodingKeys: String, CodingKey {
    case httpURL, tlsPort, caCertificatePath, caCertificatePEM, appToken, accountToken, project,
      trackingAuthorization, appID, hosts, centers, brands, pid, clock, controlToken, controlTokenPath,
      authorities
  }

  /// Finds the sandbox that runs in a folder.
  ///
  /// - Throws: ``SandboxError/notRunning(path:)`` when none does, also after one was killed.
  package static func read(folder: String) throws(SandboxError) -> SandboxEndpoint {
    guard let data = try SandboxFolder(path: folder).read(fileName) else { throw .notRunning(path: folder) }
    guard let endpoint = decode(data), endpoint.isAlive else { throw .notRunning(path: folder) }
    return endpoint
  }

  /// Reads what ``value`` has written; nil for anything else.
  package static func decode(_ data: Data) -> SandboxEndpoint? {
    do {
      var endpoint = try JSONDecoder().decode(SandboxEndpoint.self, from: data)
      let whole = try JSONValue.parse(data)
      for vendor in VendorName.allCases {
        guard case .object(let members)? = whole[vendor.rawValue] else { continue }
        endpoint.vendors[vendor] = VendorEndpoint(values: members.compactMapValues(\.text))
      }
      return endpoint.isSomewhere ? endpoint : nil
    } catch { return nil }
  }

  /// Every authority that a client of it trusts besides those of the machine.
  package var trusted: [String] { [caCertificatePEM] + (authorities ?? []) }

  /// As the file has it, and as a space is handed out.
  package var value: JSONValue {
    get throws {
      guard case .object(var members) = try JSONValue.parse(JSONEncoder().encode(self)) else { return .null }
      for (vendor, endpoint) in vendors { members[vendor.rawValue] = endpoint.values.json }
      return .object(members)
    }
  }

  /// Writes the file that ``read(folder:)`` finds; only its owner can read it.
  func write(to folder: SandboxFolder) throws(SandboxError) {
    let text: String
    do { text = try value.indented } catch {
      throw .folderUnusable(path: folder.path, reason: "the endpoint cannot be encoded")
    }
    let data = Data(text.utf8)
    try folder.write(data, to: Self.fileName, permissions: 0o600)
  }

  static func remove(from folder: SandboxFolder) throws(SandboxError) { try folder.remove(fileName) }

  private static let fileName = "endpoint.json"

  private var isSomewhere: Bool {
    do {
      return try ["http", "https"].contains(WebLink(httpURL).scheme) && WebLink.ports.contains(tlsPort)
    } catch {
      return false
    }
  }

  private var isAlive: Bool { pid > 0 && (kill(pid, 0) == 0 || errno == EPERM) }
}
