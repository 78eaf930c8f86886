/// Something that frames are shown on: the terminal, or a recorder in a test.
@MainActor public protocol Screen: AnyObject {
  /// The size that the next frame should have.
  var size: Size { get }
  /// Shows the frame; only what changed since the last one costs anything.
  func present(_ frame: Frame)
}

/// The characters that a terminal can show.
public enum Repertoire: String, Hashable, Sendable, Codable {
  /// Unicode, sent as UTF-8.
  case unicode
  /// ASCII only: everything else becomes what comes closest.
  case ascii
}
