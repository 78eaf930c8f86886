package import struct Foundation.UUID
package import InboxCore
import InboxModel

/// Where the program stands between its start and its end.
package struct Lifecycle: Equatable, Sendable {
  /// Whether the terminal is given away or the program ends: no session may begin now.
  package var isAway = false
  /// Whether the program is to end: from then on keys are ignored.
  var hasQuit = false
  /// Whether a pager has the terminal: it covers everything.
  package internal(set) var isPaged = false
  /// Whether a session was requested and did not begin yet.
  package var isAppearing = false
  /// Whether a timer reports that a moment has passed; without one nothing is deferred.
  var countsMoments = false
  /// Whether keys behind the one that opens a message wait for it; in earlier recordings they did not.
  var keysWait = true
  /// The message that is shown in full, where the vendor takes reports of closing.
  var openMessage: MessageKey?
  /// Whether the first card is on the screen.
  var hasCard = false
  /// Whether the back end was asked for anything in this run: before that, nothing is said that a response may soon
  /// change.
  var hasAsked = false
  /// Whether the server has said its badge.
  var knowsBadge = false
  /// The visible rows that were reported last.
  package var lastVisibleRows: VisibleRows?

  /// The rows reported to the core.
  package struct VisibleRows: Equatable, Sendable {
    package var session: UUID
    package var rows: [VisibleRow]
  }
}
