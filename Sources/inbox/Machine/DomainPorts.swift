import InboxDomains
import InboxTransport

/// The ports for examining a domain from here.
nonisolated enum DomainPorts {
  /// - Parameters:
  ///   - server: The name server to ask; nil takes the machine's.
  ///   - isLocal: Whether the domain exists on this machine alone: then no name server of the world is asked.
  static func probe(
    hosts: HostMap, authorities: [String], server: HostMap.Target?, isLocal: Bool
  ) -> DomainProbe {
    let names = NameServerQuery(server: server)
    return DomainProbe(
      nameServers: { name in
        if isLocal, server == nil {
          return .notAsked("the sandbox plays no name server, and no other knows \(name)")
        }
        return await names.nameServers(of: name)
      },
      tls: { host, port in
        // The system's authorities are read when they are needed, not at the start.
        let probe: TLSProbe
        do throws(TLSFailure) { probe = try TLSProbe(hosts: hosts, authorities: authorities) } catch {
          return .failure(error)
        }
        return await probe.facts(host, port)
      })
  }
}
