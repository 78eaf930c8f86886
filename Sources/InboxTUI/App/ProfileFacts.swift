/// What the screen says of the profile.
package struct ProfileFacts: Equatable, Sendable {
  /// Its name.
  package var name: String
  /// Whether opening a message ends the session (EN-3).
  package var sessionEndsOnOpen: Bool
  /// Whether only ASCII can be drawn.
  package var repertoire: Repertoire

  package init(name: String, sessionEndsOnOpen: Bool = false, repertoire: Repertoire = .unicode) {
    self.name = name
    self.sessionEndsOnOpen = sessionEndsOnOpen
    self.repertoire = repertoire
  }
}
