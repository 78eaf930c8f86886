extension String {
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  package var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
