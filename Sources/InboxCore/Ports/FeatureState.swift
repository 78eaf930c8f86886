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
