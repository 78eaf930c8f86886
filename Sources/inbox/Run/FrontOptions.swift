import InboxTUI

/// How the inbox is wanted on the screen, or without one.
nonisolated struct FrontOptions: Equatable, Sendable {
  /// The size of a screen that is none; nil for the terminal.
  var screen: Size?
  /// What is pressed on that.
  var keys: [Key] = []
  var styles = false
  var noMouse = false
  var ascii = false
  var accessible = false
  var plain = false
  /// By name, or a theme file.
  var theme: String?
  /// The colours to use; nil leaves them to the terminal.
  var depth: ColorDepth?
  var utc = false
  var recording = RunRecording()
}
