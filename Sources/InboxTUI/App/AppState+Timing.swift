import InboxCore
import InboxModel

extension AppState {
  /// Whether the first rows of the screen are still to come.
  var awaitsFirstRows: Bool { snapshot == nil || list.window == nil && list.isLoading }

  /// Whether the change by an event may be drawn a moment later, together with others that follow.
  ///
  /// That applies to what stands beside the list and the message: reports, requests, histories, counts of waiting
  /// events. It does not apply to a session that begins: what is on the screen counts as displayed from then on (EN-1).
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
  /// Why a change of messages failed, if the event says so.
  var failureOfChange: InboxError? {
    switch self {
    case .of(_, let event): event.failureOfChange
    case .marking(.changeFailed(_, _, let error)): error
    default: nil
    }
  }
}
