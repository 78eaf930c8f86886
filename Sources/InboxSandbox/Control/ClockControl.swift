import struct Foundation.Date
import InboxModel

/// The sandbox's clock, and where its changes go: to open lines, and into `endpoint.json` for later clients.
actor ClockControl {
  private let clock: VirtualClock
  private let account: Account
  private let folder: SandboxFolder?
  /// Whether it is kept in the record of the space, where all processes have it.
  private let isShared: Bool
  private var endpoint: SandboxEndpoint?
  /// Counts up with every change of that record.
  private var version: Int64 = 0
  private let turns = OneByOne()

  init(clock: VirtualClock, account: Account, folder: SandboxFolder?, isShared: Bool = false) {
    self.clock = clock
    self.account = account
    self.folder = folder
    self.isShared = isShared
  }

  var reading: ClockReading { clock.reading }

  /// From now on changes are written into the file that says where the sandbox is.
  func publish(in endpoint: SandboxEndpoint) { self.endpoint = endpoint }

  /// When it returns, nothing is written any more.
  func stop() { endpoint = nil }

  /// Applies a change and publishes it.
  ///
  /// - Throws: ``SandboxError/clockOutOfRange(_:)`` for a time that clients could not read, ``StoreError`` where it
  ///   cannot be stored; the clock then stays as it was.
  func apply(_ change: ClockChange) async throws -> ClockReading {
    try await put { reading in
      if let flaw = reading.flaw(after: change) { throw SandboxError.clockOutOfRange(flaw) }
      return VirtualClock(reading).apply(change)
    }
  }

  /// Sets the clock as a reading says, such as one that was taken before.
  func follow(_ reading: ClockReading) async throws -> ClockReading {
    try await put { _ in
      if let flaw = reading.flaw { throw SandboxError.clockOutOfRange(flaw) }
      return reading
    }
  }

  /// Sets the clock as it is kept, unless a later version of that came first.
  func adopt(_ reading: ClockReading, of version: Int64) async {
    guard version >= self.version else { return }
    self.version = version
    guard reading != clock.reading else { return }
    await follow(committed: reading)
    do { try write(clock.reading) } catch {
      // Clients to come learn of the clock from the line; the next change is written again.
    }
  }

  private func put(
    _ change: @Sendable @escaping (ClockReading) throws -> ClockReading
  ) async throws -> ClockReading {
    try await turns.next { [self] in
      try await isShared ? changedForAll(change) : changedHere(change)
    }
  }

  private func changedForAll(
    _ change: @Sendable @escaping (ClockReading) throws -> ClockReading
  ) async throws -> ClockReading {
    // All other processes go by the new reading already.
    let settings = try await account.change(settings: { $0.clock = try change($0.clock) }).1
    if settings.changed >= version {
      version = settings.changed
      await follow(committed: settings.clock)
    }
    // Meanwhile another process may have set it anew.
    try write(clock.reading)
    return settings.clock
  }

  /// Changes the clock that only this process has, once everything that can fail is done.
  private func changedHere(
    _ change: @Sendable @escaping (ClockReading) throws -> ClockReading
  ) async throws -> ClockReading {
    let (former, reading) = (clock.reading, try change(clock.reading))
    try write(reading)
    do { try await account.keep(clock: reading, after: former.date) } catch {
      try write(former)
      throw error
    }
    await follow(committed: reading)
    return reading
  }

  private func follow(committed reading: ClockReading) async {
    clock.follow(reading)
    await account.publish(reading)
  }

  /// Writes how the clock goes for clients to come.
  private func write(_ reading: ClockReading) throws(SandboxError) {
    guard let folder, var endpoint else { return }
    endpoint.clock = reading
    try endpoint.write(to: folder)
  }
}
