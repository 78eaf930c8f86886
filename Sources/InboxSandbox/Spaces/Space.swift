import Hummingbird

/// A space as one process serves it: its vendors, its own paths, and what waits here for news of it.
struct Space: Sendable {
  let name: SpaceName
  let account: Account
  let faults: FaultBoard
  let clock: ClockControl
  let scheduler: LaunchScheduler
  let standIns: [any StandIn]
  /// What its tokens are compared with; nil for the main space.
  let token: String?
  /// Serves it over HTTP, without what stands before its paths.
  let responder: RouterResponder<SandboxContext>
  /// Serves its vendors over HTTPS.
  let backEnds: VendorHosts
  /// How far its record had got when this was made, or brought up to date.
  var changed: Int64

  /// The same after another process has changed its settings.
  func adopting(_ record: SpaceRecord) async -> Space {
    await clock.adopt(record.settings.clock)
    await faults.adopt(record.settings.faults)
    await account.adopt(record.retention)
    var space = self
    space.changed = record.changed
    return space
  }

  /// Ends what waits: timed launches, push lines, live pages, and waits, which get the reason.
  func end(_ reason: StoreError) async {
    await scheduler.stop()
    await clock.stop()
    await account.end(reason)
  }
}
