/// What the core keeps in memory.
extension MessageCenter {
  /// Counts what is kept; the outbox and the archive lie on the disk.
  package func kept() -> [KeptCount] {
    [
      KeptCount("displays being gathered", gathering.count, .none),
      KeptCount("displays that the archive has not taken", untaken.events.count, .none),
      KeptCount("fetches under way", fetches.count, .none),
      KeptCount("rich fetches under way", richFetches.values.reduce(0) { $0 + $1.count }, .none),
      KeptCount("badge callers that wait", badgeCallers.count, .none),
      KeptCount("waits under way", waits.count + waitingForPushes.count, .none),
      KeptCount("events in flight", inFlight.count, .none),
      KeptCount("links before the start", tracking.earlyLinks.count, .none),
      KeptCount("sessions that are over", formerSessions.count, .upTo(Self.rememberedSessions)),
      KeptCount("verdicts on clicks", tracking.verdicts.count, .upTo(ClickVerdicts.most)),
      KeptCount("suppressed attempts to be stored", tally.attempts.count, .none),
      KeptCount(
        "rich content that could not be stored", unstored.values.reduce(0) { $0 + $1.count }, .history),
      KeptCount("picture requests of this run", pictureRequests.values.reduce(0) { $0 + $1.count }, .history),
      KeptCount("banners in the notification list", banners.count, .history),
    ]
  }
}
