import struct Foundation.Date

/// What the back end says when rich content is asked for.
enum RichAnswer: Hashable {
  /// The content, for the first and only time.
  case html(String)
  /// It was served before, at this time.
  case servedBefore(Date)
  /// No message of this identity has content here.
  case unknown
}
