import InboxCore
import InboxTUI

/// Pictures by sixels: they are drawn over blank cells after the frame, and again whenever anything is written to one of
/// their rows, as ncurses knows nothing of them.
///
/// One that something covers stays half blocks.
struct SixelGraphics {
  private struct Placed: Hashable {
    var picture: FramePicture
    var cell: PictureCellSize
  }

  var encoder: PictureEncoder?
  /// What is on the screen, and how it is drawn.
  private var shown: [Placed: [UInt8]] = [:]

  /// A longer one stays half blocks.
  private static let mostBytes = 4 << 20

  /// Whether any picture is on the screen: then rows may not be moved on the terminal.
  var isEmpty: Bool { shown.isEmpty }

  /// Takes blanks into a frame for each picture that is to be drawn over them.
  ///
  /// - Returns: the rows that have to be written whole, as a picture has left them.
  mutating func place(_ frame: inout Frame, cell: PictureCellSize?) -> [Rect] {
    var now: [Placed: [UInt8]] = [:]
    // On the last row a terminal may scroll after a picture.
    let area = frame.bounds.rows(from: 0, count: frame.size.rows - 1)
    for picture in frame.pictures {
      guard let cell, frame.showsWhole(picture), area.intersection(picture.rect) == picture.rect else {
        continue
      }
      let placed = Placed(picture: picture, cell: cell)
      guard let bytes = shown[placed] ?? drawing(of: placed) else { continue }
      now[placed] = bytes
    }
    for placed in now.keys {
      let style = Style(background: placed.picture.ground)
      frame.replace(placed.picture) { _, _ in ([], style) }
    }
    let gone = shown.keys.filter { now[$0] == nil }.map(\.picture.rect)
    shown = now
    return gone
  }

  /// What draws the pictures that have anything to do with rows that were written.
  func drawings(over rows: (Rect) -> Bool) -> [UInt8] {
    shown.filter { rows($0.key.picture.rect) }.sorted { $0.key.picture.origin.y < $1.key.picture.origin.y }
      .flatMap(\.value)
  }

  /// Nothing is on the screen any more.
  mutating func forget() { shown = [:] }

  private func drawing(of placed: Placed) -> [UInt8]? {
    let (picture, cell) = (placed.picture, placed.cell)
    let whole = picture.pixels.scaled(
      width: picture.size.columns * cell.width, height: picture.size.rows * cell.height)
    let part = whole.rows(picture.rows.lowerBound * cell.height..<picture.rows.upperBound * cell.height)
    guard let part, let bytes = encoder?.encode(part, picture.size.columns, picture.rows.count),
      bytes.count <= Self.mostBytes
    else { return nil }
    // The cursor and its colours are ncurses' own.
    let (save, restore) = ("\u{1B}7", "\u{1B}8")
    let move = "\u{1B}[\(picture.origin.y + 1);\(picture.origin.x + 1)H"
    return Array((save + move).utf8) + bytes + Array(restore.utf8)
  }
}
