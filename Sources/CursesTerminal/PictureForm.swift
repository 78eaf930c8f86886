/// How pictures reach the screen: `pictures` in the configuration, or what was found.
package nonisolated enum PictureForm: String, Hashable, Sendable, CaseIterable {
  /// kitty's graphics, with cells of text that stand for the picture.
  case kitty
  case sixel
  /// Two pixels in each cell, in the colours of text.
  case blocks
  case off
}
