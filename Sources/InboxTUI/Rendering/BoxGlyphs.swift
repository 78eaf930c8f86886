package struct BoxGlyphs: Hashable, Sendable {
  package let topLeft: Character
  package let topRight: Character
  package let bottomLeft: Character
  package let bottomRight: Character
  /// The upper and lower edges.
  package let horizontal: Character
  /// The left and right edges.
  package let vertical: Character

  /// Thin lines with round corners.
  package static let rounded = BoxGlyphs(
    topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", horizontal: "─", vertical: "│")
  /// Thin lines with sharp corners.
  package static let single = BoxGlyphs(
    topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘", horizontal: "─", vertical: "│")
  /// Two thin lines.
  package static let double = BoxGlyphs(
    topLeft: "╔", topRight: "╗", bottomLeft: "╚", bottomRight: "╝", horizontal: "═", vertical: "║")
  package static let heavy = BoxGlyphs(
    topLeft: "┏", topRight: "┓", bottomLeft: "┗", bottomRight: "┛", horizontal: "━", vertical: "┃")
  /// Signs that every terminal has.
  package static let ascii = BoxGlyphs(
    topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", horizontal: "-", vertical: "|")
}
