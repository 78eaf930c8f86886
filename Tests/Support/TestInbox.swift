package import Foundation
package import InboxCore
import InboxDomains
package import InboxEvidence
import InboxHTML
package import InboxModel
import InboxPictures
package import InboxSandbox
package import InboxStore
import InboxTransport
package import InboxTUI
import InboxVendors
import Synchronization
package import Testing

/// The whole program without a terminal, driven in the words of its users: real sandbox, real HTTP and HTTPS, real
/// database, real front.
///
/// `try await inbox.press("j").expect(selected: "Spring sale").expect(badge: 3)`
@MainActor
package final class TestInbox {
  package let sandbox: Sandbox
  package let center: MessageCenter
  package let program: Program
  package let screen: RecordingScreen
  private let transport: Transport
  /// The device's storage, as another program on the same profile sees it.
  package let archive: any Archive
  /// The client's clock, which follows the sandbox's.
  package let clock: VirtualClock
  /// What time it is.
  package var now: Date { clock.date }

  /// Starts on campaigns in TOML.
  package static func start(
    _ campaigns: String = "", files: [CampaignFile] = [], columns: Int = 100, rows: Int = 30,
    routes: [RouteTable.Route] = [], settings change: (inout MessageCenterSettings) -> Void = { _ in },
    database: InboxDatabase? = nil, link: String? = nil,
    // On a busy machine a response that is slow is not late.
    timeout: Int = 60, realTime: any Clock<Duration> = ContinuousClock(),
    begin: (inout AppState) -> Void = { _ in }
  ) async throws -> TestInbox {
    await Turn.last()
    let files = files.isEmpty ? [try CampaignFile.parse(campaigns, name: "test.toml")] : files
    let sandbox = try await Sandbox.start(
      SandboxOptions(realTime: realTime, launchesTimed: false), campaigns: files)
    return try await TestInbox(
      sandbox, Size(columns: columns, rows: rows), routes, change,
      try database ?? .inMemory(readHTML: HTMLReader.read), link, timeout, begin)
  }

  private init(
    _ sandbox: Sandbox, _ size: Size, _ routes: [RouteTable.Route],
    _ change: (inout MessageCenterSettings) -> Void, _ database: InboxDatabase, _ link: String?,
    _ timeout: Int, _ begin: (inout AppState) -> Void
  ) async throws {
    let endpoint = sandbox.endpoint
    let target = HostMap.Target(address: "127.0.0.1", port: endpoint.tlsPort)
    let tracking = TrackingSettings(
      base: endpoint.httpURL, project: endpoint.project, authorization: endpoint.trackingAuthorization)
    var network = TransportSettings(
      origins: [endpoint.httpURL],
      secrets: [endpoint.appToken, endpoint.accountToken] + tracking.secrets,
      hosts: HostMap(https: endpoint.hosts, to: target), authorities: [endpoint.caCertificatePEM],
      timeout: timeout)
    let secrets = SecretBook(network.secrets)
    let exchanges = Feed<HTTPExchange> { $0.retained(secrets.mask) }
    network.onExchange = { exchanges.send($0) }
    transport = try Transport(network)
    archive = database
    let clock = VirtualClock(endpoint.clock)
    self.clock = clock
    var settings = MessageCenterSettings(centers: try CenterList(endpoint.centers))
    change(&settings)
    let brands = endpoint.brands
    let links = LinkSettings(
      brandedDomains: brands.map(\.domain),
      appsFlyer: EmailLinkPolicy(emailDomains: brands.compactMap(\.emailDomain)),
      campaignDomains: brands.compactMap(\.appDomain), routes: RouteTable(routes))
    let feed = Feed<SandboxEvent>()
    let listener = SandboxListener(
      clock: { clock.follow($0) }, faults: { feed.send(.faultsChanged($0)) })
    center = MessageCenter(
      settings: settings, identity: .device("test-device"), backEnd: transport.responsys(endpoint, listener),
      archive: database, resolver: LinkResolver(settings: links, hop: transport.linkHop),
      tracker: .bloomreach(CampaignSettings(cookie: "test-device"), at: tracking, over: transport.wire),
      clock: clock)
    let commander = SandboxCommander(SandboxRequests(base: endpoint.httpURL), over: transport.wire)
    let screen = RecordingScreen(size: size)
    let recorder = Recorder()
    var services = FrontServices(
      readHTML: { html in HTMLReader.read(html) },
      openBrowser: { url in
        await recorder.opened(url)
        return nil
      }, checkDomain: { [transport] host in await Self.check(host, endpoint, transport) },
      askSandbox: { command in await commander.ask(command) },
      time: clock.time)
    services.receipts = { () async throws(InboxError) in try await DeliveryReceipts(from: commander) }
    services.exchanges = exchanges
    services.sandbox = feed
    let pictures = PictureLoader(hop: transport.linkHop) { PictureDecoder().outcome(of: $0) }
    services.loadPicture = { await pictures.load($0) }
    // On a busy machine something that comes in the end is not late.
    services.tourTimeout = 600
    let tape = Mutex<[(step: FrontStep, now: Date)]>([])
    services.record = { step, now in tape.withLock { $0.append((step, now)) } }
    var state = AppState(
      size: size,
      profile: ProfileFacts(
        name: "test", device: "test-device", sessionEndsOnOpen: settings.sessionEndsOnOpen,
        domains: links.brandedDomains.sorted(), hasSandbox: true, retention: center.retention),
      centers: settings.centers, now: Date())
    // On a busy machine a notice could be gone before it is looked at.
    state.keepsNotices = true
    begin(&state)
    program = Program(
      state: state, theme: .standard, screen: screen, center: center, services: services
    ) { recorder.requests.append($0) }
    lived = { tape.withLock { $0 } }
    self.sandbox = sandbox
    self.screen = screen
    self.recorder = recorder
    if let link { program.receive(.link(.linkArrived(link))) }
    try await center.start()
    await program.start()
    await center.connect()
    // The badge comes with the push line's first state.
    if settings.receivesPushes { await center.receivedPushes(1) }
    await program.idle()
  }

  /// As the demonstration does: no name server of the world knows the sandbox's domains.
  private static func check(_ host: String, _ endpoint: SandboxEndpoint, _ transport: Transport) async
    -> DomainCheck
  {
    let probe = DomainProbe(
      nameServers: { _ in .noResponse("nobody was asked") },
      tls: { host, port in
        let probe: TLSProbe
        do throws(TLSFailure) {
          probe = try TLSProbe(
            hosts: transport.settings.hosts, authorities: transport.settings.authorities)
        } catch {
          return .failure(error)
        }
        return await probe.facts(host, port)
      })
    return await DomainInspection(probe: probe, hop: transport.linkHop).check(
      host, appID: endpoint.appID, associatedDomains: ["applinks:\(host)"])
  }

  private let recorder: Recorder
  private let lived: @Sendable () -> [(step: FrontStep, now: Date)]

  @MainActor
  private final class Recorder {
    var urls: [String] = []
    var requests: [Program.HostRequest] = []
    func opened(_ url: String) { urls.append(url) }
  }

  // MARK: - What a person does

  /// Presses keys one after another, waiting after each until all is quiet.
  @discardableResult
  package func press(_ keys: String) async throws -> TestInbox {
    for key in try Key.sequence(keys) {
      program.receive([key])
      await program.idle()
    }
    return self
  }

  /// Presses keys so fast that they arrive in one read.
  @discardableResult
  package func pressAtOnce(_ keys: String) async throws -> TestInbox {
    program.receive(try Key.sequence(keys))
    await program.idle()
    return self
  }

  /// Waits for something that comes from elsewhere, such as from the sandbox; no frame is missed.
  ///
  /// - Throws: `CancellationError` when the test's time is over.
  @discardableResult
  package func wait(until isTrue: (AppState) -> Bool) async throws -> TestInbox {
    try await see { isTrue(program.state) }
    await program.idle()
    return self
  }

  /// Waits for a frame that shows all the words, while something is still under way.
  ///
  /// - Throws: `CancellationError` when the test's time is over.
  package func see(_ words: String...) async throws {
    try await see { words.allSatisfy { text.contains($0) } }
  }

  private func see(_ isTrue: () -> Bool) async throws {
    let (frames, continuation) = AsyncStream.makeStream(of: Void.self)
    screen.onFrame = { continuation.yield() }
    defer { screen.onFrame = {} }
    continuation.yield()
    for await _ in frames where isTrue() { return }
    throw CancellationError()
  }

  /// Quits as `q` does; what waits is sent, however busy the machine is.
  package func quit() async {
    await program.stop(within: .seconds(60))
    await transport.close()
  }

  /// Quits and stops the sandbox; with `REPLAY=1` whatever the test did, replayed, gives the same pictures.
  package func end(sourceLocation: SourceLocation = #_sourceLocation) async {
    await quit()
    #expect(program.framesAhead.wrong == 0, sourceLocation: sourceLocation)
    await sandbox.stop()
    if ProcessInfo.processInfo.environment["REPLAY"] != nil {
      expectSameReplay(sourceLocation: sourceLocation)
    }
  }

  /// What the front lived through so far, as a file of `--record` tells it.
  package func recording() throws -> Recording {
    let start = RecordingStart(program: "test", profile: "test")
    var transcript = FrontTranscript()
    var lines = [RecordingLine(.start(start), at: now, milliseconds: 0)]
    for (step, now) in lived() {
      lines.append(RecordingLine(transcript.content(of: step), at: now, milliseconds: lines.count, now: now))
    }
    let text = lines.map { $0.masked().text + "\n" }.joined()
    return try RecordingReader.read(Data(text.utf8))
  }

  private func expectSameReplay(sourceLocation: SourceLocation) {
    do {
      var player = try ReplayPlayer(recording())
      for position in 0..<player.count {
        player.show(position)
        guard !player.picture.isSame else { continue }
        let drawn = player.picture.frame.lines.joined(separator: "\n")
        Issue.record(
          "Picture \(position + 1), drawn again, is not what was on the screen:\n\(drawn)",
          sourceLocation: sourceLocation)
        return
      }
      #expect(player.flaws == [], sourceLocation: sourceLocation)
    } catch {
      Issue.record(error, sourceLocation: sourceLocation)
    }
  }

  // MARK: - What a person sees

  /// The screen as text.
  package var text: String { screen.frame.lines.joined(separator: "\n") }

  @discardableResult
  package func expect(
    selected subject: String, sourceLocation: SourceLocation = #_sourceLocation
  ) -> TestInbox {
    #expect(program.state.list.selectedRow?.message.subject == subject, sourceLocation: sourceLocation)
    return self
  }

  @discardableResult
  package func expect(badge: Int, sourceLocation: SourceLocation = #_sourceLocation) -> TestInbox {
    #expect(program.state.snapshot?.badge.local == badge, sourceLocation: sourceLocation)
    return self
  }

  @discardableResult
  package func expect(
    shows words: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) -> TestInbox {
    for word in words where !text.contains(word) {
      Issue.record("“\(word)” is not on the screen:\n\(text)", sourceLocation: sourceLocation)
    }
    return self
  }

  @discardableResult
  package func expect(
    hides words: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) -> TestInbox {
    for word in words where text.contains(word) {
      Issue.record("“\(word)” is on the screen:\n\(text)", sourceLocation: sourceLocation)
    }
    return self
  }

  @discardableResult
  package func expect(
    unread: Int, in center: String = "Primary", sourceLocation: SourceLocation = #_sourceLocation
  ) -> TestInbox {
    let counts = program.state.snapshot?.centers.first { $0.name.rawValue == center }?.counts
    #expect(counts?.unread == unread, sourceLocation: sourceLocation)
    return self
  }

  /// What the person's browser was given.
  package var browsed: [String] { recorder.urls }

  /// What the terminal was requested.
  package var hostRequests: [Program.HostRequest] { recorder.requests }

  // MARK: - What the sandbox proves

  /// The engagements it got, as “display spring-sale”, in alphabetical order.
  package func engagements() async throws -> [String] {
    try await sandbox.receipts().engagements.map { "\($0.type) \($0.messageID)" }.sorted()
  }
}
