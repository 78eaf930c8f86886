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
  /// How many characters it has.
  public let length: Int

  /// Shortens a part of more than 40 characters.
  public init(_ part: String, at offset: Int, _ remedy: String, isUnfinished: Bool = false) {
    self.offset = offset
    self.length = part.count
    self.part = part.count > 40 ? String(part.prefix(39)) + "…" : part
    self.remedy = remedy
    self.isUnfinished = isUnfinished
  }

  /// The filter without the part that is wrong.
  public func left(of text: String) -> String {
    let (before, behind) = (text.prefix(offset), text.dropFirst(offset + length))
    return before + (before.last?.isWhitespace ?? true ? "" : " ") + behind.drop(while: \.isWhitespace)
  }

  /// Both, as one sentence.
  public var description: String { "“\(part)”: \(remedy)" }
}
