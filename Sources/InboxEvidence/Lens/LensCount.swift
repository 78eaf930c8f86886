package import InboxModel

/// What one vendor's rule counts of one message, and why (QA-1).
package struct LensCount: Hashable, Sendable, Codable {
  /// How often; nil where the vendor has no such event, or the log does not hold what its rule needs.
  package var count: Int?
  /// Seconds in view, where the vendor reports them.
  package var seconds: Double?
  /// Why it is that many, as a sentence.
  package var reason: String

  package init(_ count: Int?, seconds: Double? = nil, _ reason: String) {
    self.count = count
    self.seconds = seconds
    self.reason = reason
  }

  /// The number as a table has it; a dash is not a zero.
  package var text: String { count.map(String.init) ?? "–" }

  package var json: JSONValue {
    let seconds = seconds.map { ($0 * 1_000).rounded() / 1_000 }
    return .members(["count": JSONValue.orNull(count), "reason": reason, "seconds": seconds])
  }
}
