import InboxCore
import InboxDomains
import InboxEvidence
import InboxHTML
import InboxModel
import InboxPictures
import InboxTap
import InboxTransport
import InboxTUI
import InboxVendors

/// What the front may ask for, as far as a profile has it.
nonisolated extension FrontServices {
  init(_ profile: Profile, over transport: Transport, time: TimeSource) {
    let inspection = DomainInspection(
      probe: DomainPorts.probe(
        hosts: profile.transport.hosts, authorities: profile.transport.authorities, server: nil,
        isLocal: profile.isLocal), hop: transport.linkHop)
    let resolver = LinkResolver(settings: profile.links, hop: .none)
    self.init(
      readHTML: { @concurrent html in HTMLReader.read(html) },
      openBrowser: { url in await Browser.open(url, isClick: resolver.isTracked(url)) },
      checkDomain: { host in
        await inspection.check(
          host, vendor: DomainVendor(of: host, profile.links), appID: profile.appID,
          associatedDomains: profile.associatedDomains, appPaths: profile.links.appPaths)
      }, time: time)
    if let remember = profile.rememberCard { rememberCard = { @concurrent in remember() } }
  }

  mutating func offerPictures(over hop: LinkHop, with resolver: LinkResolver) {
    let decoder = PictureDecoder()
    let pictures = PictureLoader(
      hop: hop, isClick: { resolver.countsRequests(of: $0) },
      decode: { @concurrent in decoder.outcome(of: $0) })
    loadPicture = { await pictures.load($0) }
  }

  /// What outlasts the run, and the comparison with another person, who is fetched with the profile's credentials.
  mutating func offerFiles(of profile: Profile, spelling: (@Sendable (Identity) -> Identity)?) {
    let history = HistoryFile(folder: profile.folder, secrets: profile.secretBook, spelling: spelling)
    loadHistory = { await history.lines(of: $0) }
    remember = { await history.remember($0, of: $1) }
    compare = { [time = time.now] person, text async throws(InboxError) in
      try await CompareRun.compare(person, with: text, in: profile, now: time)
    }
  }

  /// What the sandbox behind a profile says of itself, and does unless that is withheld.
  mutating func offer(
    _ sandbox: SandboxCommander, of device: String, _ profile: Profile, _ listener: SandboxListener,
    withholding: String?
  ) {
    askSandbox = { command in
      if let withholding { return ("The sandbox is left as it is: \(withholding).", true) }
      return await sandbox.ask(command, for: listener)
    }
    let own = profile.account?.cookie ?? device
    receipts = { () async throws(InboxError) in try await DeliveryReceipts(from: sandbox, of: own) }
    campaigns = { () async throws(InboxError) in try await CampaignFacts(of: sandbox) }
  }

  /// Behind a tap the app's own requests are the evidence.
  mutating func offer(_ tap: TappedInbox) {
    askSandbox = { await tap.ask($0) }
    report = { tap.report }
    lens = { tap.lens }
  }
}
