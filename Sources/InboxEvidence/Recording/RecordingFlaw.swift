import InboxCore

/// Why a line of a recording cannot be read.
struct RecordingFlaw: Error, Hashable {
  /// A clause: “url is missing”.
  var reason: String

  init(_ reason: String) { self.reason = reason }
}
