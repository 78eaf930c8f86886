/// The characters that a box is drawn with.
public struct BoxGlyphs: Hashable, Sendable {
  /// The top left corner.
  public let topLeft: Character
  /// The top right corner.
  public let topRight: Character
  /// The bottom left corner.
  public let bottomLeft: Character
  /// The bottom right corner.
  public let bottomRight: Character
  /// The lines above and below.
  public let horizontal: Character
  /// The lines at both sides.
  public let vertical: Character

  /// Thin lines with round corners.
  public static let rounded = BoxGlyphs(
    topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", horizontal: "─", vertical: "│")
  /// Thin lines with sharp corners.
  public static let single = BoxGlyphs(
    topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘", horizontal: "─", vertical: "│")
  /// Two thin lines.
  public static let double = BoxGlyphs(
    topLeft: "╔", topRight: "╗", bottomLeft: "╚", bottomRight: "╝", horizontal: "═", vertical: "║")
  /// Thick lines.
  public static let heavy = BoxGlyphs(
    topLeft: "┏", topRight: "┓", bottomLeft: "┗", bottomRight: "┛", horizontal: "━", vertical: "┃")
  /// Signs that every terminal has.
  public static let ascii = BoxGlyphs(
    topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", horizontal: "-", vertical: "|")
}
