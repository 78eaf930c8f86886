import Foundation
import Hummingbird
import InboxModel
import InboxVendors

/// What every space of a sandbox is put together from.
struct SpaceSetup: Sendable {
  let store: any SandboxStore
  let options: SandboxOptions
  let campaigns: [Campaign]
  /// The hosts that the HTTPS listener plays.
  let hosts: Set<String>
  /// The tokens of the main space.
  let tokens: SandboxTokens
  let control: ControlToken?
  let folder: SandboxFolder?

  /// The vendors with some tokens, not yet in a space.
  func standIns(_ tokens: SandboxTokens) -> [any StandIn] {
    BackEndRouter.standIns(
      SandboxWorld(
        account: account(.main, VirtualClock()), tokens: tokens, faults: FaultBoard(clock: options.realTime),
        campaigns: campaigns))
  }

  /// Why the store cannot be used, with what to do about it.
  func unusable(_ error: any Error) -> SandboxError {
    if let error = error as? SandboxError { return error }
    return options.store == nil
      ? .unusableState(error) : .databaseUnusable(reason: PostgresStore.sentence(error))
  }

  /// Refuses more centers than an app can have, before anything is launched (MC-2).
  ///
  /// What is kept may be of other campaigns, and earlier versions launched into any number of centers. A team's store that
  /// has too many goes on, as apps that name their center need no list of them.
  private func check(centersOf account: Account) async throws {
    let (all, kept) = (try await account.centers(), try await account.keptCenters())
    guard all.count > CenterList.maximum else { return }
    func names(_ centers: [CenterName]) -> String { centers.map(\.rawValue).joined(separator: ", ") }
    if store.isShared, kept.count > CenterList.maximum {
      return options.report(
        "The database has \(kept.count) message centers: \(names(kept)). An app has Primary and at most four others, so no "
          + "profile of this program opens it. Another --store has its own centers.")
    }
    let anew =
      store.isShared
      ? "give another --store"
      : "start without --keep, which drops what is kept, or with another folder as XDG_STATE_HOME"
    let remedy =
      kept.count > CenterList.maximum
      ? "\(anew.capitalizedFirst)."
      : "\(names(kept)) of them are kept: play campaigns with fewer other centers, or \(anew)."
    throw SandboxError.tooManyCenters(all.map(\.rawValue), remedy: remedy)
  }

  func mainSpace(serving spaces: Spaces) async throws -> Space {
    let access = control.map(ControlAccess.token) ?? .loopback
    let account = account(.main, options.clock)
    // The clock goes on as the last run has left it; where only this run uses the store, a given clock wins.
    if store.isShared || options.clock.reading == .machine,
      let clock = try await spaces.register.record(of: .main)?.settings.clock, clock != .machine
    {
      options.clock.follow(clock)
    }
    try await check(centersOf: account)
    try await account.launchAtStart(campaigns.filter { $0.launch == nil })
    if let control, store.isShared, try await !account.keep(control) {
      options.report(
        "The database was last served with another control token. All sandboxes that share it need the same one, as INBOX_CONTROL_TOKEN or --control-token: apps of the main space have tokens that follow from it, which a sandbox with another one refuses."
      )
    }
    let record = store.isShared ? try await spaces.register.record(of: .main) : nil
    // An earlier run may have ended with another clock.
    if record == nil { try await account.moveClock(to: options.clock.date) }
    let timed = try await timed(account, began: options.clock.date)
    return await put(account, tokens, access, record, timed: timed, folder: folder, spaces: spaces)
  }

  /// A space of a tester, with a clock of its own.
  ///
  /// - Throws: ``StoreError/gone`` where the record is outdated.
  func space(_ record: SpaceRecord) async throws -> Space {
    let hash = record.token ?? SandboxTokens.hash(ControlToken.random().text)
    let tokens = SandboxTokens(hash: hash, hashes: record.keys, BackEndRouter.tokens)
    let clock = VirtualClock(record.settings.clock)
    let account = account(record.name, token: record.token, clock)
    try await account.launchAtStart(campaigns.filter { $0.launch == nil })
    let timed = try await timed(account, began: min(clock.date, record.made))
    return await put(account, tokens, .space(hash: hash), record, timed: timed)
  }

  /// A space whose tokens no client has, and which is not in the store: it takes as long to refuse as a real one.
  func spaceOfNobody() async -> Space {
    await put(
      account(.nobody, VirtualClock()), .ofNobody(BackEndRouter.tokens),
      .space(hash: SandboxTokens.hash(ControlToken.random().text)), nil)
  }

  private func account(_ name: SpaceName, token: String? = nil, _ clock: VirtualClock) -> Account {
    Account(
      store: store, space: name, token: token,
      centers: Set(campaigns.filter { $0.goes(to: .responsys) }.map(\.center)),
      campaigns: Set(campaigns.map(\.id)), maximumBadge: options.maximumBadge, clock: clock)
  }

  /// The launches that a space has still to make by itself.
  ///
  /// Only the main space counts from the start of each run; every other one counts from its own beginning.
  private func timed(_ account: Account, began: Date) async throws -> [TimedLaunch] {
    guard options.launchesTimed else { return [] }
    return try await account.schedule(
      campaigns.filter { $0.launch != nil }, from: began,
      isAnew: account.space == .main && !account.store.isShared)
  }

  private func put(
    _ account: Account, _ tokens: SandboxTokens, _ access: ControlAccess, _ record: SpaceRecord?,
    timed: [TimedLaunch] = [], folder: SandboxFolder? = nil, spaces: Spaces? = nil
  ) async -> Space {
    let isKept = record != nil
    let faults = FaultBoard(clock: options.realTime, shared: isKept ? account.sharedFaults : nil)
    await faults.onChange { [account] in await account.publish(faults: $0.map(\.words)) }
    if let record { await faults.adopt(record.settings.faults, of: record.settings.changed) }
    await account.hide(tokens.mask)
    if account.space != .nobody { await account.expire() }
    let clock = ClockControl(clock: account.clock, account: account, folder: folder, isShared: isKept)
    let standIns = BackEndRouter.standIns(
      SandboxWorld(account: account, tokens: tokens, faults: faults, campaigns: campaigns))
    let paths = BackEndRouter.overview(
      standIns, account, faults, campaigns: campaigns, hosts: hosts, clock: clock, mask: tokens.mask,
      realTime: options.realTime, spaces: spaces
    ).everything
    let router = BackEndRouter.make(paths, account, access)
    return Space(
      name: account.space, account: account, faults: faults, clock: clock,
      scheduler: LaunchScheduler(timed, account, account.clock, options.realTime),
      standIns: standIns, token: record?.token, responder: router.buildResponder(),
      backEnds: VendorHosts(paths, account, shared: router), changed: record?.settings.changed ?? 0)
  }
}

extension Account {
  /// The faults of the space, kept in its record, where all processes have them.
  nonisolated var sharedFaults: FaultBoard.Shared {
    { [self] body in
      let (fault, settings) = try await change(settings: { body(&$0.faults) })
      return (fault, settings.faults, settings.changed)
    }
  }
}
