import CCurses
public import InboxTUI

/// What the open terminal can do.
public nonisolated struct TerminalCapabilities: Hashable, Sendable {
  /// What draws, with its version.
  public static var libraryVersion: String { String(cString: cc_version()) }

  /// How many colours are used.
  public let depth: ColorDepth
  /// The characters it shows.
  public let repertoire: Repertoire
  /// Its size when it was opened.
  public let size: Size
  /// Whether it understands more than what to print: modes, a title, a clipboard.
  ///
  /// A Linux console does not.
  public let understandsCommands: Bool

  /// Makes capabilities, for a test.
  public init(depth: ColorDepth, repertoire: Repertoire, size: Size, understandsCommands: Bool = true) {
    self.depth = depth
    self.repertoire = repertoire
    self.size = size
    self.understandsCommands = understandsCommands
  }
}
