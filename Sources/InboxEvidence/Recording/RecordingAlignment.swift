/// Which line of one recording is which line of another.
struct RecordingAlignment {
  /// A line that counts, and where it stands in its file.
  typealias Line = (number: Int, text: VolatileText)

  /// Every line of both, in order, with numbers for the ids: the same on both sides where the ids stand for one another.
  private(set) var rows: [RecordingDiff.Row] = []
  private let left: [Line]
  private let right: [Line]
  private var leftNames: [String: Int] = [:]
  private var rightNames: [String: Int] = [:]
  private var names = 0

  init(_ left: [Line], _ right: [Line]) {
    self.left = left
    self.right = right
    var codes: [[String]: Int] = [:]
    for line in left + right where codes[line.text.pieces] == nil { codes[line.text.pieces] = codes.count }
    let common = CommonLines(
      left.map { codes[$0.text.pieces] ?? 0 }, right.map { codes[$0.text.pieces] ?? 0 })
    var pairs: [CommonLines.Pair] = []
    for pair in common.pairs where agree(left[pair.left].text.ids, right[pair.right].text.ids) {
      pairs.append(pair)
    }
    addRows(pairs)
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

  private mutating func addRows(_ pairs: [CommonLines.Pair]) {
    var next = (left: 0, right: 0)
    for pair in pairs + [CommonLines.Pair(left: left.count, right: right.count)] {
      for line in left[next.left..<pair.left] { addRow(line, nil) }
      for line in right[next.right..<pair.right] { addRow(nil, line) }
      if pair.left < left.count { addRow(left[pair.left], right[pair.right]) }
      next = (pair.left + 1, pair.right + 1)
    }
  }

  private mutating func addRow(_ left: Line?, _ right: Line?) {
    var text = ""
    if let left {
      text = numbered(left, \.leftNames)
    } else if let right {
      text = numbered(right, \.rightNames)
    }
    rows.append(.init(left: left?.number, right: right?.number, text: text))
  }

  /// A line with numbers for its ids; an id that nothing stands for on the other side gets a number of its own.
  private mutating func numbered(_ line: Line, _ known: WritableKeyPath<Self, [String: Int]>) -> String {
    line.text.text { id in
      if self[keyPath: known][id] == nil {
        names += 1
        self[keyPath: known][id] = names
      }
      return "<id \(self[keyPath: known][id] ?? names)>"
    }
  }
}
