package import InboxTUI

/// A screen that keeps its last frame.
package final class RecordingScreen: Screen {
  package var size: Size
  package private(set) var frame: Frame
  package private(set) var frames = 0
  /// Receives each frame.
  var onFrame: () -> Void = {}

  package init(size: Size) {
    self.size = size
    frame = Frame(size: size)
  }

  package func present(_ frame: Frame) {
    self.frame = frame
    frames += 1
    onFrame()
  }
}
