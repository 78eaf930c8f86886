import Foundation
package import InboxCore
package import InboxModel
import InboxVendors

/// A server on loopback that plays the vendors (SB-1): Oracle Responsys with message center and branded domains, an
/// email service and OneLinks as AppsFlyer has them, Bloomreach's App Inbox and tracking, and web pages.
///
/// What Oracle publishes (`/pub/acc`, the site association) is followed to the letter; the message-center
/// back end is ours (SB-6, ``InboxCore/Endpoint``). Nothing is ever printed; ``SandboxOptions/report`` takes what an operator
/// has to know.
package actor Sandbox {
  /// Where it listens and what a client needs.
  package nonisolated let endpoint: SandboxEndpoint
  let account: Account
  private let main: Space
  let spaces: Spaces
  private let campaigns: [Campaign]
  private let folder: SandboxFolder?
  private let listeners: Listeners
  private let mask: TokenMask

  private var faults: FaultBoard { main.faults }
  private var clock: ClockControl { main.clock }

  private init(
    endpoint: SandboxEndpoint, main: Space, spaces: Spaces, campaigns: [Campaign], folder: SandboxFolder?,
    listeners: Listeners, mask: TokenMask
  ) {
    self.endpoint = endpoint
    account = main.account
    self.main = main
    self.spaces = spaces
    self.campaigns = campaigns
    self.folder = folder
    self.listeners = listeners
    self.mask = mask
  }

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
    // The program holds the folder: this is what one that was killed has left.
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
      return try await start(options, files, spaces, tokens, control, authority, folder)
    } catch {
      await spaces.stop()
      await spaces.close()
      throw error
    }
  }

  /// Whatever processes share a store share the control token as well, and with it the tokens of the main space.
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
    } catch { throw .stateUnusable(reason: "\(error)") }
  }

  private static func start(
    _ options: SandboxOptions, _ files: [CampaignFile], _ spaces: Spaces, _ tokens: SandboxTokens,
    _ control: (token: ControlToken?, path: String?), _ authority: CertificateAuthority,
    _ folder: SandboxFolder?
  ) async throws(SandboxError) -> Sandbox {
    let main = try await spaces.begin()
    let hosts = files.reduce(into: Set<String>()) { $0.formUnion($1.hosts) }
    let door = SpaceDoor(spaces: spaces, publicURL: options.publicURL)
    let web = WebHosts(
      door: door, brands: files.map(\.brand), vendors: main.standIns.flatMap(\.linkHosts), hosts: hosts)
    let played = hosts.union(main.backEnds.hosts).sorted()
    let tls = try Listeners.tls(authority, hosts: played + ["localhost"])
    let centers: [CenterName]
    do { centers = try await main.account.centers() } catch { throw .stateUnusable(reason: "\(error)") }
    let listeners = try await Listeners.start(options, door, web, tls: tls)
    let base = "http://\(options.address.forURL):\(listeners.http.port)"
    let endpoint = SandboxEndpoint(
      httpURL: base, tlsPort: listeners.https.port,
      caCertificatePath: folder?.file(CertificateAuthority.certificateName), caCertificatePEM: authority.pem,
      appToken: tokens[.app], accountToken: tokens[.account], project: tokens[.project],
      trackingAuthorization: "Token \(tokens[.tracking])", appID: WebHosts.appID, hosts: played,
      centers: centers.map(\.rawValue), brands: files.map(\.brand), pid: getpid(),
      clock: options.clock.reading, controlToken: control.token, controlTokenPath: control.path,
      vendors: VendorEndpoint.all(main.standIns, on: base))
    await spaces.handOut(endpoint)
    if let folder {
      do throws(SandboxError) { try endpoint.write(to: folder) } catch {
        await listeners.stop()
        throw error
      }
      await main.clock.publish(in: endpoint)
    }
    return Sandbox(
      endpoint: endpoint, main: main, spaces: spaces, campaigns: files.flatMap(\.campaigns), folder: folder,
      listeners: listeners, mask: tokens.mask)
  }

  /// Asks or changes what the account holds; its store may fail.
  private func state<Value>(_ body: (Account) async throws -> Value) async throws(SandboxError) -> Value {
    do { return try await body(account) } catch { throw .stateUnusable(reason: "\(error)") }
  }

  /// Launches a campaign now; clients with a line open get their push before this returns.
  package func launch(_ campaign: Campaign) async throws(SandboxError) -> MessageKey {
    try await state { try await $0.launch(campaign) }
  }

  /// Launches a loaded campaign by its id, again if need be; the message is sent now, whatever the file says.
  package func launch(id: String) async throws(SandboxError) -> MessageKey {
    guard let campaign = campaigns.first(where: { $0.id == id }) else {
      throw .unknownCampaign(id, known: campaigns.map(\.id))
    }
    return try await launch(campaign.sentNow)
  }

  /// Takes every message of a campaign back.
  @discardableResult
  package func withdraw(campaign: String) async throws(SandboxError) -> [MessageKey] {
    try await state { try await $0.withdraw(campaign: campaign) }
  }

  /// What was received since the last reset.
  package func receipts(_ filter: ReceiptFilter = ReceiptFilter()) async throws(SandboxError) -> Receipts {
    try await state { try await $0.receipts(filter) }.masked(by: mask)
  }

  /// Waits until the receipts that match satisfy the condition, and returns them.
  ///
  /// - Throws: `CancellationError` when the task is cancelled; there is no other end to the wait.
  package func receipts(
    _ filter: ReceiptFilter = ReceiptFilter(), until isEnough: @Sendable (Receipts) -> Bool
  ) async throws -> Receipts {
    try await account.receipts(filter, until: isEnough).masked(by: mask)
  }

  /// The links of the mails that went out with a message, or with all of them (UL-6).
  package func mail(of message: String? = nil) async throws(SandboxError) -> [MailLink] {
    try await state { try await $0.mail(of: message) }
  }

  /// The last thousand requests and the last five hundred that were refused, oldest first.
  package func requests() async throws(SandboxError) -> [JournalRequest] {
    try await state { try await $0.journal() }
  }

  /// Forgets receipts and requests, and returns the new generation.
  ///
  /// Messages and badges stay.
  package func reset() async throws(SandboxError) -> Int {
    try await state { try await $0.resetReceipts().generation }
  }

  /// Moves, sets, stops or runs the clock; clients with an open line have it before this returns (SB-4).
  @discardableResult
  package func change(clock change: ClockChange) async throws(SandboxError) -> ClockReading {
    try await clock.apply(change)
  }

  /// Sets a fault in the place of the one that its endpoint had.
  package func setFault(_ fault: Fault) async { await faults.set(fault) }

  /// Returns when the fault of an endpoint has struck so often since it was set.
  package func faultStruck(_ endpoint: FaultEndpoint, times: Int = 1) async {
    await faults.struck(endpoint, times: times)
  }

  package func clearFaults(_ endpoint: FaultEndpoint? = nil) async { await faults.clear(endpoint) }

  /// How many clients have the push line open.
  package func openPushLines() async -> Int { await account.openLines }

  package func retainedCounts() async throws(SandboxError) -> [RetainedCount] {
    try await state { try await $0.retainedCounts() }
  }

  /// Ends open lines, closes both ports and removes `endpoint.json`.
  ///
  /// A second call does nothing.
  package func stop() async {
    await spaces.stop()
    await listeners.stop()
    await spaces.close()
    do { try folder.map { folder throws(SandboxError) in try SandboxEndpoint.remove(from: folder) } } catch {
      // What stays behind names a process that no longer listens; readers notice.
    }
  }
}
