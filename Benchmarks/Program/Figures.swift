/// How much of everything a step used.
nonisolated struct Figures: Equatable, Sendable {
  /// By measure; what cannot be counted here is missing.
  private(set) var counts: [Measure: Int] = [:]

  subscript(measure: Measure) -> Int? {
    get { counts[measure] }
    set { counts[measure] = newValue }
  }

  /// The larger of each.
  func largest(_ other: Figures) -> Figures {
    Figures(counts: counts.merging(other.counts, uniquingKeysWith: max))
  }
}
