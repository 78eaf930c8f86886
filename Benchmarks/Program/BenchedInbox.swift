import CursesTerminal
import Foundation
import Glibc
import InboxCore
import InboxDomains
import InboxHTML
import InboxModel
import InboxStore
import InboxTUI
import InboxVendors

/// The real inbox on a terminal of its own: ncurses, front, core and archive; only the back end is a part of this program,
/// which responds at once with what the archive has already.
final class BenchedInbox {
  static let centers = [CenterName.primary, CenterName("Offers")]
  static let identity = Identity.device("bench")
  private static let size = Size(columns: 120, rows: 40)

  private let terminal: Terminal
  private let database: InboxDatabase
  private let center: MessageCenter
  private let curses: CursesScreen
  private let screen: CountedScreen
  private let clock: VirtualClock
  private let program: Program
  private let server = BenchedServer()
  private var events: TerminalEvents?
  private var typed = 0
  private var arrived = 0
  private var waiting: CheckedContinuation<Void, Never>?

  /// Opens an archive; the clock stands half an hour after its newest message.
  init(archive path: String, newest: Date, responses: [CenterName: Data]) throws {
    let terminal = try Terminal(columns: Self.size.columns, rows: Self.size.rows)
    let database = try InboxDatabase.open(path: path, readHTML: HTMLReader.read)
    // While it stands no label changes by itself, so that each run draws the same.
    let clock = VirtualClock(.stopped(at: newest.addingTimeInterval(1_805)))
    let settings = MessageCenterSettings(centers: try CenterList(Self.centers.map(\.rawValue)))
    let center = MessageCenter(
      settings: settings, identity: Self.identity, backEnd: Self.backEnd(responses, of: server),
      archive: database,
      time: clock.time)
    let curses = try CursesScreen(
      terminal: "xterm-256color", input: terminal.side, output: terminal.side, size: nil,
      options: TerminalOptions())
    let screen = CountedScreen(curses)
    var profile = ProfileFacts(name: "bench", device: "bench", repertoire: curses.repertoire)
    profile.depth = curses.depth
    let state = AppState(size: curses.size, profile: profile, centers: settings.centers, now: clock.date)
    let services = FrontServices(
      readHTML: { @concurrent html in HTMLReader.read(html) },
      openBrowser: { _ in "there is no browser here" },
      checkDomain: { host in await Self.inspection.check(host, appID: nil, associatedDomains: nil) },
      time: clock.time)
    program = Program(
      state: state, theme: .standard, screen: screen, center: center, services: services, host: { _ in })
    (self.terminal, self.database, self.center, self.curses) = (terminal, database, center, curses)
    (self.screen, self.clock) = (screen, clock)
    events = TerminalEvents(screen: curses) { [weak self] in self?.received($0) }
  }

  /// Shows the first rows, as `inbox` does before it connects.
  func start() async throws {
    try await center.start()
    await program.start()
    await program.shown()
    await program.idle(hurries: false)
  }

  /// Goes online and returns when everything is refreshed.
  func connect() async {
    await center.connect()
    await program.idle(hurries: false)
  }

  /// Presses keys and returns when all that follows from them is on the screen.
  func press(_ press: Step.Press) async throws {
    typed += press.keys
    try terminal.type(press.bytes)
    if arrived < typed { await withCheckedContinuation { waiting = $0 } }
    await program.idle(hurries: false)
  }

  /// Lets time pass from now on.
  func run() async {
    clock.apply(.run)
    await program.idle(hurries: false)
  }

  /// Lets the server be reached no more.
  func refuse() async throws {
    server.refuse()
    // No label changes while the tries are counted.
    clock.apply(.stop)
    try await press(Step.Press("r"))
  }

  /// Lets the schedule try the server, each time after twice as long.
  func tries(_ count: Int) async {
    for number in 0..<count {
      // What jitter adds to the delay at the most.
      let seconds = RetryPolicy().first * Double(1 << number) * 1.1
      await server.request { clock.apply(.advance(seconds: seconds)) }
      await program.idle(hurries: false)
    }
  }

  /// What was used so far, when all that was written has come out of the terminal.
  func moment() async -> Moment {
    let bytes = await terminal.written()
    return Moment(frames: screen.count, bytes: bytes)
  }

  /// What was used so far; no thread is woken for it.
  nonisolated var momentSoFar: Moment { Moment(frames: screen.count, bytes: terminal.arrived) }

  /// Ends it.
  func close() async throws {
    await program.stop()
    curses.close()
    events?.stop()
    terminal.close()
    try await database.close()
  }

  private func received(_ event: TerminalEvent) {
    switch event {
    case .keys(let keys):
      program.receiveImmediately(keys)
      arrived += keys.count
      guard arrived >= typed else { return }
      waiting?.resume()
      waiting = nil
    case .terminated(let signal):
      exit(128 + signal)
    default: break
    }
  }

  /// No one is asked about a domain.
  private nonisolated static let inspection = DomainInspection(
    probe: DomainProbe(
      nameServers: { _ in .noResponse("nobody was asked") },
      tls: { _, _ in .failure(.unreachable("nobody was asked")) }), hop: .none)

  private nonisolated static func backEnd(
    _ responses: [CenterName: Data], of server: BenchedServer
  ) -> BackEnd {
    BackEnd(
      capabilities: ResponsysBackEnd.capabilities,
      fetch: { request async throws(InboxError) in
        let center = request.center
        try server.requested()
        let raw = RawResponse(body: responses[center] ?? Data(), requestURL: "bench:\(center)")
        return FetchResponse(raw) { () throws(InboxError) in try FetchedPage(raw, center: center) }
      },
      richContent: { id, _, _ async throws(InboxError) in throw .richContentAlreadyServed(id) },
      report: { events, _ async throws(InboxError) in EngagementReceipt(accepted: Set(events.map(\.id))) },
      setBadge: { count, _ async throws(InboxError) in ServerBadge(count: count) },
      badge: { _ async throws(InboxError) in ServerBadge(count: 0) },
      // An open line on which nothing comes.
      pushes: { _ in AsyncThrowingStream { _ in } })
  }
}
