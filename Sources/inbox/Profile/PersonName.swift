/// A person as someone names one: what it is to a vendor, that vendor says.
nonisolated enum PersonName: Hashable, Sendable {
  /// By one name, as `--user` has it.
  case user(String)
  /// By several ids, each with its kind.
  case ids([String: String])
  /// No one is signed in.
  case nobody
}
