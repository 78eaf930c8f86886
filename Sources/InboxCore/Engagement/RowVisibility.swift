/// How much of a message's row a person can see.
public enum RowVisibility: String, Hashable, Sendable, Codable {
  /// The whole row is on screen and nothing covers it: this is a display (EN-1).
  case whole
  /// Only a part of the row is on screen.
  case partial
  /// A dialog, the help or another layer lies over the row or a part of it.
  case covered
}
