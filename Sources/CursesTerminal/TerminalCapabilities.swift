import CCurses
package import InboxTUI

/// What the open terminal can do.
package nonisolated struct TerminalCapabilities: Hashable, Sendable {
  package static var libraryVersion: String { String(cString: cc_version()) }

  /// How many colours are used.
  package let depth: ColorDepth
  package let repertoire: Repertoire
  package let size: Size
  /// Whether it understands more than what to print: modes, a title, a clipboard.
  ///
  /// A Linux console does not.
  package var understandsCommands = true
}
