public import struct Foundation.Date

/// An answer to be merged into the archive.
public struct MergeRequest: Hashable, Sendable {
  /// Whose answer.
  public var identity: Identity
  /// Of which center.
  public var center: CenterName
  /// What the back end said.
  public var page: FetchedPage
  /// When it arrived.
  public var now: Date
  /// The ``FeatureState/generation`` under which it was asked for.
  public var generation: Int
  /// Of which application the answer is (``BackEnd/application``).
  public var application = ""

  /// How many changes were settled when it was asked for: what it says of a message that was changed since is old (VE-4).
  public var settledChanges = 0
  /// Whether it goes on where the page before it ended (VE-3).
  public var continues = false
  /// What of the list cannot be read after it (MC-9).
  public var malformed: [MalformedMessage]

  /// Makes a request.
  public init(
    identity: Identity, center: CenterName, page: FetchedPage, now: Date, generation: Int = 0
  ) {
    self.identity = identity
    self.center = center
    self.page = page
    self.now = now
    self.generation = generation
    malformed = page.malformed
  }
}

/// Whether message centers are switched on for this device (MC-1), as the archive remembers it.
public struct FeatureState: Hashable, Sendable {
  /// Whether the person has them on.
  public var isOn: Bool
  /// Counts the times it was switched: an answer that was asked for under another count is dropped.
  public var generation: Int

  /// Names a state.
  public init(isOn: Bool, generation: Int) {
    self.isOn = isOn
    self.generation = generation
  }
}
