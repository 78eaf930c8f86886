import struct Foundation.Date
import struct Foundation.UUID
import InboxModel

/// What waits for a server, in queues: each is delivered by itself, so that what a server refuses of one holds up no
/// other.
extension MessageCenter {
  /// The delivery of a queue.
  struct QueueDelivery {
    /// When it is tried, and what a failure means.
    var machine = OutboxMachine()
    /// The delivery under way.
    var task: Task<Void, Never>?
    /// What it has sent and has no receipt for.
    var inFlight: Set<UUID> = []
    /// How many are known to wait.
    var waiting = 0
    /// What the last delivery met, until one succeeds.
    var trouble: InboxError? { machine.paused ?? machine.lastError }

    /// So many wait no more.
    mutating func settled(_ count: Int) { waiting = max(0, waiting - count) }
  }

  /// The delivery of every queue.
  struct Queues {
    private var deliveries: [OutboxQueue: QueueDelivery] = [:]

    subscript(queue: OutboxQueue) -> QueueDelivery {
      get { deliveries[queue] ?? QueueDelivery() }
      set { deliveries[queue] = newValue }
    }

    var all: [QueueDelivery] { OutboxQueue.allCases.map { self[$0] } }
  }

  /// Delivers what waits in every queue.
  func flushAll(_ reason: OutboxMachine.Reason = .due) {
    for queue in OutboxQueue.allCases { flush(queue, reason) }
  }

  /// Delivers what waits in a queue; one delivery at a time, a call during one makes it look again.
  func flush(_ queue: OutboxQueue, _ reason: OutboxMachine.Reason = .due) {
    guard mayDeliver(queue), life.isConnected, !life.isStopped,
      queues[queue].machine.wanted(reason, at: time.now()) == .deliver
    else { return }
    queues[queue].task = perform { await self.deliver(queue) }
  }

  private func mayDeliver(_ queue: OutboxQueue) -> Bool {
    switch queue {
    case .events: settings.withholding == nil
    case .changes: takesChanges && !settings.isReadOnly
    case .tracking: tracker?.send != nil && settings.withholding == nil
    }
  }

  private func deliver(_ queue: OutboxQueue) async {
    repeat {
      await deliverPages(of: queue)
    } while queues[queue].machine.ended() == .deliver && !Task.isCancelled
    queues[queue].task = nil
    changed()
    schedule()
  }

  private func deliverPages(of queue: OutboxQueue) async {
    while !Task.isCancelled, queues[queue].machine.mayGoOn {
      do throws(InboxError) {
        try await adoptOutbox()
        guard try await deliverPage(of: queue) else { return }
      } catch {
        // Our own disk: what was sent is known to the server by its id, and is offered again.
        notice(error.description)
        _ = queues[queue].machine.failed(with: error, at: time.now(), jitter: random.jitter())
        return
      }
    }
  }

  /// - Returns: whether anything was there.
  /// - Throws: the archive's errors only.
  private func deliverPage(of queue: OutboxQueue) async throws(InboxError) -> Bool {
    defer { queues[queue].inFlight = [] }
    return switch queue {
    case .events: try await deliverEvents()
    case .changes: try await deliverChanges()
    case .tracking: try await deliverTracking()
    }
  }

  /// Whether a queue goes to the back end; a tracker of another vendor has a server and a token of its own.
  func isForBackEnd(_ queue: OutboxQueue) -> Bool {
    queue != .tracking || tracker?.name == capabilities.vendor
  }

  /// When a delivery is due: a retry, or the end of what holds an event that may still change; nil while something else
  /// has to happen first.
  func deliveryDue(of queue: OutboxQueue, at now: Date) -> Date? {
    let delivery = queues[queue]
    guard !delivery.machine.isDelivering, !(isServerTried && isForBackEnd(queue)) else { return nil }
    let retry = delivery.machine.due(at: now)
    guard queue == .tracking else { return retry }
    guard mayDeliver(queue) else { return nil }
    guard delivery.machine.paused == nil, delivery.waiting > 0, let during = tracking.policy?.held?.during
    else { return retry }
    // A clock that was set back holds nothing.
    return retry ?? (during.contains(now) ? during.upperBound : now)
  }
}
