/// Sends hosts to other addresses, as curl's `--connect-to` does: how links of invented domains reach the sandbox.
package struct HostMap: Hashable, Sendable {
  /// Where a host is really asked.
  package struct Target: Hashable, Sendable {
    package var address: String
    package var port: Int

    package init(address: String, port: Int) {
      self.address = address
      self.port = port
    }
  }

  /// Host names in lower case, for https on its default port.
  package var targets: [String: Target]

  package init(_ targets: [String: Target] = [:]) { self.targets = targets }
}
