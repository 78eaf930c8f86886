import InboxModel
import InboxTUI

/// Pictures by sixels: they are drawn over blank cells after the frame, and again whenever anything is written to one of
/// their rows, as ncurses knows nothing of them.
///
/// A picture that something covers stays half blocks.
struct SixelGraphics {
  /// A picture in its place, with the sixels of what is seen of it; without sixels it stays half blocks.
  private struct Drawing: Equatable {
    var picture: FramePicture
    var cell: PictureCellSize
    var sixels: [UInt8]

    /// Whether a picture has the same sixels, wherever it stands.
    func draws(_ other: FramePicture, _ cell: PictureCellSize) -> Bool {
      self.cell == cell && picture.size == other.size && picture.rows == other.rows
        && picture.pixels == other.pixels
    }
  }

  var encoder: PictureEncoder?
  /// What is on the screen, or cannot be shown.
  ///
  /// To compare the pixels of the same picture costs nothing, as they are shared.
  private var shown: [Drawing] = []

  /// A longer picture, in sixels, stays half blocks.
  private static let mostBytes = 4 << 20

  /// Whether any picture is on the screen: then rows may not be moved on the terminal.
  var isEmpty: Bool { shown.allSatisfy(\.sixels.isEmpty) }

  /// Takes blanks into a frame for each picture that is to be drawn over them.
  ///
  /// - Returns: the rows that have to be written whole, as a picture has left them or is new there: over blanks nothing
  ///   else would be written.
  mutating func place(_ frame: inout Frame, cell: PictureCellSize?) -> [Rect] {
    var now: [Drawing] = []
    // On the last row a terminal may scroll after a picture.
    let area = frame.bounds.rows(from: 0, count: frame.size.rows - 1)
    for picture in frame.pictures {
      guard let cell, frame.showsWhole(picture), area.intersection(picture.rect) == picture.rect else {
        continue
      }
      let known = shown.first { $0.draws(picture, cell) }?.sixels
      now.append(Drawing(picture: picture, cell: cell, sixels: known ?? sixels(of: picture, cell) ?? []))
    }
    for drawing in now where !drawing.sixels.isEmpty {
      let style = Style(background: drawing.picture.ground)
      frame.replace(drawing.picture) { _, _ in ([], style) }
    }
    let changed = shown.filter { !now.contains($0) } + now.filter { !shown.contains($0) }
    shown = now
    return changed.filter { !$0.sixels.isEmpty }.map(\.picture.rect)
  }

  /// What draws the pictures that have anything to do with rows that were written.
  func drawings(over rows: (Rect) -> Bool) -> [UInt8] {
    shown.filter { !$0.sixels.isEmpty && rows($0.picture.rect) }.flatMap { drawing in
      let origin = drawing.picture.origin
      // The cursor and its colours are ncurses' own.
      return Array("\u{1B}7\u{1B}[\(origin.y + 1);\(origin.x + 1)H".utf8) + drawing.sixels
        + Array("\u{1B}8".utf8)
    }
  }

  /// Takes all pictures for gone from the screen.
  mutating func forget() { shown = [] }

  private func sixels(of picture: FramePicture, _ cell: PictureCellSize) -> [UInt8]? {
    let whole = picture.pixels.scaled(
      width: picture.size.columns * cell.width, height: picture.size.rows * cell.height)
    let part = whole.rows(picture.rows.lowerBound * cell.height..<picture.rows.upperBound * cell.height)
    guard let part, let bytes = encoder?.encode(part, picture.size.columns, picture.rows.count),
      bytes.count <= Self.mostBytes
    else { return nil }
    return bytes
  }
}
