import InboxCore
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
