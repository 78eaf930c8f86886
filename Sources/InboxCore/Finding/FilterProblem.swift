/// What is wrong with a filter, where, and what would be right.
public struct FilterProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The part of the filter that is wrong, as it was typed.
  public let part: String
  /// How many characters stand before it.
  public let offset: Int
  /// What would be right, as a sentence.
  public let remedy: String
  /// Whether it may become right when more is typed.
  public let isUnfinished: Bool
  /// Whether nothing stands behind it: what stands before it was in force before it was typed.
  public let isLast: Bool

  /// Names a problem.
  public init(
    _ part: String, at offset: Int, _ remedy: String, isUnfinished: Bool = false, isLast: Bool = false
  ) {
    self.offset = offset
    self.part = part.count > 40 ? String(part.prefix(39)) + "…" : part
    self.remedy = remedy
    self.isUnfinished = isUnfinished
    self.isLast = isLast
  }

  /// Both, as one sentence.
  public var description: String { "“\(part)”: \(remedy)" }
}
