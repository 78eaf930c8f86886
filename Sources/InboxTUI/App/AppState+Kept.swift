package import InboxCore

/// What the front keeps in memory.
extension AppState {
  /// The most rows of a list that are loaded at once, and some for those that arrive meanwhile.
  private static let mostRows = 500

  /// Counts what is kept.
  package var kept: [KeptCount] {
    let rows = lists.values.reduce(0) { $0 + ($1.window?.rows.count ?? 0) }
    return events.kept + [
      KeptCount("rows of loaded lists", rows, .upTo(Self.mostRows * max(1, lists.count))),
      KeptCount("waits that the screen shows", waits.count, .none),
      KeptCount("changes that can be taken back", changes.undoable.count, .upTo(Self.rememberedChanges)),
      KeptCount("messages with pictures", pictures.count, .upTo(PictureShelf.capacity)),
      KeptCount("messages in the log of campaigns", campaignLog.count, .upTo(CampaignLog.capacity)),
      KeptCount("keys that wait", waitingKeys.count, .none),
    ]
  }
}
