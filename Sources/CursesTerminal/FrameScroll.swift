import Glibc
import InboxTUI

/// Rows of a picture that stand this many lines higher, or lower, than in the picture before: a list that scrolls, alone
/// or with something beside it.
///
/// The terminal moves whole rows, and ncurses' picture with it, so that only what is new has to be put there.
nonisolated struct FrameScroll {
  /// The rows that move, and those that they vacate.
  var rows: ClosedRange<Int>
  /// How many lines they go up; a negative number is down.
  var lines: Int

  /// Fewer rows are not worth a scroll: they are painted one by one.
  private static let fewest = 6
  /// How many sample rows decide which way the others go.
  private static let witnesses = 8

  /// Every scroll by up to half of the rows is found here: what ncurses remembers of rows, to find one by itself, is out of
  /// date after the first.
  ///
  /// - Parameter count: How many rows may move, from the first on. The last row of the screen may not: its corner is
  ///   not painted as the other rows are.
  /// - Returns: nil where no scroll brings a good part of what changed to its place.
  static func find(_ frame: Frame, after before: Frame, within count: Int) -> FrameScroll? {
    let changed = (0..<count).filter { !frame.row($0).isSame(as: before.row($0)) }
    guard changed.count > fewest else { return nil }
    let step = (changed.count + witnesses - 1) / witnesses
    let asked = stride(from: 0, to: changed.count, by: step).map { changed[$0] }
    let stays = asked.map { frame.row($0).lettersInCommon(with: before.row($0)) }
    /// Two unrelated texts have less than this in common; what stands beside the list may well get worse.
    let enough = frame.size.columns / 24
    func gain(_ y: Int, _ stays: Int, _ lines: Int) -> Int {
      guard (0..<count).contains(y + lines) else { return 0 }
      return frame.row(y).lettersInCommon(with: before.row(y + lines)) - stays
    }
    for distance in 1...max(1, count / 2) {
      for lines in [distance, -distance] {
        var (better, total, between) = (0, 0, 0)
        for (y, stays) in zip(asked, stays) {
          let gain = gain(y, stays, lines)
          between += gain
          guard gain > enough else { continue }
          // Rows above the first row that moves, and below the last, stay.
          total += better == 0 ? gain : between
          (better, between) = (better + 1, 0)
        }
        guard better * 2 > asked.count, total > enough * asked.count else { continue }
        func moves(_ y: Int) -> Bool {
          gain(y, frame.row(y).lettersInCommon(with: before.row(y)), lines) > enough
        }
        guard let first = changed.first(where: moves), let last = changed.last(where: moves) else { continue }
        let scroll = FrameScroll(rows: min(first, first + lines)...max(last, last + lines), lines: lines)
        // Vacated rows are blank and have to be painted again; a sample row stands for the rows up to the next one.
        let lost = scroll.rows.reduce(0) { lost, y in
          scroll.source(of: y) == nil ? lost + frame.row(y).lettersInCommon(with: before.row(y)) : lost
        }
        if total * step - lost > enough * changed.count { return scroll }
      }
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

  /// How many letters are the same from the left on and from the right on, whatever is between.
  ///
  /// Blanks are not letters, as a line's end is cleared with a few bytes; those that look like something count, which finds
  /// better scrolls.
  fileprivate nonisolated func lettersInCommon(with other: ArraySlice<Cell>) -> Int {
    let blank: Cell = .blank
    return withUnsafeBufferPointer { row in
      other.withUnsafeBufferPointer { other in
        let count = Swift.min(row.count, other.count)
        var letters = 0
        var left = 0
        while left < count, row[left] == other[left] {
          if row[left] != blank { letters += 1 }
          left += 1
        }
        var right = count
        while right > left, row[right - 1] == other[right - 1] {
          right -= 1
          if row[right] != blank { letters += 1 }
        }
        return letters
      }
    }
  }
}
