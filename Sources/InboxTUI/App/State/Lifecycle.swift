package import struct Foundation.UUID
package import InboxCore

/// Where the program stands between its start and its end.
package struct Lifecycle: Equatable, Sendable {
  /// Whether the terminal is given away or the program ends: no session may begin now.
  package var isAway = false
  /// Whether the program was told to end: no key means anything from there on.
  var hasQuit = false
  /// Whether a pager has the terminal: it covers everything.
  package internal(set) var isPaged = false
  /// Whether a session was asked for and did not begin yet.
  package var isAppearing = false
  /// Whether there is somebody who says when a moment has passed; else nothing stays behind.
  var countsMoments = false
  /// The visible rows that were reported last.
  package var lastVisibleRows: VisibleRows?

  /// What the core was told of the screen.
  package struct VisibleRows: Equatable, Sendable {
    package var session: UUID
    package var rows: [VisibleRow]
  }
}
