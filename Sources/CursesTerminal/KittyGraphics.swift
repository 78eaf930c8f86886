import Foundation
import InboxModel
import InboxTUI

/// Pictures by kitty's graphics protocol: each is sent once, and cells of text stand for its parts, so that they move,
/// are covered and pass through tmux as text does.
///
/// sw.kovidgoyal.net/kitty/graphics-protocol, “Unicode placeholders”.
nonisolated struct KittyGraphics {
  private struct Image {
    var picture: PictureRaster
    var size: Size
    var number: UInt32
  }

  private let isInTmux: Bool
  /// A picture is numbered by the colour of its cells; where there are 256 colours, it is one of them.
  private let hasPalette: Bool
  private var images: [Image] = []
  private var next: UInt32 = 0

  /// With more pictures at once, the others stay half blocks.
  static let most = 24

  init(isInTmux: Bool, depth: ColorDepth) {
    self.isInTmux = isInTmux
    hasPalette = depth == .palette256
  }

  /// Puts placeholders into a frame, and says what the terminal has to be sent before it and after it.
  ///
  /// - Parameter cell: The size of a cell, which decides how many pixels are sent.
  mutating func place(_ frame: inout Frame, cell: PictureCellSize) -> (before: [UInt8], after: [UInt8]) {
    var before: [UInt8] = []
    var shown: Set<UInt32> = []
    for picture in frame.pictures where frame.showsSome(of: picture) && Self.hasMarks(for: picture.size) {
      var number = images.first { $0.size == picture.size && $0.picture == picture.pixels }?.number
      if number == nil, shown.count < Self.most {
        let new = freeNumber()
        images.append(Image(picture: picture.pixels, size: picture.size, number: new))
        before += transmission(of: picture, as: new, cell)
        number = new
      }
      guard let number else { continue }
      shown.insert(number)
      replace(picture, number, in: &frame)
    }
    let gone = images.filter { !shown.contains($0.number) }
    images.removeAll { !shown.contains($0.number) }
    return (before, gone.flatMap { deletion(of: $0.number) })
  }

  /// What takes every picture away; ``forget()`` after it was sent.
  var farewell: [UInt8] { images.flatMap { deletion(of: $0.number) } }

  /// Takes all pictures for gone from the terminal.
  mutating func forget() { images = [] }

  private func replace(_ picture: FramePicture, _ number: UInt32, in frame: inout Frame) {
    let color: Color =
      hasPalette
      ? .palette(UInt8(truncatingIfNeeded: number))
      : .rgb(
        UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 8),
        UInt8(truncatingIfNeeded: number))
    let style = Style(foreground: color, background: picture.ground)
    frame.replace(picture) { column, row in
      ([Self.placeholder, Self.marks[row], Self.marks[column]], style)
    }
  }

  /// Picks numbers that other programs on the same terminal hardly use, as it is theirs too.
  private mutating func freeNumber() -> UInt32 {
    while true {
      next += 1
      let number: UInt32 =
        hasPalette
        ? 16 + (UInt32(getpid()) &* 7 + next) % 240
        : (1 + UInt32(getpid()) % 255) << 16 | (next & 0xFFFF)
      if !images.contains(where: { $0.number == number }) { return number }
    }
  }

  private func transmission(of picture: FramePicture, as number: UInt32, _ cell: PictureCellSize) -> [UInt8] {
    let pixels = picture.pixels
    let box = PictureSize(width: picture.size.columns * cell.width, height: picture.size.rows * cell.height)
    let sent = pixels.fitted(into: box)
    let text = Array(Data(sent.pixels).base64EncodedString().utf8)
    let keys =
      "a=T,U=1,q=2,t=d,f=32,i=\(number),s=\(sent.width),v=\(sent.height),c=\(picture.size.columns),r=\(picture.size.rows)"
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: text.count, by: Self.chunk) {
      let end = min(text.count, start + Self.chunk)
      let more = end < text.count ? 1 : 0
      let head = start == 0 ? "\(keys),m=\(more);" : "q=2,m=\(more);"
      bytes += command(Array(head.utf8) + text[start..<end])
    }
    return bytes
  }

  private func deletion(of number: UInt32) -> [UInt8] { command(Array("a=d,d=I,i=\(number),q=2".utf8)) }

  /// Wraps a command for tmux, which passes it on where the person allows that.
  private func command(_ body: [UInt8]) -> [UInt8] {
    let escape: UInt8 = 0x1B
    guard isInTmux else { return [escape] + Array("_G".utf8) + body + [escape, UInt8(ascii: "\\")] }
    return [escape] + Array("Ptmux;".utf8) + [escape, escape] + Array("_G".utf8) + body
      + [escape, escape, UInt8(ascii: "\\"), escape, UInt8(ascii: "\\")]
  }

  /// The most characters of base64 in one command.
  private static let chunk = 4096

  private static func hasMarks(for size: Size) -> Bool {
    (1...marks.count).contains(size.columns) && (1...marks.count).contains(size.rows)
  }

  static let placeholder: Unicode.Scalar = "\u{10EEEE}"

  /// The marks that count rows and columns from 0 on.
  static let marks = codes.compactMap { Unicode.Scalar($0) }

  /// They are in kitty's order, `rowcolumn-diacritics.txt`, as far as anything here is that large.
  private static let codes: [UInt32] = [
    0x0305, 0x030D, 0x030E, 0x0310, 0x0312, 0x033D, 0x033E, 0x033F, 0x0346, 0x034A, 0x034B, 0x034C, 0x0350,
    0x0351, 0x0352, 0x0357, 0x035B, 0x0363, 0x0364, 0x0365, 0x0366, 0x0367, 0x0368, 0x0369, 0x036A, 0x036B,
    0x036C, 0x036D, 0x036E, 0x036F, 0x0483, 0x0484, 0x0485, 0x0486, 0x0487, 0x0592, 0x0593, 0x0594, 0x0595,
    0x0597, 0x0598, 0x0599, 0x059C, 0x059D, 0x059E, 0x059F, 0x05A0, 0x05A1, 0x05A8, 0x05A9, 0x05AB, 0x05AC,
    0x05AF, 0x05C4, 0x0610, 0x0611, 0x0612, 0x0613, 0x0614, 0x0615, 0x0616, 0x0617, 0x0657, 0x0658, 0x0659,
    0x065A, 0x065B, 0x065D, 0x065E, 0x06D6, 0x06D7, 0x06D8, 0x06D9, 0x06DA, 0x06DB, 0x06DC, 0x06DF, 0x06E0,
    0x06E1, 0x06E2, 0x06E4, 0x06E7, 0x06E8, 0x06EB, 0x06EC, 0x0730, 0x0732, 0x0733, 0x0735, 0x0736, 0x073A,
    0x073D, 0x073F, 0x0740, 0x0741, 0x0743, 0x0745, 0x0747, 0x0749, 0x074A, 0x07EB, 0x07EC, 0x07ED, 0x07EE,
    0x07EF, 0x07F0, 0x07F1, 0x07F3, 0x0816, 0x0817, 0x0818, 0x0819, 0x081B, 0x081C, 0x081D, 0x081E, 0x081F,
    0x0820, 0x0821, 0x0822, 0x0823, 0x0825, 0x0826, 0x0827, 0x0829, 0x082A, 0x082B, 0x082C, 0x082D, 0x0951,
    0x0953, 0x0954, 0x0F82, 0x0F83, 0x0F86, 0x0F87, 0x135D, 0x135E, 0x135F, 0x17DD, 0x193A, 0x1A17, 0x1A75,
    0x1A76, 0x1A77, 0x1A78, 0x1A79, 0x1A7A, 0x1A7B, 0x1A7C, 0x1B6B, 0x1B6D, 0x1B6E, 0x1B6F, 0x1B70, 0x1B71,
    0x1B72, 0x1B73, 0x1CD0, 0x1CD1, 0x1CD2, 0x1CDA, 0x1CDB, 0x1CE0,
  ]
}
