import Hummingbird
import InboxCore
import InboxModel
import InboxVendors

/// The spaces that a process serves: each is put together at its first request, or as soon as the process knows of it
/// where something in it launches by itself.
///
/// Where other processes serve them too, each request reads again what they may have changed, and signals wake what
/// waits here.
actor Spaces {
  nonisolated let register: SpaceRegister
  let setup: SpaceSetup
  private(set) var open: [SpaceName: Space] = [:]
  private var nobody: Space?
  private var hearing: Task<Void, Never>?
  private var opening: Task<Void, Never>?
  /// How often a space was closed here, or signals may have been lost that said so: a space that was put together
  /// meanwhile may have an outdated record.
  private var closings = 0
  private var endpoint: SandboxEndpoint?

  init(_ setup: SpaceSetup) {
    self.setup = setup
    register = SpaceRegister(store: setup.store, names: BackEndRouter.tokens)
  }

  /// Opens the main space, to which every request belongs whose path names no space.
  ///
  /// - Throws: ``SandboxError/stateUnusable(reason:)``, ``SandboxError/databaseUnusable(reason:)``.
  func begin() async throws(SandboxError) -> Space {
    do {
      let main = try await setup.mainSpace(serving: self)
      open[.main] = main
      if setup.store.isShared {
        let signals = await setup.store.signals()
        hearing = Task { for await signal in signals { await self.hear(signal) } }
      }
      if setup.options.launchesTimed {
        opening = Task { await self.openWithLaunches() }
      }
      return main
    } catch {
      throw setup.unusable(error)
    }
  }

  /// Opens the spaces in which something launches by itself; one that fails does not stop the others.
  private func openWithLaunches() async {
    let realTime = setup.options.realTime
    var names: [SpaceName] = []
    await realTime.retry { names = try await self.register.withLaunches() }
    await withDiscardingTaskGroup { group in
      for name in names {
        group.addTask { await realTime.retry { _ = try await self.space(name) } }
      }
    }
  }

  /// The space of a name, as it is now; nil where there is none.
  ///
  /// Its record is read each time, whether it exists or not, so that the time taken does not tell the two apart (TS-8).
  func space(_ name: SpaceName) async throws -> Space? {
    if !setup.store.isShared, name == .main { return open[name] }
    while true {
      let (before, former) = (closings, open[name]?.account)
      guard let record = try await register.record(of: name) else {
        // A younger one of this name may be open by now.
        if open[name]?.account === former { await close(name) }
        return nil
      }
      guard before == closings else { continue }
      if let space = try await space(record, closings: before) { return space }
    }
  }

  /// The space of a record; nil where it was closed or removed since, so that the record has to be read again.
  private func space(_ record: SpaceRecord, closings before: Int) async throws -> Space? {
    let name = record.name
    if let space = open[name], space.token == record.token {
      guard space.changed < record.settings.changed else { return space }
      let newer = await space.adopting(record)
      guard before == closings else { return nil }
      if let other = open[name], other.changed >= newer.changed { return other }
      open[name] = newer
      return newer
    }
    let space: Space
    do { space = try await setup.space(record) } catch StoreError.gone { return nil }
    guard before == closings else {
      await space.end(.gone)
      return nil
    }
    // Another request may have put it together meanwhile.
    if let other = open[name], other.token == record.token {
      await space.end(.gone)
      return other
    }
    if let old = open.updateValue(space, forKey: name) {
      closings += 1
      await old.end(.gone)
    }
    return space
  }

  /// Serves paths that name a space which does not exist, as a space whose tokens no client has.
  func spaceOfNobody() async -> Space {
    if let nobody { return nobody }
    let space = await setup.spaceOfNobody()
    // Another request may have put it together meanwhile.
    if let nobody {
      await space.end(.gone)
      return nobody
    }
    nobody = space
    return space
  }

  /// The space that a tracked link belongs to.
  func space(of link: TrackedLink.Key, host: String) async throws -> Space? {
    guard let name = try await register.space(of: link, host: host) else { return nil }
    return try await space(name)
  }

  /// Creates a space, with everything that a new space starts with.
  ///
  /// - Returns: Its token and what its clients need; nil where there is a space of this name.
  func create(_ name: SpaceName, keeping retention: Retention, base: String) async throws -> SandboxEndpoint?
  {
    guard let token = try await register.create(name, keeping: retention) else { return nil }
    _ = try await space(name)
    return handout(name, token, base: base)
  }

  /// Gives a space another token; nil where there is none.
  func rotate(_ name: SpaceName, base: String) async throws -> SandboxEndpoint? {
    guard let token = try await register.rotate(name) else { return nil }
    await close(name, isChanged: true)
    return handout(name, token, base: base)
  }

  /// Changes how long receipts are kept, and how many; nil where there is no such space.
  func set(days: Int?, limit: Int?, of name: SpaceName) async throws -> Retention? {
    guard let retention = try await register.set(days: days, limit: limit, of: name) else { return nil }
    do { try await space(name)?.account.expire() } catch StoreError.damaged {
      // The settings are those of a later version, whose processes expire its receipts (TS-6).
    }
    return retention
  }

  /// Removes a space and everything in it; false where there was none.
  func remove(_ name: SpaceName) async throws -> Bool {
    let isRemoved = try await register.remove(name)
    await close(name, isChanged: isRemoved)
    return isRemoved
  }

  /// From now on a space is handed out with the address of the sandbox.
  func handOut(_ endpoint: SandboxEndpoint) { self.endpoint = endpoint }

  private func handout(_ name: SpaceName, _ token: ControlToken, base: String) -> SandboxEndpoint? {
    let tokens = SandboxTokens(of: token, register.names)
    return endpoint?.space(at: "\(base)/s/\(name)", token, tokens, setup.standIns(tokens))
  }

  /// Stops serving a space that is gone or has another token; everything that waits in it ends.
  ///
  /// - Parameter isChanged: Whether it may just be put together from an outdated record.
  private func close(_ name: SpaceName, isChanged: Bool = false) async {
    guard name != .main else { return }
    let space = open.removeValue(forKey: name)
    if isChanged || space != nil { closings += 1 }
    await space?.end(.gone)
  }

  /// Ends what waits: lines, timed launches, and the hearing of signals.
  func stop() async {
    hearing?.cancel()
    opening?.cancel()
    await hearing?.value
    await opening?.value
    for space in open.values { await space.end(.unavailable("the sandbox is ending")) }
    await nobody?.end(.gone)
  }

  /// Closes the store, once nothing is served any more.
  func close() async { await setup.store.close() }

  /// Wakes what waits for a change of another process.
  private func hear(_ signal: StoreSignal) async {
    switch signal {
    case .receipts(let name): await open[name]?.account.wake()
    case .lines(let name): await open[name]?.account.say([])
    case .space(let name): await refresh(name)
    case .anything:
      closings += 1
      for name in open.keys {
        await refresh(name)
        await open[name]?.account.say([])
        await open[name]?.account.wake()
      }
      if launchesByItself { await openWithLaunches() }
    }
  }

  /// Whether something launches by itself in every new space.
  private var launchesByItself: Bool {
    setup.options.launchesTimed && setup.campaigns.contains { $0.launch != nil }
  }

  private func refresh(_ name: SpaceName) async {
    if open[name] == nil {
      await close(name, isChanged: true)
      // What launches in a new space must launch even if the process that made it ends before.
      guard launchesByItself else { return }
    }
    // The database may be away again.
    await setup.options.realTime.retry { _ = try await self.space(name) }
  }
}
