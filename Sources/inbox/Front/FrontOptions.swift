import InboxTUI

/// The options for the inbox, on the screen or without one.
nonisolated struct FrontOptions: Equatable, Sendable {
  /// The size of the screen in a run without a terminal; nil for the terminal.
  var screen: Size?
  var keys: [Key] = []
  var styles = false
  var noMouse = false
  var ascii = false
  var accessible = false
  var plain = false
  /// A name, or the path of a theme file.
  var theme: String?
  /// The colours to use; nil leaves them to the terminal.
  var depth: ColorDepth?
  var utc = false
  var recording = RunRecording()
}

/// A screen that only remembers its last frame.
final class TextScreen: Screen {
  private(set) var size: Size
  private(set) var frame: Frame

  init(size: Size) {
    self.size = size
    frame = Frame(size: size)
  }

  func present(_ frame: Frame) { self.frame = frame }

  /// As a terminal that is resized; the next frame has that size.
  func resize(to size: Size) { self.size = size }
}
