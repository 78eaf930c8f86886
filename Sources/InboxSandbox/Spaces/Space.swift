import Hummingbird

/// A space as one process serves it: its vendors, its own paths, and what waits here for news of it.
struct Space: Sendable {
  let name: SpaceName
  let account: Account
  let faults: FaultBoard
  let clock: ClockControl
  let scheduler: LaunchScheduler
  let standIns: [any StandIn]
  /// The hash that its token is compared with; nil for the main space.
  let token: String?
  /// Serves it over HTTP, with paths that lack the prefix of the space.
  let responder: RouterResponder<SandboxContext>
  /// Serves its vendors over HTTPS.
  let backEnds: VendorHosts
  /// The change counter of its record when this was made or last brought up to date.
  var changed: Int64

  /// The space after another process has changed its settings.
  func adopting(_ record: SpaceRecord) async -> Space {
    let settings = record.settings
    await clock.adopt(settings.clock, of: settings.changed)
    await faults.adopt(settings.faults, of: settings.changed)
    await account.adopt(record.retention)
    var space = self
    space.changed = settings.changed
    return space
  }

  /// Ends everything that waits: timed launches, push lines and live pages, and waits and what a fault holds up, which
  /// get the reason.
  func end(_ reason: StoreError) async {
    await scheduler.stop()
    await clock.stop()
    await faults.end(reason)
    await account.end(reason)
  }
}
