public import InboxCore

/// Where a finding is: as much of file, center, message and field as is known.
public struct LintPlace: Hashable, Sendable {
  /// Where the subject was read from, such as `spring.toml:12`; nil when nobody said.
  public var source: String?
  /// The center.
  public var center: CenterName?
  /// The message, for whoever wants to jump to it; the id is raw.
  public var message: MessageID?
  /// The part of it, in words: a ``LintField``, or “link harvest, ios”.
  public var part: String?

  /// Makes a place.
  public init(
    source: String? = nil, center: CenterName? = nil, message: MessageID? = nil, part: String? = nil
  ) {
    self.source = source
    self.center = center
    self.message = message
    self.part = part
  }

  /// The place as a JSON object with those of the members `source`, `center`, `message` and `part` that are known.
  public var json: JSONValue {
    let members = [
      "source": source, "center": center?.rawValue, "message": message?.rawValue, "part": part,
    ]
    return .object(members.compactMapValues { $0.map { .string($0) } })
  }
}

extension LintPlace: CustomStringConvertible {
  /// One harmless line, such as “spring.toml:12, spring-sale, expiry”.
  public var description: String {
    let whose = message.map { LintText.line($0.rawValue, limit: 80) } ?? center.map { "center \($0)" }
    let parts = [source, whose, part].compactMap { $0.map { LintText.line($0, limit: 160) } }
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
