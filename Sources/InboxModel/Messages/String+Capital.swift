extension String {
  /// With a capital at its beginning.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// With a small letter at its beginning.
  package var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
