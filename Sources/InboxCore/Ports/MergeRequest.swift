public import struct Foundation.Date

/// An answer to be merged into the archive.
public struct MergeRequest: Hashable, Sendable {
  /// Whose answer.
  public var identity: Identity
  /// Of which center.
  public var center: CenterName
  /// What the back end said.
  public var answer: MessageListAnswer
  /// When it arrived.
  public var now: Date
  /// The ``FeatureState/generation`` under which it was asked for.
  public var generation: Int
  /// Of which application the answer is (``BackEnd/application``).
  public var application = ""

  /// Makes a request.
  public init(
    identity: Identity, center: CenterName, answer: MessageListAnswer, now: Date, generation: Int = 0
  ) {
    self.identity = identity
    self.center = center
    self.answer = answer
    self.now = now
    self.generation = generation
  }
}
