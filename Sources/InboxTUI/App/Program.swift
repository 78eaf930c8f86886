import Foundation
package import InboxCore
import InboxEvidence
import InboxModel

/// The running front: events in, frames out.
///
/// One frame for all events of a turn.
@MainActor
package final class Program {
  /// What the terminal must do for the program.
  package enum HostRequest: Equatable, Sendable {
    case suspend, redraw, quit, mouse(Bool), copy(String, what: String)
    /// ``AppEvent/paged(problem:)`` follows.
    case page(Page)
  }

  package private(set) var state: AppState
  private let screen: any Screen
  private let center: MessageCenter
  private let time: TimeSource
  private let record: (@Sendable (FrontStep, Date) -> Void)?
  private let host: @MainActor (HostRequest) -> Void
  private var runner: EffectRunner?
  private var isFrameDue = false
  /// Draws the changes that can wait a moment.
  private var lateFrame: Task<Void, Never>?
  private var lastFrame = ContinuousClock.now
  /// Since when a message that the selection has left has stood beside the list.
  private var formerSince: ContinuousClock.Instant?
  /// The last key, as long as nothing else was pressed with it.
  private var lastKey: Key?
  private var lastKeyTime = ContinuousClock.now
  private var repeats = KeyRepeats()
  /// For this long after a key, what another press of it would lead to is worked out.
  private static let oneAfterAnother = Duration.seconds(5)
  /// What another press of that key would lead to, where nothing has happened since.
  private var ahead: FrameAhead?
  /// How many prepared frames were shown, and how many of them a debug build found to be wrong.
  package private(set) var framesAhead = (shown: 0, wrong: 0)
  private var aheadSoon: Task<Void, Never>?
  private static let pause = Duration.milliseconds(8)
  /// When something last happened, or was requested.
  private var lastEvent = ContinuousClock.now
  private var hasDrawn = false
  private var hasStopped = false
  /// What was requested and could no longer be done, as sentences for a person who has left the screen.
  package private(set) var undone: [String] = []
  /// What follows from a key or comes by itself is drawn this long after the frame before it, all at once: a person
  /// sees no more, and what a held key leads to does not slow it down.
  private static let moment = Duration.milliseconds(40)
  private var labelTimer: Task<Void, Never>?
  private var labelTime: Date?
  private var updatesSeen = 0
  private let exchanges: Feed<HTTPExchange>?
  private let sandbox: Feed<SandboxEvent>?
  private var following: [Task<Void, Never>] = []
  private let timeout: Double
  private var tourTimeout: Task<Void, Never>?
  private var tourWaitsFor: Tour.Act?
  private var waitingForFrame: [CheckedContinuation<Void, Never>] = []

  package init(
    state: AppState, theme: Theme, screen: any Screen, center: MessageCenter, services: FrontServices,
    host: @escaping @MainActor (HostRequest) -> Void
  ) {
    self.state = state
    self.state.theme = theme
    self.state.lifecycle.countsMoments = true
    self.screen = screen
    self.center = center
    self.host = host
    time = services.time
    record = services.record
    exchanges = services.exchanges
    sandbox = services.sandbox
    timeout = services.tourTimeout
    runner = EffectRunner(center: center, services: services) { [weak self] in self?.receive($0) }
    record?(.began(FrontStart(self.state)), state.now)
  }

  private func follow<Element: Sendable>(
    _ feed: Feed<Element>?, _ event: @escaping @Sendable (Element) -> AppEvent
  ) {
    guard let feed else { return }
    following.append(
      Task { @concurrent [weak self] in
        await feed.follow { [weak self] in await self?.receive(event($0)) }
      })
  }

  /// Begins the session and follows the core.
  ///
  /// The core must have been started.
  package func start() async {
    follow(exchanges) { .exchanged($0) }
    follow(sandbox) { .sandbox($0) }
    await center.appear()
    let (updates, count) = await center.countedUpdates()
    updatesSeen = count
    following.append(
      Task { [weak self] in
        for await update in updates {
          self?.updatesSeen += 1
          self?.receive(.coreUpdated(update))
        }
      })
    if isEarly { requestLateFrame() } else { requestFrame() }
    // The session of campaigns is stored; the first rows do not wait for that.
    while !hasStopped, !hasDrawn { await nextFrame() }
    // A program that has stopped or is suspended by now is not in the foreground.
    guard !hasStopped, !state.lifecycle.isAway else { return }
    await center.enterForeground()
  }

  private func nextFrame() async { await withCheckedContinuation { waitingForFrame.append($0) } }

  /// Returns when the first content of the screen is drawn: its first rows, or that there are none.
  package func shown() async {
    while !hasStopped, !hasDrawn || state.awaitsFirstRows { await nextFrame() }
  }

  /// The first frame waits a moment for its rows, so that it is drawn once and no empty list flashes up.
  private var isEarly: Bool { !hasDrawn && state.awaitsFirstRows }

  /// Ends the session and sends what waits, for at most that long; the rest is durable.
  package func stop(within limit: Duration = .seconds(2)) async {
    take(.screen(.away(true)))
    tourTimeout?.cancel()
    take(.screen(.leaving))
    // A message that was closed is reported as closed before the open one is.
    drawFrame()
    // What was deleted on the screen counts as deleted: only the archive is asked.
    await center.stop(within: limit, closing: state.lifecycle.openMessage) { [runner] in
      await runner?.written()
    }
    labelTimer?.cancel()
    lateFrame?.cancel()
    lateFrame = nil
    aheadSoon?.cancel()
    for task in following { task.cancel() }
    hasStopped = true
    wakeWaiting()
  }

  /// The terminal goes away and comes back (EN-3): a disappearance and an appearance.
  package func willSuspend() async {
    take(.screen(.away(true)))
    await center.goAway(within: .seconds(1))
  }

  /// The terminal is ours again.
  package func didResume(_ size: Size) async {
    take(.screen(.away(false)))
    await center.enterForeground()
    await center.appear()
    receive(.screen(.resized(size)))
  }

  /// Takes an event; the frame follows in this turn of the loop.
  package func receive(_ event: AppEvent) {
    let canWait = state.canWait(event)
    take(event)
    if canWait || isEarly { requestLateFrame() } else { requestFrame() }
  }

  /// Takes all keys of one read: one frame for all of them.
  package func receive(_ keys: [Key]) {
    if showsAhead(keys) { return }
    for key in keys { take(.keyPressed(key)) }
    requestFrame()
  }

  /// Takes all keys of one read, as a person presses and holds them, and shows their result before it returns.
  package func receiveImmediately(_ keys: [Key], at time: ContinuousClock.Instant = .now) {
    let repeated = keys.map { repeats.isRepeat($0, at: time) && state.mayFollow($0) }
    if showsAhead(keys) { return }
    isFrameDue = true
    for (key, isRepeat) in zip(keys, repeated) {
      take(isRepeat ? .screen(.gestureRepeated(key)) : .keyPressed(key))
    }
    drawFrame()
    workAheadSoon()
  }

  /// Shows the frame prepared for this very key, if it leads to that.
  private func showsAhead(_ keys: [Key]) -> Bool {
    lastKey = keys.count == 1 ? keys[0] : nil
    lastKeyTime = .now
    let now = time.now()
    guard let key = lastKey, let ahead, ahead.holds(for: key, at: now) else { return false }
    #if DEBUG
      guard ahead.isStill(whatFollowsFrom: state, at: now) else {
        framesAhead.wrong += 1
        return false
      }
    #endif
    framesAhead.shown += 1
    // The old state takes time to free, which the key need not wait for.
    let old = state
    isFrameDue = false
    state = ahead.state
    state.now = now
    lastEvent = .now
    record?(.happened(.keyPressed(key)), now)
    perform(ahead.asked)
    show(ahead.frame, ahead.following)
    workAheadSoon()
    withExtendedLifetime(old) {}
    return true
  }

  /// Returns when every effect is done, the core is idle and all it published is on the screen.
  ///
  /// A step of a tour has then been done as well, or its wait has timed out.
  ///
  /// - Parameter hurries: Whether a frame that can wait a moment is drawn at once; otherwise only as many frames are
  ///   drawn as a person would see.
  package func idle(hurries: Bool = true) async {
    while true {
      await runner?.waitUntilIdle()
      await center.waitUntilIdle()
      if state.isTourUnderWay || (!hurries && lateFrame != nil) {
        await nextFrame()
        continue
      }
      if lateFrame != nil { momentPassed() }
      // Nothing may come in between: first one look at the core, then only at our own state.
      if let published = await center.countWhenIdle, published == updatesSeen, !isFrameDue,
        lateFrame == nil, runner?.isIdle != false,
        exchanges?.isDrained != false, sandbox?.isDrained != false
      {
        return
      }
      await Task.yield()
    }
  }

  private func take(_ event: AppEvent) {
    state.now = time.now()
    ahead = nil
    lastEvent = .now
    record?(.happened(event), state.now)
    if state.isLeaving, let error = event.failureOfChange {
      undone.append("The last change could not be stored: \(error.description)")
    }
    perform(state.reduce(event))
  }

  private func perform(_ effects: [AppEffect]) {
    if !effects.isEmpty { lastEvent = .now }
    for effect in effects {
      switch effect {
      case .suspend: host(.suspend)
      case .redraw: host(.redraw)
      case .quit: host(.quit)
      case .mouse(let isOn): host(.mouse(isOn))
      case .copy(let text, let what): host(.copy(text, what: what))
      case .page(let page): host(.page(page))
      default: runner?.perform(effect, for: state.snapshot?.identity)
      }
    }
  }

  private func requestFrame() {
    guard !isFrameDue else { return }
    isFrameDue = true
    Task {
      // A key may have drawn it by now.
      guard isFrameDue else { return }
      drawFrame()
      workAhead()
    }
  }

  private func requestLateFrame() {
    guard !isFrameDue, lateFrame == nil else { return }
    let left = Self.moment - (ContinuousClock.now - lastFrame)
    guard left > .zero else { return requestFrame() }
    lateFrame = Task { [weak self] in
      // Only a timer tells that a moment has passed; one frame covers everything that arrives until then.
      do { try await Task.sleep(for: left) } catch { return }
      self?.momentPassed()
    }
  }

  private func momentPassed() {
    if state.former != nil { take(.screen(.momentPassed)) }
    requestFrame()
  }

  private func drawFrame() {
    isFrameDue = false
    state.now = time.now()
    // Nothing waits for long, however many keys follow: the first key after a moment shows the message as well.
    if let formerSince, .now - formerSince >= Self.moment, state.former != nil {
      take(.screen(.momentPassed))
    }
    if let due = state.nextFiltering, state.now >= due { take(.list(.outdated)) }
    let effects = state.settle()
    show(MainView.draw(state, state.shownTheme), effects)
  }

  private func show(_ frame: Frame, _ effects: [AppEffect]) {
    ahead = nil
    hasDrawn = true
    lastFrame = .now
    screen.present(frame)
    record?(.drew(frame), state.now)
    lateFrame?.cancel()
    lateFrame = nil
    // Displays are reported after they are on the screen, not before.
    perform(effects)
    if state.former == nil {
      formerSince = nil
    } else {
      formerSince = formerSince ?? lastFrame
      requestLateFrame()
    }
    scheduleLabels()
    watchTour()
    wakeWaiting()
  }

  /// Works out what another press of the last key would lead to, after a frame that nothing waits for.
  private func workAhead() {
    guard let lastKey, .now - lastKeyTime < Self.oneAfterAnother, !isFrameDue, state.former == nil
    else { return }
    ahead = FrameAhead(lastKey, from: state)
    if ahead == nil { self.lastKey = nil }
  }

  /// Prepares the next frame once the key's events have arrived, some milliseconds after it.
  private func workAheadSoon() {
    guard aheadSoon == nil, lastKey != nil, state.former == nil else { return }
    aheadSoon = Task { [weak self] in
      while let event = self?.lastEvent, case let left = Self.pause - (.now - event), left > .zero {
        // Only time shows that nothing more arrives.
        do { try await Task.sleep(for: left) } catch { return }
      }
      self?.aheadSoon = nil
      if self?.ahead == nil { self?.workAhead() }
    }
  }

  private func wakeWaiting() {
    let callers = waitingForFrame
    waitingForFrame = []
    for caller in callers { caller.resume() }
  }

  /// One timer while a step waits for something, none otherwise.
  private func watchTour() {
    let waitsFor = state.isTourUnderWay ? state.presenting?.tour?.pending.first : nil
    guard waitsFor != tourWaitsFor else { return }
    tourWaitsFor = waitsFor
    tourTimeout?.cancel()
    tourTimeout = nil
    guard waitsFor != nil else { return }
    tourTimeout = Task { [weak self, timeout] in
      guard await TimeSource.system.sleep(timeout), !Task.isCancelled else { return }
      self?.receive(.presenting(.tourWaitedLong))
    }
  }

  /// Relative times change by themselves: one timer for the next label that changes, none when none will.
  private func scheduleLabels() {
    let next = MainView.nextLabelChange(state)
    guard next != labelTime || labelTimer == nil else { return }
    labelTimer?.cancel()
    labelTime = next
    guard let next else { return }
    let seconds = max(0.25, next.timeIntervalSince(time.now()))
    labelTimer = Task { [weak self, time] in
      guard await time.sleep(seconds) else { return }
      self?.labelTime = nil
      self?.requestFrame()
    }
  }
}
