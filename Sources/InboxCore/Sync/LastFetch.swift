public import struct Foundation.Date
public import InboxModel

/// The last successful fetch of a center, as the archive remembers it.
public struct LastFetch: Hashable, Sendable {
  /// When it was.
  public var time: Date
  /// Records of its response that could not be read (MC-9).
  public var malformed: [MalformedMessage]
  /// Records of its list that were set aside.
  public var setAside: [SetAsideMessage] = []
  /// Where the list goes on (VE-3).
  public var cursor: FetchCursor?
  /// Of which application it was (``BackEnd/application``).
  public var application = ""
  /// When the list was last fetched whole; nil where an archive of an early version does not say.
  public var whole: Date?

  /// A fetch of the whole list; nothing is checked.
  public init(time: Date, malformed: [MalformedMessage] = [], cursor: FetchCursor? = nil) {
    (self.time, whole) = (time, time)
    self.malformed = malformed
    self.cursor = cursor
  }

  /// The same as an application goes on from it: another one would not know the cursor, or take it for another (VE-3).
  func going(on application: String) -> Self {
    var last = self
    if application != self.application { last.cursor = nil }
    return last
  }
}
