/// Which line of one recording is which line of another.
struct RecordingAlignment {
  /// A line that both have, or that one has.
  struct Step {
    var left: Int?
    var right: Int?
    /// The line with numbers for the ids: the same on both sides where the ids stand for one another.
    var text: String
  }

  /// Every line of both, in order.
  private(set) var steps: [Step] = []
  private let left: [VolatileText]
  private let right: [VolatileText]
  private var leftNames: [String: Int] = [:]
  private var rightNames: [String: Int] = [:]
  private var names = 0

  init(_ left: [VolatileText], _ right: [VolatileText]) {
    self.left = left
    self.right = right
    var codes: [[String]: Int] = [:]
    for text in left + right where codes[text.pieces] == nil { codes[text.pieces] = codes.count }
    let common = CommonLines(left.map { codes[$0.pieces] ?? 0 }, right.map { codes[$0.pieces] ?? 0 })
    var pairs: [CommonLines.Pair] = []
    for pair in common.pairs where agree(left[pair.left].ids, right[pair.right].ids) { pairs.append(pair) }
    write(pairs)
  }

  /// Whether the ids of two lines can stand for one another; if so, they do from here on.
  private mutating func agree(_ left: [String], _ right: [String]) -> Bool {
    let former = (leftNames, rightNames, names)
    for (left, right) in zip(left, right) {
      switch (leftNames[left], rightNames[right]) {
      case (nil, nil):
        names += 1
        leftNames[left] = names
        rightNames[right] = names
      case (let first, let second) where first == second: continue
      default:
        (leftNames, rightNames, names) = former
        return false
      }
    }
    return true
  }

  private mutating func write(_ pairs: [CommonLines.Pair]) {
    var next = (left: 0, right: 0)
    for pair in pairs + [CommonLines.Pair(left: left.count, right: right.count)] {
      for index in next.left..<pair.left {
        steps.append(Step(left: index, right: nil, text: leftText(index)))
      }
      for index in next.right..<pair.right {
        steps.append(Step(left: nil, right: index, text: rightText(index)))
      }
      if pair.left < left.count {
        steps.append(Step(left: pair.left, right: pair.right, text: leftText(pair.left)))
      }
      next = (pair.left + 1, pair.right + 1)
    }
  }

  private mutating func leftText(_ index: Int) -> String {
    let text = left[index]
    return text.text { "<id \(Self.name($0, &leftNames, &names))>" }
  }

  private mutating func rightText(_ index: Int) -> String {
    let text = right[index]
    return text.text { "<id \(Self.name($0, &rightNames, &names))>" }
  }

  /// The number of an id; one that nothing stands for on the other side gets a number of its own.
  private static func name(_ id: String, _ known: inout [String: Int], _ names: inout Int) -> Int {
    if let number = known[id] { return number }
    names += 1
    known[id] = names
    return names
  }
}
