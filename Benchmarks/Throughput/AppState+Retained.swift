import InboxCore

@testable import InboxTUI

/// What the front keeps in memory.
extension AppState {
  /// The most rows of a list that are loaded at once, and some for those that arrive meanwhile.
  private static let mostRows = 500

  var retainedCounts: [RetainedCount] {
    let rows = lists.values.reduce(0) { $0 + ($1.window?.rows.count ?? 0) }
    return [
      RetainedCount("entries of the event pane", events.entries.count, .upTo(EventPane.capacity * 2)),
      RetainedCount("lines of the event pane", events.lines.count, .upTo(EventPane.capacity * 2)),
      RetainedCount("requests with their bodies", events.whole.count, .upTo(EventPane.wholeRequests)),
      RetainedCount("requests held for another identity", events.held.count, .upTo(EventPane.wholeRequests)),
      RetainedCount("rows of loaded lists", rows, .upTo(Self.mostRows * max(1, lists.count))),
      RetainedCount("waits that the screen shows", waits.count, .none),
      RetainedCount("changes that can be taken back", changes.undoable.count, .upTo(Self.rememberedChanges)),
      RetainedCount("messages with pictures", pictures.count, .upTo(PictureShelf.capacity)),
      RetainedCount("messages in the log of campaigns", campaignLog.count, .upTo(CampaignLog.capacity)),
      RetainedCount("keys that wait", waitingKeys.count, .none),
      RetainedCount("notices", notices.entries.count, .upTo(NoticeHistory.capacity)),
    ]
  }
}
