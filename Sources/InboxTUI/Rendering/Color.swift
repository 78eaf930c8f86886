/// A colour of a cell's foreground or background.
public enum Color: Hashable, Sendable {
  /// The terminal's own colour; the colour below shines through it in ``Style/over(_:)``.
  case standard
  /// An entry of the terminal's palette: 0–15 are the user's own, 16–231 a cube, 232–255 greys.
  case palette(UInt8)
  /// Red, green and blue.
  case rgb(UInt8, UInt8, UInt8)
}
