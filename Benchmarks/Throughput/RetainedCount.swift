/// How much of something a part of the program keeps, and whether that may grow: so it can be shown that a long day leaves
/// no more behind than what happened in it.
nonisolated struct RetainedCount: Hashable, Sendable {
  /// How it may grow.
  enum Growth: Hashable, Sendable {
    /// Not at all: it is the same whenever the program is idle.
    case none
    /// Up to this many.
    case upTo(Int)
    /// By one for each thing that happened, which is kept on purpose.
    case history
  }

  /// What is counted, in the plural: “open push lines”.
  var name: String
  var count: Int
  var growth: Growth

  init(_ name: String, _ count: Int, _ growth: Growth) {
    self.name = name
    self.count = count
    self.growth = growth
  }

  /// Whether it is more than may be, having been something else at an earlier idle moment.
  func isTooMuch(since earlier: RetainedCount?) -> Bool {
    switch growth {
    case .none: count > earlier?.count ?? count
    case .upTo(let most): count > most
    case .history: false
    }
  }
}
