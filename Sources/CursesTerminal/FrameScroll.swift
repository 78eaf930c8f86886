import Glibc
import InboxTUI

/// Rows of a picture that stand so many lines higher, or lower, than in the picture before: a list that scrolls.
///
/// ncurses' picture is scrolled along, so that only what is new has to be put there.
nonisolated struct FrameScroll {
  /// The rows that move, and those that they leave.
  var rows: ClosedRange<Int>
  /// How many lines they go up; fewer than none is down.
  var lines: Int

  /// Fewer are put there one by one.
  private static let fewest = 6

  /// - Parameter count: How many rows may move, from the first on. The last row of the screen may not: its corner is
  ///   not painted as the other rows are.
  /// - Returns: nil where no scroll brings most of what changed to its place.
  static func find(_ frame: Frame, after before: Frame, within count: Int) -> FrameScroll? {
    let changed = (0..<count).filter { !frame.row($0).isSame(as: before.row($0)) }
    guard changed.count > fewest else { return nil }
    for lines in [1, 2, -1, -2] {
      let moved = changed.filter { y in
        (0..<count).contains(y + lines) && frame.row(y).isSame(as: before.row(y + lines))
      }
      guard moved.count * 2 > changed.count, let first = moved.first, let last = moved.last else { continue }
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
}
