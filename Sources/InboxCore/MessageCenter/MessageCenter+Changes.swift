import struct Foundation.UUID
import InboxModel

/// Changes of messages on their way to the server: durable, in order, those of one identity at a time (VE-4).
extension MessageCenter {
  /// How many changes wait for the server, as far as this run knows; ``waitingEvents`` counts them too.
  public var waitingChanges: Int { queues[.changes].waiting }

  /// Of which application a message is: what is done with it before the profile's own has listed it is that other
  /// one's, and held for it (VE-3).
  func application(of key: MessageKey) -> String {
    refreshing.foreign.application(of: key) ?? backEnd.application
  }

  /// Whether the server takes changes, and may be sent them.
  var takesChanges: Bool {
    backEnd.change != nil && !capabilities.changes.isEmpty && settings.withholding == nil
  }

  /// Under which changes are queued; nil where the server takes none (MC-18).
  var changeOrigin: ChangeOrigin? {
    guard takesChanges else { return nil }
    return ChangeOrigin(
      run: run, time: time.now(), takes: capabilities.changes, session: visit.session?.id,
      application: backEnd.application, foreign: refreshing.foreign,
      undeletable: Set(settings.centers.filter { capabilities.deletion(in: $0) == .here }))
  }

  /// What a why line says of what waits for another application than the profile's; empty where it does not.
  func heldWords(_ application: String?) -> String {
    guard let application, application != backEnd.application else { return "" }
    return
      ", held for the account that it was fetched from (\(application)): here it counts once this account lists it"
  }

  /// Says what a person's marks mean for the server, and sends what waits.
  func queued(
    _ decisions: [MessageKey: ChangeDecision], _ keys: [MessageKey], _ origin: ChangeOrigin?,
    of owner: Identity
  ) {
    let vendor = capabilities.vendor
    for key in keys {
      guard let decision = decisions[key], let what = decision.words(vendor: vendor) else { continue }
      let held = decision.sends == nil ? "" : heldWords(origin?.application(of: key))
      log(
        .change(decision.sends == nil ? .suppressed : .queued), key, of: owner, why: what + held)
      let change = (decision.sends == nil ? 0 : 1) - (decision.withdraws ? 1 : 0)
      if origin?.application(of: key) == origin?.application {
        queues[.changes].waiting = max(0, queues[.changes].waiting + change)
      } else {
        outbox.held = max(0, outbox.held + change)
      }
    }
    if decisions.values.contains(where: { $0.sends != nil }) { flush(.changes) }
  }

  /// Says that marks which the server would take stay here, where nothing is written to it (VE-8).
  func withheld(_ kind: MessageChange.Kind, _ keys: [MessageKey], of owner: Identity) {
    guard let withholding = settings.withholding, capabilities.changes.contains(kind) else { return }
    for key in keys where kind != .delete || capabilities.deletion(in: key.center) == .server {
      log(.change(.suppressed), key, of: owner, why: "\(kind.words) on this device only: \(withholding)")
    }
  }

  /// Sends a page of changes.
  func deliverChanges() async throws(InboxError) -> Bool {
    let page = try await archive.waitingChanges(changeScope, limit: capabilities.batch)
    queues[.changes].waiting = page.total
    guard !page.items.isEmpty else { return false }
    try await send(page.items)
    return true
  }

  /// - Throws: the archive's errors only.
  private func send(_ page: [MessageChange]) async throws(InboxError) {
    guard let change = backEnd.change else { return }
    // First of all: a change whose response never comes must not look like one that the server has not seen. What the
    // person took back meanwhile is none any more.
    let waiting = try await archive.triedChanges(page.map(\.id))
    let page = page.filter { waiting.contains($0.id) }
    guard !page.isEmpty else { return }
    let taken: Set<UUID>
    do { taken = try await change(page) } catch { return try await failed(page, error) }
    try await settle(page, taken)
    reached()
  }

  private func failed(_ page: [MessageChange], _ error: InboxError) async throws(InboxError) {
    let last = queues[.changes].machine.lastError
    switch queues[.changes].machine.failed(with: error, at: time.now(), jitter: random.jitter()) {
    case .later:
      guard error != .cancelled else { return }
      if case .noNetwork = error { try await archive.untriedChanges(page.map(\.id)) }
      lost(error, after: last)
      for change in page { publish(change, .queued, "waiting: \(error.numbered)", error) }
    case .pause:
      log(
        .note(failed: true), why: "Changes for the server are paused: \(error.numbered)",
        error: error, delivering: .changes)
      for change in page {
        publish(change, .queued, "waiting until the server accepts the token", error)
      }
    case .refuse: try await refuse(page, error)
    }
  }

  /// A change that the response does not list stays and is offered again: only the server's word ends it.
  private func settle(_ page: [MessageChange], _ taken: Set<UUID>) async throws(InboxError) {
    let sent = page.filter { taken.contains($0.id) }
    try await archive.settleChanges(sent.map(\.id), as: .sent(generation: nil), at: time.now())
    queues[.changes].settled(sent.count)
    for change in page {
      if taken.contains(change.id) {
        publish(change, .sent, "acknowledged")
      } else {
        publish(
          change, .queued, "waiting: not in the server's response; it will be sent again")
      }
    }
    queues[.changes].machine.accepted(
      isComplete: sent.count == page.count, at: time.now(), jitter: random.jitter())
  }

  /// One change that the server will never take must not hold back the others: they are sent one by one.
  private func refuse(_ page: [MessageChange], _ error: InboxError) async throws(InboxError) {
    guard page.count == 1, let change = page.first else {
      for change in page where queues[.changes].machine.mayGoOn { try await send([change]) }
      return
    }
    try await archive.settleChanges([change.id], as: .refused(error.description), at: time.now())
    queues[.changes].settled(1)
    // There was no request that the server could have refused.
    if case .unsupported = error {
      publish(change, .suppressed, "on this device only: \(error.description)")
      return
    }
    publish(
      change, .refused, "refused; on this device only: \(error.description)", error)
  }

  private func publish(
    _ change: MessageChange, _ verdict: JournalEntry.Verdict, _ why: String,
    _ error: InboxError? = nil
  ) {
    let owner = change.identity == identity ? "" : " (\(change.identity.label))"
    log(
      .change(verdict), change.message, of: change.identity, why: "\(change.kind.words): \(why)\(owner)",
      error: error)
  }
}
