/// The longest common subsequence of two lists of lines, each line given as a number.
struct CommonLines {
  /// Where a common line stands.
  struct Pair: Hashable {
    var left: Int
    var right: Int
  }

  /// The common lines in order.
  private(set) var pairs: [Pair] = []

  /// The exact method needs memory with the square of what differs: beyond this many lines, those that are
  /// unique on both sides are matched first, and only what lies between them exactly.
  private static let most = 4_000
  /// Where no line is unique, this many of each side are matched at a time.
  private static let window = 200

  init(_ left: [Int], _ right: [Int]) {
    match(left[...], right[...], mayAnchor: true)
  }

  private mutating func match(_ left: ArraySlice<Int>, _ right: ArraySlice<Int>, mayAnchor: Bool) {
    var left = left
    var right = right
    while let first = left.first, first == right.first {
      pairs.append(Pair(left: left.startIndex, right: right.startIndex))
      left = left.dropFirst()
      right = right.dropFirst()
    }
    var tail: [Pair] = []
    while let last = left.last, last == right.last {
      tail.append(Pair(left: left.endIndex - 1, right: right.endIndex - 1))
      left = left.dropLast()
      right = right.dropLast()
    }
    if left.count + right.count <= Self.most {
      matchExactly(left, right)
    } else if !mayAnchor || !matchBetweenAnchors(left, right) {
      matchByWindows(left, right)
    }
    pairs += tail.reversed()
  }

  private mutating func matchExactly(_ left: ArraySlice<Int>, _ right: ArraySlice<Int>) {
    guard !Set(left).isDisjoint(with: right) else { return }
    let difference = right.difference(from: left)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(left.startIndex + offset)
      case .insert(let offset, _, _): inserted.insert(right.startIndex + offset)
      }
    }
    let retained = zip(
      left.indices.filter { !removed.contains($0) }, right.indices.filter { !inserted.contains($0) })
    pairs += retained.map { Pair(left: $0, right: $1) }
  }

  /// - Returns: Whether there are lines to match it between.
  private mutating func matchBetweenAnchors(_ left: ArraySlice<Int>, _ right: ArraySlice<Int>) -> Bool {
    // Those that rise on the right too.
    let unique = Self.unique(left, right)
    let anchors = RisingRun.indices(of: unique.map(\.right)).map { unique[$0] }
    guard !anchors.isEmpty else { return false }
    var next = Pair(left: left.startIndex, right: right.startIndex)
    for anchor in anchors + [Pair(left: left.endIndex, right: right.endIndex)] {
      match(left[next.left..<anchor.left], right[next.right..<anchor.right], mayAnchor: false)
      if anchor.left < left.endIndex { pairs.append(anchor) }
      next = Pair(left: anchor.left + 1, right: anchor.right + 1)
    }
    return true
  }

  /// Matches what may not be the most lines, each window from behind the last common line of the one before.
  private mutating func matchByWindows(_ left: ArraySlice<Int>, _ right: ArraySlice<Int>) {
    var (left, right) = (left, right)
    while !left.isEmpty, !right.isEmpty {
      let (first, second) = (left.prefix(Self.window), right.prefix(Self.window))
      match(first, second, mayAnchor: false)
      // One early in the window would be looked for again and again.
      let last = pairs.last.flatMap { $0.left >= first.startIndex + first.count / 2 ? $0 : nil }
      left = left[(last.map { $0.left + 1 } ?? first.endIndex)...]
      right = right[(last.map { $0.right + 1 } ?? second.endIndex)...]
    }
  }

  /// The lines that both sides have once, in the order of the left.
  private static func unique(_ left: ArraySlice<Int>, _ right: ArraySlice<Int>) -> [Pair] {
    let rightPlaces = Dictionary(grouping: right.indices) { right[$0] }
    return Dictionary(grouping: left.indices) { left[$0] }.compactMap { line, places in
      guard places.count == 1, let other = rightPlaces[line], other.count == 1 else { return nil }
      return Pair(left: places[0], right: other[0])
    }.sorted { $0.left < $1.left }
  }
}
