package import InboxModel

/// Sends hosts to other addresses, as curl's `--connect-to` and `--resolve` do: how links of invented domains reach
/// this machine, and a check reaches a server that DNS does not lead to yet.
package struct HostMap: Hashable, Sendable {
  /// A host and a port, as a URL names them.
  package struct Place: Hashable, Sendable {
    /// As hosts are compared (``HostName/normalized(_:)``).
    package let host: String
    package let port: Int

    package init(host: String, port: Int) {
      self.host = HostName.normalized(host)
      self.port = port
    }

    /// The place that a link names.
    package init(_ link: WebLink) { self.init(host: link.host, port: link.effectivePort) }
  }

  /// Where a place is really asked.
  package struct Target: Hashable, Sendable {
    package var address: String
    package var port: Int

    package init(address: String, port: Int) {
      self.address = address
      self.port = port
    }
  }

  package private(set) var targets: [Place: Target]
  /// A host of the tester's own that plays the real servers, also beyond this machine; nil for none.
  package var ownHost: String?

  package init(_ targets: [Place: Target] = [:]) { self.targets = targets }

  /// Sends hosts, on the default port of https, to one target.
  package init(https hosts: [String], to target: Target) {
    targets = Dictionary(hosts.map { (Place(host: $0, port: 443), target) }) { first, _ in first }
  }

  /// Whether a request of a link goes to this machine or to ``ownHost``, and so to no real server.
  package func isOwn(_ link: WebLink) -> Bool {
    let host = targets[Place(link)]?.address ?? link.host
    return LoopbackHost.contains(host) || HostName.normalized(host) == ownHost.map(HostName.normalized)
  }

  /// Lets links on the default port of https go to another port of a host.
  package mutating func move(https host: String, to port: Int) {
    let there = targets[Place(host: host, port: port)]
    targets[Place(host: host, port: 443)] = there ?? Target(address: host, port: port)
  }

  /// Adds an entry of `--resolve`, as curl has it: `host:port:address`; an IPv6 host stands in brackets.
  ///
  /// - Throws: ``InboxError/configuration(_:)`` naming the part that is wrong.
  package mutating func add(resolve text: String) throws(InboxError) {
    // The colons of an IPv6 host separate nothing.
    let end = text.hasPrefix("[") ? text.firstIndex(of: "]") ?? text.startIndex : text.startIndex
    let rest = text[end...].split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    let parts = rest.map(String.init)
    let host = HostName.normalized(text[..<end] + (parts.first ?? ""))
    guard parts.count == 3, let port = Int(parts[1]), WebLink.ports.contains(port),
      HostName.isPlain(host) || LoopbackHost.isAddress(host)
    else {
      throw .configuration(
        "--resolve “\(text)” is not HOST:PORT:ADDRESS. Write it like news.example.com:443:127.0.0.1.")
    }
    let address = LoopbackHost.bare(parts[2])
    guard LoopbackHost.isAddress(address) else {
      throw .configuration("--resolve “\(text)”: “\(parts[2])” is not an IP address.")
    }
    targets[Place(host: host, port: port)] = Target(address: address, port: port)
  }
}
