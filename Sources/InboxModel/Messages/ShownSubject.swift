extension String {
  /// The subject of a message as it is shown: one without a word would be an empty row.
  package var shownSubject: String { allSatisfy(\.isWhitespace) ? "(no subject)" : self }
}
