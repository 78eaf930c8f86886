import InboxCore

/// What is known about the name servers that a domain is delegated to (UL-9).
public enum NameServerAnswer: Hashable, Sendable {
  /// Their names in lower case without a trailing dot, sorted.
  case found([String])
  /// There is no such name.
  case noSuchName
  /// The name has no name servers of its own: it belongs to the zone above it, or is an alias.
  case noRecords
  /// Whoever was asked did not tell; the reason is the end of a sentence.
  case notTold(String)
  /// Nobody was asked, as nobody can know; the reason is the end of a sentence.
  case notAsked(String)
  /// Nobody answered; the reason is the end of a sentence.
  case noAnswer(String)

  /// What was found, in the form that this type promises.
  public static func found(raw names: [String]) -> NameServerAnswer {
    .found(Set(names.map(HostName.normalized)).sorted())
  }
}
