import Foundation
import InboxCore
import InboxEvidence
import InboxModel
import InboxStore
import InboxTap
import InboxTransport
import InboxTUI
import InboxVendors

/// A profile put together with its live parts: the one place that knows them all.
nonisolated struct Composition: Sendable {
  let profile: Profile
  let transport: Transport
  let center: MessageCenter
  let services: FrontServices
  let backEnd: BackEnd
  /// The secrets that no output contains.
  let secrets: SecretBook
  private let files: ProfileFiles
  /// The sandbox behind the profile; nil for real servers.
  let sandbox: SandboxCommander?
  /// What may be changed on servers (VE-8).
  let access: WriteAccess
  private let recording: RecordingFile?
  /// Listens to what a sandbox reports of itself; nil where the core's own line does.
  private let sandboxLine: Task<Void, Never>?

  /// Opens the archive and makes the core; nothing is requested over the network yet.
  ///
  /// - Parameters:
  ///   - isScreen: Whether this is the one screen of the profile; a command does one thing and ends. What
  ///     earlier runs left in the outbox is sent by the process that holds the profile.
  ///   - delivers: Whether the command reports events, and so sends what waits if no screen does.
  ///   - mayOnlyRead: Whether the command makes sense where the state cannot be written.
  ///   - clock: The sandbox's own clock, where it runs in this process; nil follows the one that the profile names.
  ///   - random: Where ids come from.
  ///   - recording: Takes every request, every why line and what the front lives through.
  ///   - onExchange: Takes every request, in the task that made it: its ``RequestPurpose`` is known there.
  init(
    _ profile: Profile, isScreen: Bool, delivers: Bool = false, mayOnlyRead: Bool = false,
    clock: VirtualClock? = nil, random: RandomSource = .system, recording: RecordingFile? = nil,
    onExchange: (@Sendable (HTTPExchange) -> Void)? = nil
  ) throws(InboxError) {
    Output.hide(profile.transport.secrets)
    try profile.requireEdited()
    guard profile.isForeign || profile.backEnd != nil || profile.hasCredentials else {
      throw .configuration("The credentials of the profile “\(profile.name)” are not here.")
    }
    files = try ProfileFiles(profile, isScreen: isScreen, delivers: delivers, mayOnlyRead: mayOnlyRead)
    secrets = profile.secretBook
    let exchanges = isScreen ? Feed<HTTPExchange> { [secrets] in $0.retained(secrets.mask) } : nil
    var network = profile.transport
    network.book = secrets
    if exchanges != nil || recording != nil || onExchange != nil {
      network.onExchange = {
        onExchange?($0)
        recording?.write(.exchange($0))
        exchanges?.send($0)
      }
    }
    transport = try Transport(network)
    access = if let known = profile.access { known } else { try profile.access(asks: false) }
    let clock = clock ?? profile.clock.map { VirtualClock($0) }
    let feed = isScreen ? Feed<SandboxEvent>() : nil
    // A server is no faster where its clock is virtual: waits for it follow the machine's clock.
    let time = TimeSource(clock: ContinuousClock(), now: (clock?.time ?? .system).now)
    let ports = VendorAccount.Ports(
      wire: transport.wire.checked(by: access), device: files.device, time: time,
      listener: Self.listener(clock, feed))
    sandbox = profile.vendors.sandbox.map { [transport] in SandboxCommander($0, over: transport.wire) }
    let port = Self.backEnd(profile, ports)
    backEnd = (onExchange == nil ? port : port.withPurposes).reading(back: sandbox).masked(by: secrets)
    let tracker = Self.tracker(profile, ports, access)?.masked(by: secrets)
    sandboxLine = isScreen && !backEnd.capabilities.liveLine ? Self.hear(profile, ports) : nil
    let resolver = LinkResolver(
      settings: profile.links,
      hop: profile.isForeign
        ? .none : transport.linkHop.checked(by: access, of: profile.links, in: profile.transport.hosts))
    center = MessageCenter(
      settings: Self.settings(
        profile, secrets, access.withholding, isScreen: isScreen, holdsProfile: files.lock != nil),
      identity: try profile.identity(on: files.device), backEnd: backEnd, archive: files.database,
      resolver: resolver,
      tracker: onExchange == nil ? tracker : tracker?.withPurposes, clock: clock, random: random)
    var services = FrontServices(profile, over: transport, time: clock?.time ?? .system)
    services.exchanges = exchanges
    services.sandbox = feed
    if let recording { services.record = { recording.write($0, at: $1) } }
    services.offerPictures(over: profile.isForeign ? .none : transport.linkHop, with: resolver)
    if !profile.isForeign { services.offerFiles(of: profile, spelling: backEnd.spelling) }
    // For Responsys' sandbox the receipts say the same.
    services.readBack = backEnd.capabilities.readBack ? backEnd.readBack : nil
    if let sandbox {
      services.offer(sandbox, of: files.device, profile, ports.listener, withholding: access.withholding)
    }
    if let tap = profile.tap { services.offer(tap) }
    self.services = services
    self.recording = recording
    self.profile = profile
  }

  private static func settings(
    _ profile: Profile, _ secrets: SecretBook, _ withholding: String?, isScreen: Bool, holdsProfile: Bool
  ) -> MessageCenterSettings {
    var settings = profile.settings
    // The kernel releases the lock when the process ends, however it does.
    settings.adoptsOutbox = isScreen || holdsProfile
    settings.ownsAppSession = settings.adoptsOutbox
    settings.receivesPushes = isScreen
    settings.refreshesBySchedule = isScreen
    settings.secrets = secrets
    settings.withholding = withholding
    return settings
  }

  /// What plays the server: a capture, a tap, or the profile's own server.
  private static func backEnd(_ profile: Profile, _ ports: VendorAccount.Ports) -> BackEnd {
    var port = profile.capture?.backEnd ?? profile.tap?.backEnd ?? profile.server(ports)
    // A sandbox may listen on another port each time, and still be the same one.
    if profile.isLocal { port.application = "sandbox" }
    return port
  }

  /// Listens for the clock and faults of a sandbox on the line of its Responsys, where the played vendor has no line.
  private static func hear(_ profile: Profile, _ ports: VendorAccount.Ports) -> Task<Void, Never>? {
    guard let sandbox = profile.vendors.sandbox else { return nil }
    var settings = profile.vendors.responsys
    settings.base = sandbox.base
    let line = ResponsysBackEnd.backEnd(settings, over: ports.wire, read: ports.listener.read)
    return Task {
      var failures = 0
      while !Task.isCancelled {
        do {
          for try await _ in line.pushes(.device(ports.device)) { failures = 0 }
        } catch {
          // The line is opened again, and then the sandbox reports the whole state.
        }
        failures += 1
        guard await ports.time.sleep(RetryPolicy().delay(attempt: failures + 1, jitter: 0.5)) else { return }
      }
    }
  }

  /// Sets the clock by the sandbox's, and passes the rest to the front; only a sandbox reports any of it.
  private static func listener(_ clock: VirtualClock?, _ feed: Feed<SandboxEvent>?) -> SandboxListener {
    SandboxListener(
      clock: { reading in
        if let clock {
          clock.follow(reading)
        } else if reading != .machine {
          feed?.send(.clockDiffers(reading.words))
        }
      }, faults: { feed?.send(.faultsChanged($0)) })
  }

  /// Nothing is tracked of captured messages.
  private static func tracker(
    _ profile: Profile, _ ports: VendorAccount.Ports, _ access: WriteAccess
  ) -> EventTracker? {
    guard !profile.isForeign else { return nil }
    var tracker = profile.vendor?.tracker?(ports) ?? campaignTracker(profile, ports, access)
    if profile.isLocal { tracker?.application = "sandbox" }
    return tracker
  }

  private static func campaignTracker(
    _ profile: Profile, _ ports: VendorAccount.Ports, _ access: WriteAccess
  ) -> EventTracker? {
    guard var campaigns = profile.vendors.campaigns else { return nil }
    campaigns.cookie = profile.account?.cookie ?? ports.device
    campaigns.properties = Self.device(ports.device)
    if let id = profile.account?.applicationID { campaigns.properties["application_id"] = .string(id) }
    if profile.vendors.tracking == nil, let own = profile.vendor?.campaigns { return own(campaigns, ports) }
    var tracker = EventTracker.bloomreach(campaigns, at: profile.vendors.tracking, over: ports.wire)
    let server = profile.vendors.tracking.flatMap { WebLink(valid: $0.base)?.host }
    tracker.withholding = server.flatMap(access.refusal)
    return tracker
  }

  /// The identity of a person by the name in a command line or file.
  func identity(_ person: PersonName) throws(InboxError) -> Identity {
    try profile.people.identity(of: person, on: device)
  }

  /// Why requests that change a server are not sent; nil where they are (VE-8).
  var withholding: String? { access.withholding }

  var database: InboxDatabase { files.database }
  var device: String { files.device }

  /// Why its state can only be read and nothing is fetched, as a predicate after the folder's path (“is read-only”);
  /// nil where it can be written.
  var readOnly: String? { files.readOnly }

  /// An identity in the vendor's names, for programs.
  func members(of identity: Identity) -> [String: JSONValue] { profile.people.members(identity, device) }

  /// The device's part of session events (vendors.md B.4); the app that is played is an iOS app.
  private static func device(_ id: String) -> [String: JSONValue] {
    .init([
      "platform": "ios", "os_name": "Linux", "sdk": "inbox", "sdk_version": Version.text,
      "app_version": Version.text, "device_type": "terminal", "application_id": "default-application",
      "device_id": id,
    ])
  }

  /// Records what the core publishes from now on, until it ends.
  func record() async {
    recording?.follow(await center.updates())
    // Behind a tap the gestures are the app's, and its reports contain them.
    if profile.tap == nil { recording?.follow(await center.gestures()) }
  }

  /// The list of a name in a command line, its tab's or the vendor's; refused where the vendor has a single list.
  ///
  /// - Throws: ``InboxError/unknownCenter(_:known:)`` for one that the profile does not have, and ``Exit``.
  func list(_ name: String?) throws -> CenterName? {
    guard let name else { return nil }
    if let lack = backEnd.capabilities.lack(of: .severalLists) {
      throw Exit.usage("\(lack) Leave --center out.")
    }
    let centers = profile.settings.centers
    return try centers.require(backEnd.capabilities.list(name, among: centers))
  }

  /// The lists that `center:` may name in a filter; empty where there is only one.
  var filterCenters: [CenterName] {
    backEnd.capabilities.lists == .one ? [] : Array(profile.settings.centers)
  }

  /// What had to be done to open the archive, or what is not shown, as a sentence; nil when nothing was wrong.
  var problem: String? {
    guard database.setAside == nil else { return database.setAside }
    guard profile.capture == nil else { return profile.capture?.complaint }
    do { return profile.people.caution(try profile.identity(on: device)) } catch { return nil }
  }

  /// The initial state of a screen.
  func state(_ size: Size, _ repertoire: Repertoire) -> AppState {
    var state = AppState(
      size: size, profile: facts(repertoire), centers: profile.settings.centers, now: services.time.now())
    if let capture = profile.capture { state.center = capture.first }
    state.presenting = profile.presentation
    if profile.rememberCard != nil { state.showCard() }
    return state
  }

  func facts(_ repertoire: Repertoire) -> ProfileFacts {
    var facts = ProfileFacts(
      name: profile.name, device: device, sessionEndsOnOpen: profile.settings.sessionEndsOnOpen,
      domains: profile.links.brandedDomains.sorted(), hasSandbox: profile.isLocal || profile.tap != nil,
      capturedFrom: profile.capture?.words ?? profile.tap?.words,
      retention: center.retention, repertoire: repertoire)
    facts.campaigns = profile.campaigns
    facts.asksForCampaigns = services.campaigns != nil
    facts.onOpen = profile.onOpen
    facts.isReadOnly = withholding != nil
    if profile.demonstration != nil { facts.isDemonstration = true }
    if let tap = profile.tap { (facts.isTapped, facts.tapAddress) = (true, tap.address) }
    facts.capabilities = center.capabilities
    facts.canReadBack = services.readBack != nil
    return facts
  }

  /// The hosts that a sandbox on this machine plays; nil for a real account.
  var playedHosts: Set<String>? {
    guard profile.isLocal else { return nil }
    let played = profile.transport.hosts.targets.filter {
      $0.key.port == 443 && LoopbackHost.contains($0.value.address)
    }
    return Set(played.keys.map(\.host))
  }

  /// Ends everything as a kill of the program does.
  func abandon() async {
    sandboxLine?.cancel()
    await center.abandon()
    recording?.unfollow()
    await transport.close()
    do { try await database.close() } catch { return }
  }

  /// Ends the core and closes every connection.
  ///
  /// - Returns: what was lost with it, as a sentence; nil when nothing was.
  @discardableResult
  func close() async -> String? {
    sandboxLine?.cancel()
    await center.stop()
    let (displays, badges) = (await center.lostDisplays, await center.unstoredBadges)
    let events = await center.unstoredEvents
    await transport.close()
    let isGone = database.isGone
    do { try await database.close() } catch { Output.complain(error.description) }
    var sentences: [String] = []
    if isGone {
      sentences.append(
        "The archive in \(profile.folder) was removed or replaced while it was open: what was done here since then is lost."
      )
    } else {
      if displays > 0 {
        sentences.append(
          "\(displays.counted("display is", "displays are")) lost: neither the archive nor a file beside it in \(profile.folder) could be written."
        )
      }
      let others = [
        (badges, "change of the badge", "changes of the badge"),
        (events, "event of a visit, session or link", "events of visits, sessions or links"),
      ].filter { $0.0 > 0 }.map { $0.0.counted($0.1, $0.2) }
      if !others.isEmpty {
        let what = others.joined(separator: " and ")
        sentences.append("Lost: \(what), as the archive in \(profile.folder) could not be written.")
      }
    }
    guard !sentences.isEmpty else { return nil }
    let sentence = sentences.joined(separator: " ")
    Output.complain(sentence)
    return sentence
  }
}

extension Capabilities {
  /// A list by the name of its tab or by its own name; where none is spelled so, in whatever case, as in a filter.
  nonisolated func list(_ name: String, among centers: CenterList) -> CenterName {
    let own = centers.spelled(CenterName(name))
    if let exact = centers.first(where: { self.name(of: $0) == name || $0 == own }) { return exact }
    let asked = SearchText.folded(name)
    let alike = centers.filter { [self.name(of: $0), $0.rawValue].map(SearchText.folded).contains(asked) }
    return alike.count == 1 ? alike[0] : own
  }
}
