/// Finds the known name that was probably meant.
package enum NearestName {
  /// The known name with the fewest edits, if there are at most three and fewer than half of its letters.
  package static func of(_ name: String, among known: [String]) -> String? {
    // Each letter more is an edit, so that a name of a million letters is compared with none.
    let length = name.count
    let best = known.filter { abs($0.count - length) <= 3 }
      .map { (name: $0, edits: edits(Array(name), Array($0))) }.min { $0.edits < $1.edits }
    guard let best, best.edits <= 3, best.edits * 2 < max(2, best.name.count) else { return nil }
    return best.name
  }

  /// The question that follows a sentence about an unknown name; empty where no name is near.
  package static func hint(_ name: String, among known: [String]) -> String {
    of(name, among: known).map { " Did you mean “\($0)”?" } ?? ""
  }

  /// The question of ``hint(_:among:)``, or else a sentence with the names that there are.
  ///
  /// - Parameters:
  ///   - none: What follows where there are no names.
  ///   - most: How many names are listed.
  package static func hintOrList(
    _ name: String, among known: [String], none: String = "", most: Int = .max
  ) -> String {
    if let near = of(name, among: known) { return " Did you mean “\(near)”?" }
    if known.isEmpty { return none.isEmpty ? "" : " \(none)" }
    return " There are: \(known.prefix(most).joined(separator: ", "))."
  }

  /// The Levenshtein distance, in which two letters that changed places are one edit.
  private static func edits(_ left: [Character], _ right: [Character]) -> Int {
    var (before, row) = ([Int](), Array(0...right.count))
    for (i, a) in left.enumerated() {
      var next = [i + 1]
      for (j, b) in right.enumerated() {
        var edits = min(row[j] + (a == b ? 0 : 1), next[j] + 1, row[j + 1] + 1)
        if i > 0, j > 0, a == right[j - 1], left[i - 1] == b { edits = min(edits, before[j - 1] + 1) }
        next.append(edits)
      }
      (before, row) = (row, next)
    }
    return row[right.count]
  }
}
