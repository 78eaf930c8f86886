@testable import InboxCore

/// What the core keeps in memory.
extension MessageCenter {
  /// Counts what is retained in memory; the outbox and the archive lie on the disk.
  func retainedCounts() -> [RetainedCount] {
    [
      RetainedCount("displays being gathered", displays.displayBatches.count, .none),
      RetainedCount("displays that the archive has not taken", displays.unsaved.events.count, .none),
      RetainedCount("fetches under way", refreshing.fetches.count, .none),
      RetainedCount("rich fetches under way", rich.fetches.values.reduce(0) { $0 + $1.count }, .none),
      RetainedCount("badge callers that wait", badge.callers.count, .none),
      RetainedCount("waits under way", tasks.waits.count + pushes.callers.count, .none),
      RetainedCount("events in flight", queues[.events].inFlight.count, .none),
      RetainedCount("links before the start", tracking.earlyLinks.count, .none),
      RetainedCount("sessions that are over", visit.former.count, .upTo(Self.rememberedSessions)),
      RetainedCount(
        "gestures", visit.gestures.gestures.count, .upTo(GestureLog.most + GestureLog.most / 10)),
      RetainedCount("verdicts on clicks", tracking.verdicts.count, .upTo(ClickVerdicts.most)),
      RetainedCount("suppressed attempts to be stored", displays.suppressions.attempts.count, .none),
      RetainedCount(
        "rich content that could not be stored", rich.unstored.values.reduce(0) { $0 + $1.count }, .history),
      RetainedCount(
        "picture requests of this run", rich.pictureRequests.values.reduce(0) { $0 + $1.count }, .history),
      RetainedCount("banners in the notification list", pushes.banners.count, .history),
    ]
  }
}
