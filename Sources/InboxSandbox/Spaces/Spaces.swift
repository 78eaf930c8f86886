import Hummingbird
import InboxCore
import InboxVendors

/// The spaces that a process serves: each is put together when its first request comes.
///
/// Where other processes serve them too, each request reads anew what they may have changed, and signals wake what
/// waits here.
actor Spaces {
  nonisolated let register: SpaceRegister
  private let setup: SpaceSetup
  private var open: [SpaceName: Space] = [:]
  private var nobody: Space?
  private var hearing: Task<Void, Never>?
  private var endpoint: SandboxEndpoint?

  init(_ setup: SpaceSetup) {
    self.setup = setup
    register = SpaceRegister(store: setup.store, names: BackEndRouter.tokens)
  }

  /// Begins with the main space, which every request belongs to whose path names none.
  ///
  /// - Throws: ``SandboxError/stateUnusable(reason:)``.
  func begin() async throws(SandboxError) -> Space {
    do {
      let main = try await setup.mainSpace(serving: self)
      open[.main] = main
      if setup.store.isShared {
        let signals = await setup.store.signals()
        hearing = Task { for await signal in signals { await self.hear(signal) } }
      }
      return main
    } catch {
      throw .stateUnusable(reason: "\(error)")
    }
  }

  /// The space of a name, as it is now; nil where there is none.
  func space(_ name: SpaceName) async throws -> Space? {
    if !setup.store.isShared, let space = open[name] { return space }
    guard let record = try await register.record(of: name) else {
      await close(name)
      return nil
    }
    if let space = open[name], space.token == record.token {
      guard space.changed < record.changed else { return space }
      let newer = await space.adopting(record)
      open[name] = newer
      return newer
    }
    let space = try await setup.space(record, replacing: open[name])
    // Another request may have put it together meanwhile.
    if let other = open[name], other.token == record.token {
      await space.scheduler.stop()
      return other
    }
    open[name] = space
    return space
  }

  /// What serves a path that names no space which there is: as one would whose tokens nobody has.
  func spaceOfNobody() async throws -> Space {
    if let nobody { return nobody }
    let space = try await setup.spaceOfNobody()
    nobody = nobody ?? space
    return space
  }

  /// The space that a tracked link belongs to.
  func space(of link: TrackedLink.Key, host: String) async throws -> Space? {
    guard let name = try await register.space(of: link, host: host) else { return nil }
    return try await space(name)
  }

  func all() async throws -> [SpaceRecord] { try await register.all() }

  /// Makes a space, which begins with what every space begins with.
  ///
  /// - Returns: Its token and what its clients need; nil where there is one of this name.
  func create(_ name: SpaceName, base: String) async throws -> SandboxEndpoint? {
    guard let token = try await register.create(name, at: setup.options.clock.date) else { return nil }
    _ = try await space(name)
    return handout(name, token, base: base)
  }

  /// Gives a space another token; nil where there is none.
  func rotate(_ name: SpaceName, base: String) async throws -> SandboxEndpoint? {
    guard let token = try await register.rotate(name) else { return nil }
    await close(name)
    return handout(name, token, base: base)
  }

  /// Removes a space and everything in it; whether there was one.
  func remove(_ name: SpaceName) async throws -> Bool {
    let isRemoved = try await register.remove(name)
    await close(name)
    return isRemoved
  }

  /// From now on it is known where the sandbox is, for those who get a space.
  func handOut(_ endpoint: SandboxEndpoint) { self.endpoint = endpoint }

  private func handout(_ name: SpaceName, _ token: ControlToken, base: String) -> SandboxEndpoint? {
    let tokens = SandboxTokens(of: token, register.names)
    return endpoint?.space(at: "\(base)/s/\(name)", token, tokens, setup.standIns(tokens))
  }

  /// Serves a space no longer that is not there any more, or has another token.
  func close(_ name: SpaceName) async {
    guard name != .main, let space = open.removeValue(forKey: name) else { return }
    await space.stop()
  }

  /// Ends what waits: lines, timed launches, and the hearing of signals.
  func stop() async {
    hearing?.cancel()
    for space in open.values { await space.stop() }
    await nobody?.stop()
  }

  /// Lets go of the store, once nothing is served any more.
  func close() async { await setup.store.close() }

  /// Wakes what waits for a change of another process.
  private func hear(_ signal: StoreSignal) async {
    switch signal {
    case .receipts(let name): await open[name]?.account.wake()
    case .lines(let name): await open[name]?.account.say([])
    case .space(let name): await refresh(name)
    case .anything:
      for name in open.keys {
        await refresh(name)
        await open[name]?.account.say([])
        await open[name]?.account.wake()
      }
    }
  }

  private func refresh(_ name: SpaceName) async {
    guard open[name] != nil else { return }
    do { _ = try await space(name) } catch {
      // The database is gone; when it is back, anything is looked at.
    }
  }
}
