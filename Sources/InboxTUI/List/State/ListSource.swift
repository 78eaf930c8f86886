package import InboxCore
package import InboxModel

/// Which messages a list shows.
package struct ListSource: Equatable, Sendable {
  /// The center; nil is every center in one list.
  package var center: CenterName?
  package var filter = MessageFilter.everything
}

/// A request for rows of a list.
package struct ListRequest: Equatable, Sendable {
  package var source: ListSource
  package var anchor: WindowRequest.Anchor
  /// The newest request counts; the rows of an older one are out of date.
  package var number: Int
  package var limit = ListState.span
}

package enum ListEvent: FeatureEvent {
  case windowLoaded(ListWindow, request: Int)
  case windowFailed(CenterName, request: Int, InboxError)
  /// Rows of all centers together arrived, or could not be read.
  case foundEverywhere(ListWindow, request: Int)
  case findFailed(request: Int, InboxError)
  /// So much time has passed that a filter such as `after:2h` may let other messages through.
  case outdated
}
