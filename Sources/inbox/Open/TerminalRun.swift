import CursesTerminal
import Foundation
import InboxCore
import InboxModel
import InboxPictures
import InboxTUI
import InboxVendors

/// A run on the terminal: owns the screen, turns its events into the program's, and always gives it back.
final class TerminalRun {
  private let composition: Composition
  private let screen: CursesScreen
  private var events: TerminalEvents?
  private var program: Program?
  /// The exit statuses of ends, of which the first counts: it may come before it is awaited.
  private let (ends, ending) = AsyncStream.makeStream(of: Int32.self)
  private var isSuspending = false
  /// Whether the end was announced: nothing new begins.
  private var isEnding = false
  private var theme: FrontTheme?
  private var paging: Task<Void, Never>?

  /// - Returns: the exit status: 0, or 128+n after signal n.
  static func run(
    _ composition: Composition, link: String?, theme: String?, settings: FrontSettings
  ) async throws -> Int32 {
    let folder = composition.profile.folder
    let options = TerminalOptions(
      stderrLog: folder + "/inbox.log", crashLog: folder + "/crash.log",
      crashHeading: "inbox \(Version.text), started \(WireDate.format(.now))", depth: settings.depth,
      mouse: settings.hasMouse, pictures: settings.shownPictures)
    let run = TerminalRun(composition, try CursesScreen(options: options))
    defer { for sentence in run.program?.undone ?? [] { Output.complain(sentence) } }
    return try await run.run(link: link, theme: theme, settings: settings)
  }

  private init(_ composition: Composition, _ screen: CursesScreen) {
    self.composition = composition
    self.screen = screen
  }

  private func run(
    link: String?, theme option: String?, settings: FrontSettings
  ) async throws -> Int32 {
    // Before anything waits: a signal or a hang-up during the start must restore the terminal as well.
    let events = TerminalEvents(screen: screen) { [weak self] in self?.received($0) }
    self.events = events
    defer {
      // The terminal is restored before signals have their default effect again.
      screen.close()
      events.stop()
    }
    var state = composition.state(screen.size, screen.repertoire)
    state.profile.depth = screen.depth
    settings.apply(to: &state)
    state.profile.localHosts = composition.playedHosts
    let theme = FrontTheme(option: option, depth: screen.depth)
    self.theme = theme
    var services = composition.services
    theme.addThemes(to: &services)
    showPixels(&services)
    // Where the vendor takes clicks, each link of a message is one.
    let resolver = LinkResolver(settings: composition.profile.links, hop: .none)
    if !state.profile.capabilities.clicks {
      screen.openAddresses { resolver.classify($0) == .web }
    }
    await theme.dress(&state)
    let program = Program(
      state: state, theme: theme.theme, screen: screen, center: composition.center, services: services
    ) { [weak self] in self?.asked($0) }
    self.program = program
    theme.watch { [weak program] in program?.receive(.theme(.themeChanged($0, notice: $1))) }
    try await program.begin(composition, settings, theme, link: link)
    let watcher = ArchiveWatcher(composition) { [weak self] in self?.end(Exit.failed) }
    // After the first rows, which need nothing of it.
    let connecting = Task { [center = composition.center] in
      await program.shown()
      guard !isEnding else { return }
      if theme.followsBackground { events.ask() }
      await center.connect()
    }
    let status = await ends.first { @Sendable _ in true } ?? Exit.failed
    await paging?.value
    await program.stop()
    await connecting.value
    // Later reports would be typed into the shell.
    await events.awaitReports(within: .milliseconds(200))
    // Both are in use until here.
    withExtendedLifetime((theme, watcher)) {}
    return status
  }

  /// Has pictures loaded with as many pixels as the terminal may show.
  private func showPixels(_ services: inout FrontServices) {
    screen.hasFirstPicture = { [weak events = self.events] in events?.askAboutPictures() }
    screen.setEncoder(isReady: { SixelEncoder.isReady }) { SixelEncoder.bytes($0, columns: $1, rows: $2) }
    services.loadPicture = { [screen, load = services.loadPicture] source in
      let outcome = await load(source)
      return await screen.wantsPixels ? outcome : outcome.coarse
    }
  }

  private func received(_ event: TerminalEvent) {
    switch event {
    case .keys(let keys): program?.receiveImmediately(keys)
    case .resized(let size): program?.receive(.screen(.resized(size)))
    case .suspendRequested: suspend()
    case .resumed: program?.receive(.screen(.resized(screen.size)))
    case .reported(let report): theme?.receive(report)
    case .terminated(let signal): end(128 + signal)
    case .lost: end(128 + SIGHUP)
    }
  }

  private func asked(_ request: Program.HostRequest) {
    switch request {
    case .suspend: suspend()
    case .redraw: screen.redraw()
    case .quit: end(0)
    case .mouse(let isOn): screen.setMouse(isOn)
    case .page(let page):
      paging = Task { [paging] in
        // One after another, each with its files removed.
        await paging?.value
        await show(page)
      }
    case .copy(let text, let what):
      Task {
        let (problem, place) = await Clipboard.copy(text, screen)
        program?.receive(.screen(.copied(what, problem: problem, place: place)))
      }
    }
  }

  private func end(_ status: Int32) {
    isEnding = true
    events?.endChild()
    ending.yield(status)
  }

  private func show(_ page: Page) async {
    guard let events, !isEnding else { return }
    await Pager.show(page, events) { stop in
      await program?.willSuspend()
      stop()
      await program?.didResume(screen.size)
    } ended: { problem in
      program?.receive(.screen(.paged(problem: problem)))
    }
  }

  private func suspend() {
    guard !isSuspending, program != nil else { return }
    isSuspending = true
    Task {
      await events?.awaitReports(within: .milliseconds(200))
      // What is typed behind it is meant for the shell, however long the server takes.
      events?.leaveKeys()
      await program?.willSuspend()
      let goesOn = events?.suspendProcess() == true
      // A program that could not be stopped never went away; one that is about to end does not come back.
      guard goesOn || !isEnding else { return }
      await program?.didResume(screen.size)
      isSuspending = false
    }
  }
}
