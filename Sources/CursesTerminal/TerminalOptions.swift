package import InboxTUI

package nonisolated struct TerminalOptions: Hashable, Sendable {
  /// The file that stderr goes to while the terminal is in use; nil leaves it on the screen.
  package var stderrLog: String?
  /// The file that a crash writes its backtrace to; nil writes none, but the terminal is restored all the same.
  package var crashLog: String?
  /// What a crash writes there first: which program it was.
  package var crashHeading: String
  /// The depth to use instead of the one found; a terminal that cannot do it gets the most that it can.
  package var depth: ColorDepth?
  /// Whether the terminal reports the mouse, which takes the selection of text away from it.
  package var mouse: Bool
  /// How pictures are shown; nil leaves it to what the terminal says.
  package var pictures: PictureForm?

  package init(
    stderrLog: String? = nil, crashLog: String? = nil, crashHeading: String = "inbox",
    depth: ColorDepth? = nil, mouse: Bool = true, pictures: PictureForm? = nil
  ) {
    self.stderrLog = stderrLog
    self.crashLog = crashLog
    self.crashHeading = crashHeading
    self.depth = depth
    self.mouse = mouse
    self.pictures = pictures
  }
}
