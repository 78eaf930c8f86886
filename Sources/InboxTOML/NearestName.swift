/// Finds the known name that was probably meant.
package enum NearestName {
  /// The known name with the fewest edits, if there are at most three and fewer than half of its letters.
  package static func of(_ name: String, among known: [String]) -> String? {
    let best = known.map { (name: $0, edits: edits(Array(name), Array($0))) }.min { $0.edits < $1.edits }
    guard let best, best.edits <= 3, best.edits * 2 < max(2, best.name.count) else { return nil }
    return best.name
  }

  /// The Levenshtein distance.
  private static func edits(_ left: [Character], _ right: [Character]) -> Int {
    var row = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in right.enumerated() {
        let substituted = diagonal + (a == b ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(substituted, row[j] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}
