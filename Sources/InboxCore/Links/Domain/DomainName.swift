/// Names of hosts as they are compared.
public enum DomainName {
  /// The name in lower case without a trailing dot.
  public static func normalized(_ name: String) -> String {
    let lower = name.lowercased()
    return lower.hasSuffix(".") ? String(lower.dropLast()) : lower
  }

  /// Whether a name of a certificate stands for a host (RFC 9525 §6.3).
  ///
  /// `*` stands for exactly one whole label, the first, and only before at least two others: `*.com` matches
  /// nothing.
  public static func certificateName(_ pattern: String, covers host: String) -> Bool {
    let pattern = normalized(pattern).split(separator: ".", omittingEmptySubsequences: false)
    let host = normalized(host).split(separator: ".", omittingEmptySubsequences: false)
    guard pattern.count == host.count, !host.contains("") else { return false }
    guard pattern.first == "*" else { return pattern == host }
    return pattern.count >= 3 && pattern.dropFirst() == host.dropFirst()
  }
}
