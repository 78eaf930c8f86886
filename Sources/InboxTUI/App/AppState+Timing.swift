package import InboxCore
import InboxModel

extension AppState {
  /// Whether the rows that a screen begins with are on their way.
  var awaitsFirstRows: Bool { snapshot == nil || list.window == nil && list.isLoading }

  /// Whether what an event changes may be drawn a moment later, together with what else comes until then.
  ///
  /// That is what is drawn beside the list and the message: reports, requests, histories, counts of what waits. A
  /// session that begins is none of it: what is on the screen is displayed from then on (EN-1).
  func canWait(_ event: AppEvent) -> Bool {
    switch event {
    case .of(_, let event): canWait(event)
    case .coreUpdated(.snapshot(let new)):
      snapshot?.identity == new.identity && snapshot?.revision == new.revision
        && snapshot?.session == new.session
    case .coreUpdated(.journal), .exchanged, .sandbox, .message(.detailLoaded), .picture(.pictureLoaded): true
    default: false
    }
  }
}

extension AppEvent {
  /// Why messages could not be changed, where it is about that.
  var failureOfChange: InboxError? {
    switch self {
    case .of(_, let event): event.failureOfChange
    case .marking(.changeFailed(_, _, let error)): error
    default: nil
    }
  }
}

/// What the front keeps in memory.
extension AppState {
  /// The most rows of a list that are loaded at once, and some for those that arrive meanwhile.
  private static let mostRows = 500

  package var retainedCounts: [RetainedCount] {
    let rows = lists.values.reduce(0) { $0 + ($1.window?.rows.count ?? 0) }
    return events.retainedCounts + [
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
