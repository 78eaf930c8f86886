import Foundation
import InboxModel
import InboxVendors

/// A server on loopback that plays the vendors (SB-1): Oracle Responsys with message center and branded domains, an
/// email service and OneLinks as AppsFlyer has them, Bloomreach's App Inbox and tracking, and web pages.
///
/// What Oracle publishes (`/pub/acc`, the site association) is followed to the letter; the message-center
/// back end is ours (SB-6, ``InboxCore/Endpoint``). Nothing is ever printed; ``SandboxOptions/report`` takes what an operator
/// has to know.
package actor Sandbox {
  package nonisolated let endpoint: SandboxEndpoint
  let main: Space
  let spaces: Spaces
  private let listeners: Listeners

  private init(endpoint: SandboxEndpoint, main: Space, spaces: Spaces, listeners: Listeners) {
    self.endpoint = endpoint
    self.main = main
    self.spaces = spaces
    self.listeners = listeners
  }

  nonisolated var account: Account { main.account }
  nonisolated var mask: TokenMask { spaces.setup.tokens.mask }

  /// Launches the campaigns without `launch` and listens on both ports when it returns: on loopback, unless the
  /// options name another address.
  ///
  /// With a folder, what an earlier run there launched stays launched, and `endpoint.json` shows other processes where
  /// the sandbox is until ``stop()``.
  package static func start(
    _ options: SandboxOptions, campaigns files: [CampaignFile]
  ) async throws(SandboxError) -> Sandbox {
    try await start(options, campaigns: files, over: nil)
  }

  /// - Parameter store: One that is open, in the place of the one that the options say.
  static func start(
    _ options: SandboxOptions, campaigns files: [CampaignFile], over store: (any SandboxStore)?
  ) async throws(SandboxError) -> Sandbox {
    let folder = try options.folder.map { path throws(SandboxError) in try SandboxFolder.make(path) }
    // The program holds the folder, so this was left by a process that was killed.
    if let folder { try SandboxEndpoint.remove(from: folder) }
    let control = try SandboxTokens.control(options, folder: folder)
    let tokens = try tokens(options, control.token, folder)
    let authority = try CertificateAuthority.load(folder: folder)
    let opened = if let store { store } else { try await Self.store(options, folder) }
    let spaces = Spaces(
      SpaceSetup(
        store: opened, options: options, campaigns: files.flatMap(\.campaigns),
        hosts: files.reduce(into: Set<String>()) { $0.formUnion($1.hosts) }, tokens: tokens,
        control: control.token, folder: folder))
    do throws(SandboxError) {
      return try await start(spaces, files, control.path, authority)
    } catch {
      await spaces.stop()
      await spaces.close()
      throw error
    }
  }

  /// Processes that share a store share the control token as well, and with it the tokens of the main space.
  private static func tokens(
    _ options: SandboxOptions, _ control: ControlToken?, _ folder: SandboxFolder?
  ) throws(SandboxError) -> SandboxTokens {
    guard options.store != nil, let control else {
      return try SandboxTokens.load(BackEndRouter.tokens, options, folder: folder)
    }
    return SandboxTokens(of: control, BackEndRouter.tokens)
  }

  private static func store(
    _ options: SandboxOptions, _ folder: SandboxFolder?
  ) async throws(SandboxError) -> any SandboxStore {
    if let url = options.store {
      return ReportingStore(try await PostgresStore.open(url: url), report: options.report)
    }
    let name = "sandbox.sqlite"
    let path = folder?.file(name)
    let former = options.startsAfresh ? SQLiteStore.generation(at: path) : 0
    if options.startsAfresh { for end in ["", "-wal", "-shm"] { try folder?.remove(name + end) } }
    do {
      let store = try SQLiteStore.open(path: path)
      if former > 0 { try store.begin(generation: former + 1) }
      return store
    } catch { throw .unusableState(error) }
  }

  private static func start(
    _ spaces: Spaces, _ files: [CampaignFile], _ controlPath: String?, _ authority: CertificateAuthority
  ) async throws(SandboxError) -> Sandbox {
    let (main, setup) = (try await spaces.begin(), spaces.setup)
    let (options, tokens, folder, hosts) = (setup.options, setup.tokens, setup.folder, setup.hosts)
    let door = SpaceDoor(spaces: spaces, publicURL: options.publicURL)
    let web = WebHosts(
      door: door, brands: files.map(\.brand), vendors: main.standIns.flatMap(\.linkHosts), hosts: hosts)
    let played = hosts.union(main.backEnds.hosts).sorted()
    let tls = try Listeners.tls(authority, hosts: played + ["localhost"])
    let centers: [CenterName]
    do { centers = try await main.account.centers() } catch { throw setup.unusable(error) }
    let listeners = try await Listeners.start(options, door, web, tls: tls)
    let base = "http://\(options.address.forURL):\(listeners.http.port)"
    let endpoint = SandboxEndpoint(
      httpURL: base, tlsPort: listeners.https.port,
      caCertificatePath: folder?.file(CertificateAuthority.certificateName), caCertificatePEM: authority.pem,
      appToken: tokens[.app], accountToken: tokens[.account], project: tokens[.project],
      trackingAuthorization: "Token \(tokens[.tracking])", appID: WebHosts.appID, hosts: played,
      centers: centers.map(\.rawValue), brands: files.map(\.brand), pid: getpid(),
      clock: options.clock.reading, controlToken: setup.control, controlTokenPath: controlPath,
      vendors: VendorEndpoint.all(main.standIns, on: base))
    await spaces.handOut(endpoint)
    if let folder {
      do throws(SandboxError) { try endpoint.write(to: folder) } catch {
        await listeners.stop()
        throw error
      }
      await main.clock.publish(in: endpoint)
    }
    return Sandbox(endpoint: endpoint, main: main, spaces: spaces, listeners: listeners)
  }

  /// What was received since the last reset.
  package func receipts(_ filter: ReceiptFilter = ReceiptFilter()) async throws(SandboxError) -> Receipts {
    do { return try await account.receipts(filter).masked(by: mask) } catch {
      throw spaces.setup.unusable(error)
    }
  }

  /// Ends open lines, closes both ports and removes `endpoint.json`.
  ///
  /// A second call does nothing.
  package func stop() async {
    await spaces.stop()
    await listeners.stop()
    await spaces.close()
    do throws(SandboxError) {
      if let folder = spaces.setup.folder { try SandboxEndpoint.remove(from: folder) }
    } catch {
      // A file that stays behind names a process that no longer listens; readers notice.
    }
  }
}
