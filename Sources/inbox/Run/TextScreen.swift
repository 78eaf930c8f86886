import InboxTUI

/// A screen that only remembers its last frame.
final class TextScreen: Screen {
  let size: Size
  private(set) var frame: Frame

  init(size: Size) {
    self.size = size
    frame = Frame(size: size)
  }

  func present(_ frame: Frame) { self.frame = frame }
}
