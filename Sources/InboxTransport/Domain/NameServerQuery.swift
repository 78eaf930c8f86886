import CResolver
import Dispatch
package import InboxDomains
import InboxModel

/// Asks which name servers a name is delegated to (UL-9).
package struct NameServerQuery: Sendable {
  private let server: HostMap.Target?
  private let seconds: Int
  private let tries: Int

  /// - Parameters:
  ///   - server: Whom to ask, by its IPv4 or IPv6 address; nil: the servers of /etc/resolv.conf, one after the other.
  ///   - seconds: How long each of them is waited for, each time.
  ///   - tries: How often they are asked when none responds.
  package init(server: HostMap.Target? = nil, seconds: Int = 3, tries: Int = 2) {
    self.server = server
    self.seconds = seconds
    self.tries = tries
  }

  /// Asks for the NS records of exactly this name; takes at most ``seconds`` × ``tries`` for each server.
  package func nameServers(of name: String) async -> NameServerResponse {
    await withCheckedContinuation { continuation in
      // The resolver blocks its thread, which must not be one of the cooperative pool.
      DispatchQueue.global().async { continuation.resume(returning: ask(name)) }
    }
  }

  private func ask(_ name: String) -> NameServerResponse {
    let response = cresolver_name_servers(
      name, server?.address, Int32(server?.port ?? 53), Int32(seconds), Int32(tries))
    guard let response else { return .noResponse("there is no memory") }
    defer { cresolver_free(response) }
    let names = (0..<cresolver_count(response)).map { String(cString: cresolver_name(response, $0)) }
    return switch cresolver_outcome_of(response) {
    case CRESOLVER_FOUND: .found(raw: names)
    case CRESOLVER_NO_SUCH_NAME: .noSuchName
    case CRESOLVER_NO_RECORDS: .noRecords
    case CRESOLVER_ELSEWHERE:
      .failed(
        "\(serverName) only names the servers that are authoritative for \(names.first.map(HostName.normalized) ?? "another name")"
      )
    case CRESOLVER_REFUSED:
      .failed("\(serverName) responded with \(Self.codeName(cresolver_response_code(response)))")
    case CRESOLVER_INVALID: .failed("“\(name)” cannot be asked for")
    default: .noResponse("\(serverName) did not respond")
    }
  }

  private var serverName: String {
    server.map { "the name server \($0.address)" } ?? "the name server of this machine"
  }

  /// Names of RFC 1035 §4.1.1.
  private static func codeName(_ code: Int32) -> String {
    switch code {
    case 1: "FORMERR"
    case 2: "SERVFAIL"
    case 4: "NOTIMP"
    case 5: "REFUSED"
    default: "code \(code)"
    }
  }
}
