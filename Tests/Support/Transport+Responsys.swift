package import InboxCore
package import InboxSandbox
package import InboxTransport
package import InboxVendors

extension Transport {
  /// Responsys' back end at the first of the transport's origins, with tokens that no one checks.
  package var responsys: BackEnd {
    ResponsysBackEnd.backEnd(
      ResponsysSettings(base: settings.origins.first ?? "", appToken: "a", accountToken: "b"), over: wire)
  }

  /// Responsys' back end as a sandbox plays it, with its tokens; the listener hears what the sandbox says of itself.
  package func responsys(
    _ endpoint: SandboxEndpoint,
    _ listener: SandboxListener = SandboxListener(clock: { _ in }, faults: { _ in })
  ) -> BackEnd {
    ResponsysBackEnd.backEnd(
      ResponsysSettings(
        base: endpoint.httpURL, appToken: endpoint.appToken, accountToken: endpoint.accountToken), over: wire,
      read: listener.read)
  }
}
