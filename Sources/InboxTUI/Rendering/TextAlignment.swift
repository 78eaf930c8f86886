/// Where a text stands in the columns that it was given.
public enum TextAlignment: Hashable, Sendable {
  /// At the left.
  case leading
  /// In the middle, one column to the left when it cannot be exact.
  case center
  /// At the right.
  case trailing
}
