/// Whether the newest answer of the back end still lists a message (MC-11).
public enum Presence: String, Hashable, Sendable, Codable {
  /// It does.
  case listed
  /// It does not, and twenty newer ones explain why.
  case pushedOut = "pushed-out"
  /// It does not, and nothing explains why: the campaign was probably withdrawn.
  case withdrawn
}
