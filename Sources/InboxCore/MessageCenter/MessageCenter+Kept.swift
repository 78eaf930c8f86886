/// What the core keeps in memory.
extension MessageCenter {
  /// Counts what is kept; the outbox and the archive lie on the disk.
  package func kept() -> [KeptCount] {
    [
      KeptCount("displays being gathered", displays.gathering.count, .none),
      KeptCount("displays that the archive has not taken", displays.untaken.events.count, .none),
      KeptCount("fetches under way", refreshing.fetches.count, .none),
      KeptCount("rich fetches under way", rich.fetches.values.reduce(0) { $0 + $1.count }, .none),
      KeptCount("badge callers that wait", badge.callers.count, .none),
      KeptCount("waits under way", tasks.waits.count + pushes.callers.count, .none),
      KeptCount("events in flight", outbox.inFlight.count, .none),
      KeptCount("links before the start", tracking.earlyLinks.count, .none),
      KeptCount("sessions that are over", visit.former.count, .upTo(Self.rememberedSessions)),
      KeptCount("verdicts on clicks", tracking.verdicts.count, .upTo(ClickVerdicts.most)),
      KeptCount("suppressed attempts to be stored", displays.tally.attempts.count, .none),
      KeptCount(
        "rich content that could not be stored", rich.unstored.values.reduce(0) { $0 + $1.count }, .history),
      KeptCount(
        "picture requests of this run", rich.pictureRequests.values.reduce(0) { $0 + $1.count }, .history),
      KeptCount("banners in the notification list", pushes.banners.count, .history),
    ]
  }
}
