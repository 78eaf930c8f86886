import Glibc
import InboxTUI

/// Rows of a picture that stand so many lines higher, or lower, than in the picture before: a list that scrolls, alone
/// or with something beside it.
///
/// The terminal moves whole rows, and ncurses' picture with it, so that only what is new has to be put there.
nonisolated struct FrameScroll {
  /// The rows that move, and those that they leave.
  var rows: ClosedRange<Int>
  /// How many lines they go up; fewer than none is down.
  var lines: Int

  /// Fewer are put there one by one.
  private static let fewest = 6
  /// So many rows tell which way the others go.
  private static let witnesses = 8

  /// - Parameter count: How many rows may move, from the first on. The last row of the screen may not: its corner is
  ///   not painted as the other rows are.
  /// - Returns: nil where no scroll brings most of what changed to its place.
  static func find(_ frame: Frame, after before: Frame, within count: Int) -> FrameScroll? {
    let changed = (0..<count).filter { !frame.row($0).isSame(as: before.row($0)) }
    guard changed.count > fewest else { return nil }
    /// How many more cells of a row are right if it comes from so many lines away.
    func gain(_ y: Int, _ lines: Int) -> Int {
      guard (0..<count).contains(y + lines) else { return 0 }
      let row = frame.row(y)
      return row.cellsInCommon(with: before.row(y + lines)) - row.cellsInCommon(with: before.row(y))
    }
    let asked = stride(from: 0, to: changed.count, by: max(1, changed.count / witnesses)).map { changed[$0] }
    for lines in [1, 2, -1, -2] {
      let gains = asked.map { gain($0, lines) }
      guard gains.count(where: { $0 > 0 }) * 2 > asked.count,
        gains.reduce(0, +) * changed.count > frame.size.columns * asked.count,
        let first = changed.first(where: { gain($0, lines) > 0 }),
        let last = changed.last(where: { gain($0, lines) > 0 })
      else { continue }
      return FrameScroll(rows: min(first, first + lines)...max(last, last + lines), lines: lines)
    }
    return nil
  }

  /// Where in the picture before the row comes from; nil for one that was left blank.
  func source(of y: Int) -> Int? {
    guard rows.contains(y) else { return y }
    return rows.contains(y + lines) ? y + lines : nil
  }
}

extension ArraySlice<Cell> {
  /// Whether rows of two pictures are the same; a cell is plain memory without gaps.
  nonisolated func isSame(as other: ArraySlice<Cell>) -> Bool {
    withUnsafeBytes { row in
      other.withUnsafeBytes { other in
        guard row.count == other.count, let first = row.baseAddress, let second = other.baseAddress else {
          return row.count == other.count
        }
        return memcmp(first, second, row.count) == 0
      }
    }
  }

  /// How many cells are the same from the left on and from the right on: what stands beside something else that changed.
  fileprivate nonisolated func cellsInCommon(with other: ArraySlice<Cell>) -> Int {
    withUnsafeBufferPointer { row in
      other.withUnsafeBufferPointer { other in
        let count = Swift.min(row.count, other.count)
        var left = 0
        while left < count, row[left] == other[left] { left += 1 }
        var right = count
        while right > left, row[right - 1] == other[right - 1] { right -= 1 }
        return left + count - right
      }
    }
  }
}
