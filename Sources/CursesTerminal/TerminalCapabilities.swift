public import InboxTUI

/// What the open terminal can do.
public nonisolated struct TerminalCapabilities: Hashable, Sendable {
  /// How many colours are used.
  public let depth: ColorDepth
  /// The characters it shows.
  public let repertoire: Repertoire
  /// Its size when it was opened.
  public let size: Size

  /// Makes capabilities, for a test.
  public init(depth: ColorDepth, repertoire: Repertoire, size: Size) {
    self.depth = depth
    self.repertoire = repertoire
    self.size = size
  }
}
