extension String {
  /// The subject of a message as it is shown: one without a word would be an empty row.
  package var shownSubject: String {
    let isEmpty = unicodeScalars.allSatisfy {
      $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
    }
    return isEmpty ? "(no subject)" : self
  }
}
