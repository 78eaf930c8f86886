/// The characters that a terminal can show.
public enum Repertoire: String, Hashable, Sendable, Codable {
  /// Unicode, sent as UTF-8.
  case unicode
  /// ASCII only: everything else becomes what comes closest.
  case ascii
}
