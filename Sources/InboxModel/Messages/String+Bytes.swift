extension String {
  /// Whether both are the same bytes, as servers and a database compare: Swift's strings are equal in every Unicode
  /// form.
  package func hasBytes(of other: Self) -> Bool { self == other && utf8.elementsEqual(other.utf8) }
}
