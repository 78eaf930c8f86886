import InboxCore

/// The sandbox's clock, and where its changes go: to open lines, and into `endpoint.json` for later clients.
actor ClockControl {
  private let clock: VirtualClock
  private let account: Account
  private let folder: SandboxFolder?
  private var endpoint: SandboxEndpoint?

  init(clock: VirtualClock, account: Account, folder: SandboxFolder?) {
    self.clock = clock
    self.account = account
    self.folder = folder
  }

  var reading: ClockReading { clock.reading }

  /// From now on changes are written into the file that says where the sandbox is.
  func publish(in endpoint: SandboxEndpoint) { self.endpoint = endpoint }

  /// Nothing is written any more when it returns.
  func stop() { endpoint = nil }

  /// Applies a change and publishes it.
  ///
  /// - Throws: ``SandboxError/clockOutOfRange(_:)`` where clients could not read it, and then it stays what it was.
  func apply(_ change: ClockChange) async throws(SandboxError) -> ClockReading {
    if let flaw = clock.reading.flaw(after: change) { throw .clockOutOfRange(flaw) }
    return try await published(clock.apply(change))
  }

  /// Lets it go as a reading says, such as one that was taken before.
  func follow(_ reading: ClockReading) async throws(SandboxError) -> ClockReading {
    if let flaw = reading.flaw { throw .clockOutOfRange(flaw) }
    return try await published(clock.follow(reading))
  }

  private func published(_ reading: ClockReading) async throws(SandboxError) -> ClockReading {
    endpoint?.clock = reading
    if let folder, let endpoint { try endpoint.write(to: folder) }
    await account.publish(reading)
    return reading
  }
}
