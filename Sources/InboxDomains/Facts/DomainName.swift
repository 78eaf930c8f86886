import InboxCore

/// Names in certificates.
public enum DomainName {
  /// Whether a name of a certificate stands for a host (RFC 9525 §6.3).
  ///
  /// `*` stands for exactly one whole label, the first, and only before at least two others: `*.com` matches
  /// nothing.
  public static func certificateName(_ pattern: String, covers host: String) -> Bool {
    let pattern = HostName.normalized(pattern).split(separator: ".", omittingEmptySubsequences: false)
    let host = HostName.normalized(host).split(separator: ".", omittingEmptySubsequences: false)
    guard pattern.count == host.count, !host.contains("") else { return false }
    guard pattern.first == "*" else { return pattern == host }
    return pattern.count >= 3 && pattern.dropFirst() == host.dropFirst()
  }
}
