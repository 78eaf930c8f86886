/// The places of a text that a pattern can have got to so far.
///
/// Only the stretch between the first and the last of them is looked at, so text before the first wildcard
/// costs one comparison a character.
struct AssociationPositions: Hashable, Sendable {
  private var reached: [Bool]
  /// The first and the last place; nil if the pattern has failed.
  private(set) var bounds: ClosedRange<Int>?

  /// The beginning of a text of a length, or nowhere.
  init(length: Int, isEmpty: Bool = false) {
    reached = [Bool](repeating: false, count: length + 1)
    if !isEmpty { insert(0) }
  }

  /// How many places a step has to look at.
  var width: Int { bounds?.count ?? 0 }

  var all: [Int] { bounds?.filter { reached[$0] } ?? [] }

  func contains(_ position: Int) -> Bool { reached[position] }

  mutating func insert(_ position: Int) {
    reached[position] = true
    bounds = bounds.map { min($0.lowerBound, position)...max($0.upperBound, position) } ?? position...position
  }

  /// Adds every place after the first.
  mutating func spread() {
    guard let first = bounds?.lowerBound else { return }
    for position in first..<reached.count { reached[position] = true }
    bounds = first...(reached.count - 1)
  }

  /// Moves every place on by one character, if that character is accepted.
  mutating func move(where accepts: (_ position: Int) -> Bool) {
    guard let old = bounds else { return }
    bounds = nil
    for position in stride(from: min(old.upperBound, reached.count - 2), through: old.lowerBound, by: -1) {
      reached[position + 1] = reached[position] && accepts(position)
      if reached[position + 1] {
        bounds = (position + 1)...(bounds?.upperBound ?? position + 1)
      }
    }
    reached[old.lowerBound] = false
  }
}
